#!/bin/sh
# One night: imports the inbox, and tries again later if the service was down, an outcome is unknown, or a run
# failed (a full disk, an internal error). People have to look at what was refused, because running again would
# not help. Exits with the code of the last run: see the exit codes in packages/cli/README.md.
set -u
: "${FORECOURT:=forecourt}"
: "${FORECOURT_INBOX:=/srv/fuel/inbox}"
: "${FORECOURT_DEADLINE:=05:30}"
: "${FORECOURT_TRIES:=6}"
: "${FORECOURT_PAUSE:=600}"

# For alarms, if set.
if [ -n "${FORECOURT_METRICS:-}" ]; then set -- --metrics-file "$FORECOURT_METRICS" "$@"; fi
if [ -n "${FORECOURT_ON_FINISH:-}" ]; then set -- --on-finish "$FORECOURT_ON_FINISH" "$@"; fi

# systemd, cron and terminals also signal the command: it finishes the current file, and no other try starts.
stop=
trap 'stop=1' INT TERM

# The instant at which the local clock shows a time on a day, in seconds since 1970; empty if it never does.
instant_of() {
  date -d "$1 $2:00" +%s 2>/dev/null || date -j -f '%Y-%m-%d %H:%M:%S' "$1 $2:00" +%s 2>/dev/null
}
day_of() { date -d "@$1" +%Y-%m-%d 2>/dev/null || date -r "$1" +%Y-%m-%d; }

# The next instant at which the clock shows the deadline. When the clock changes, a night is an hour shorter or
# longer than its clock times suggest.
next_deadline() {
  today=$(date +%Y-%m-%d)
  at=$(instant_of "$today" "$FORECOURT_DEADLINE") || return 1
  if [ "$at" -le "$(date +%s)" ]; then
    # Noon plus a day is tomorrow, however long the night is.
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
  # FORECOURT may be a command with arguments.
  # shellcheck disable=SC2086
  $FORECOURT transactions import --inbox "$FORECOURT_INBOX" --deadline "$deadline" \
    --concurrency 2 --max-rate 120/min "$@"
  code=$?
  case $code in
    1 | 7 | 8) ;;
    *) break ;;
  esac
  if [ -n "$stop" ] || [ "$tries" -ge "$FORECOURT_TRIES" ]; then break; fi
  # After the deadline, '05:30' would mean tomorrow: the remaining files are for the next night.
  left=$((ends - $(date +%s) - FORECOURT_PAUSE))
  if [ "$left" -le 0 ]; then break; fi
  sleep "$FORECOURT_PAUSE" &
  wait $! || break
  deadline="${left}s"
done

# For the trail: each report once, also those of nights in which the service was down. Standard output is the run's.
# shellcheck disable=SC2086
$FORECOURT nights hand-in >&2 || echo "The report was not handed in: the next night does it." >&2

# Addresses, separated by commas: each gets the aging report once a day, however often this runs.
if [ -n "${FORECOURT_REPORTS_TO:-}" ]; then
  # shellcheck disable=SC2086
  $FORECOURT reports email aging --format excel --to "$FORECOURT_REPORTS_TO" >&2
  sent=$?
  # A report that was not sent is for a person to look at; what the import said comes first.
  if [ "$code" -eq 0 ]; then code=$sent; fi
fi
exit "$code"
