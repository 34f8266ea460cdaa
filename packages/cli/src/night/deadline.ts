import { CommandError, usageError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';

const UNITS = { h: 3_600_000, m: 60_000, s: 1_000 } as const;

/**
 * Parses `--deadline`: a time of day ('05:30', its next occurrence) or a duration from now ('45m',
 * '1h30m'). Returns undefined without the option; throws a usage error for anything else.
 */
export function readDeadline(provided: unknown, now: Date): Date | undefined {
  if (provided === undefined) return undefined;
  const text = String(provided).trim();
  const clock = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text);
  if (clock) return nextTime(now, Number(clock[1]), Number(clock[2]));
  const span = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s)?$/.exec(text);
  if (text === '' || !span) {
    throw usageError("--deadline is a time of day ('05:30') or a span ('45m', '1h30m').");
  }
  const [, hours = 0, minutes = 0, seconds = 0] = span;
  const ms = Number(hours) * UNITS.h + Number(minutes) * UNITS.m + Number(seconds) * UNITS.s;
  return new Date(now.getTime() + ms);
}

function nextTime(now: Date, hours: number, minutes: number): Date {
  const at = new Date(now);
  at.setHours(hours, minutes, 0, 0);
  if (at <= now) at.setDate(at.getDate() + 1);
  return at;
}

const two = (number: number): string => String(number).padStart(2, '0');

/** '05:30' in local time. */
export const clockText = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}`;

/** The reason not to start another file; undefined before the deadline. */
export const pastDeadline = (deadline: Date | undefined): CommandError | undefined =>
  deadline !== undefined && new Date() >= deadline
    ? new CommandError(
        EXIT.serviceFailed,
        'deadline',
        `Not started: the deadline of ${clockText(deadline)} has passed. Run it again to continue.`,
      )
    : undefined;
