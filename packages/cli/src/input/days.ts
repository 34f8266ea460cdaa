import {
  type Client,
  type FormField,
  isDay,
  missingDay,
  parseRelativeDays,
  relativeDays,
} from '@forecourt/core';
import { usageError } from '../command-error.ts';
import { learnServiceClock } from '../service-clock.ts';
import { today } from '../today.ts';
import type { Work } from '../work.ts';

/** The last day's option is `--to`, or `--until` where `--to` means something else. */
type LastFlag = '--to' | '--until';

interface DayOptions {
  readonly on?: unknown;
  readonly from?: unknown;
  readonly last?: unknown;
  readonly lastFlag: LastFlag;
}

/** First and last day, both inclusive; undefined where no option says. */
interface Period {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** A period as it was given: YYYY-MM-DD, or relative as in 'last-month'. */
export interface AskedPeriod extends Period {
  readonly lastFlag: LastFlag;
}

const isPlain = (day: string | undefined): boolean => day === undefined || isDay(day);

const refuseOrder = ({ from, to }: Period, lastFlag: LastFlag): void => {
  if (from !== undefined && to !== undefined && from > to) {
    throw usageError(`--from is after ${lastFlag}: there is no day between them.`);
  }
};

/** Whether a form asks for the days of a period. */
export const hasPeriod = (fields: readonly FormField[]): boolean =>
  ['from', 'to'].every((end) => fields.some(({ input, name }) => name === end && input === 'day'));

/** Reads an option's day, YYYY-MM-DD, or relative days as in 'last-month'. Throws a usage error for any other text. */
export function askedDay(flag: string, given: unknown): string | undefined {
  if (given === undefined) return undefined;
  const text = String(given);
  const day = isDay(text) ? text : parseRelativeDays(text);
  if (day !== undefined) return day;
  const missing = missingDay(text);
  throw usageError(
    missing === undefined
      ? `${flag} is a day of the calendar, YYYY-MM-DD, or a relative one, such as last-month.`
      : `${flag}: ${missing}.`,
  );
}

/** Reads the options of a period. Throws a usage error for what is no day, and for an end before its beginning. */
export function askedPeriod({ from, last, lastFlag, on }: DayOptions): AskedPeriod {
  if (on !== undefined && (from !== undefined || last !== undefined)) {
    throw usageError(`--on is both ends of the days: leave out --from and ${lastFlag}.`);
  }
  const both = askedDay('--on', on);
  const period = { from: both ?? askedDay('--from', from), to: both ?? askedDay(lastFlag, last) };
  if (isPlain(period.from) && isPlain(period.to)) refuseOrder(period, lastFlag);
  return { ...period, lastFlag };
}

/**
 * Returns the period in plain days, YYYY-MM-DD, by the service's clock; reports which days relative ones are (LIST-15).
 * With `endsToday`, a relative last day is today at the latest.
 */
export async function plainPeriod(
  { output, runtime, signal }: Work,
  client: Client,
  { from, lastFlag, to }: AskedPeriod,
  endsToday = false,
): Promise<Period> {
  if (isPlain(from) && isPlain(to)) return { from, to };
  await learnServiceClock(client, runtime, signal);
  const day = today(runtime);
  const last = to && relativeDays(to, day)?.to;
  const period = {
    from: from && (relativeDays(from, day)?.from ?? from),
    to: endsToday && last && last > day ? day : (last ?? to),
  };
  refuseOrder(period, lastFlag);
  const ends = Object.entries(period).filter(([, end]) => end !== undefined);
  output.note(`Days: ${ends.map(([name, end]) => `${name} ${end}`).join(' ')}.`);
  return period;
}
