#!/bin/sh
# One night: takes the inbox in, and goes on later where the service was down, an outcome is not known, or
# a run broke down (a full disk, a fault of its own). What was refused is left to people: running again would
# not help. Ends as the last run did: see the exit codes in packages/cli/README.md.
set -u
: "${FORECOURT:=forecourt}"
: "${FORECOURT_INBOX:=/srv/fuel/inbox}"
: "${FORECOURT_DEADLINE:=05:30}"
: "${FORECOURT_TRIES:=6}"
: "${FORECOURT_PAUSE:=600}"

# For an alarm, where they are set.
if [ -n "${FORECOURT_METRICS:-}" ]; then set -- --metrics-file "$FORECOURT_METRICS" "$@"; fi
if [ -n "${FORECOURT_ON_FINISH:-}" ]; then set -- --on-finish "$FORECOURT_ON_FINISH" "$@"; fi

# systemd, cron and terminals signal the command too: it ends what it is sending, and no further try is made.
stop=
trap 'stop=1' INT TERM

# The instant at which a clock here shows a time of a day, in seconds since 1970; nothing where it never does.
instant_of() {
  date -d "$1 $2:00" +%s 2>/dev/null || date -j -f '%Y-%m-%d %H:%M:%S' "$1 $2:00" +%s 2>/dev/null
}
day_of() { date -d "@$1" +%Y-%m-%d 2>/dev/null || date -r "$1" +%Y-%m-%d; }

# The next instant at which the clock shows the deadline: a night may be an hour shorter or longer than its
# clock times say.
next_deadline() {
  today=$(date +%Y-%m-%d)
  at=$(instant_of "$today" "$FORECOURT_DEADLINE") || return 1
  if [ "$at" -le "$(date +%s)" ]; then
    # A day after noon is tomorrow, however long the night.
    at=$(instant_of "$(day_of $(($(instant_of "$today" 12:00) + 86400)))" "$FORECOURT_DEADLINE") || return 1
  fi
  echo "$at"
}

# Seconds until the deadline: '1h30m' counts from now; so does '02:30' in the night in which no clock shows it.
seconds_left() {
  date +%H:%M:%S | awk -F: -v at="$FORECOURT_DEADLINE" '{
    if (split(at, clock, ":") == 2) {
      left = clock[1] * 3600 + clock[2] * 60 - ($1 * 3600 + $2 * 60 + $3)
      print (left > 0 ? left : left + 86400)
      exit
    }
    for (left = 0; match(at, /^[0-9]+[hms]/); at = substr(at, RLENGTH + 1)) {
      unit = substr(at, RLENGTH, 1)
      left += substr(at, 1, RLENGTH - 1) * (unit == "h" ? 3600 : unit == "m" ? 60 : 1)
    }
    print left
  }'
}
ends=
case $FORECOURT_DEADLINE in *:*) ends=$(next_deadline) ;; esac
: "${ends:=$(($(date +%s) + $(seconds_left)))}"
deadline=$FORECOURT_DEADLINE

tries=0
while :; do
  tries=$((tries + 1))
  # FORECOURT may be a command with arguments of its own.
  # shellcheck disable=SC2086
  $FORECOURT transactions import --inbox "$FORECOURT_INBOX" --deadline "$deadline" \
    --concurrency 2 --max-rate 120/min "$@"
  code=$?
  case $code in
    1 | 7 | 8) ;;
    *) break ;;
  esac
  if [ -n "$stop" ] || [ "$tries" -ge "$FORECOURT_TRIES" ]; then break; fi
  # Behind the deadline '05:30' would be that of tomorrow: what was left is for the next night.
  left=$((ends - $(date +%s) - FORECOURT_PAUSE))
  if [ "$left" -le 0 ]; then break; fi
  sleep "$FORECOURT_PAUSE" &
  wait $! || break
  deadline="${left}s"
done
exit "$code"
