#!/bin/sh
# One night: takes the inbox in, and goes on later where the service was down or an outcome is not known.
# Ends as the last run did: see the exit codes in packages/cli/README.md.
set -u
: "${FORECOURT:=forecourt}"
: "${FORECOURT_INBOX:=/srv/fuel/inbox}"
: "${FORECOURT_DEADLINE:=05:30}"
: "${FORECOURT_TRIES:=6}"
: "${FORECOURT_PAUSE:=600}"

# systemd, cron and terminals signal the command too: it ends what it is sending, and no further try is made.
stop=
trap 'stop=1' INT TERM

tries=0
while :; do
  tries=$((tries + 1))
  # FORECOURT may be a command with arguments of its own.
  # shellcheck disable=SC2086
  $FORECOURT transactions import --inbox "$FORECOURT_INBOX" --deadline "$FORECOURT_DEADLINE" \
    --concurrency 2 --max-rate 120/min "$@"
  code=$?
  case $code in
    7 | 8) ;;
    *) break ;;
  esac
  if [ -n "$stop" ] || [ "$tries" -ge "$FORECOURT_TRIES" ]; then break; fi
  sleep "$FORECOURT_PAUSE" &
  wait $! || break
done
exit "$code"
