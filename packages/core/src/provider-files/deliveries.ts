import * as z from 'zod/mini';
import { parseDefinition } from './parse-definition.ts';

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
type Weekday = (typeof WEEKDAYS)[number];

const DAY_MS = 86_400_000;

/** A recurring delivery that is expected from a provider. */
export interface Delivery {
  readonly provider: string;
  /** 'mon' … 'sun'. */
  readonly weekdays: readonly Weekday[];
  /** Time by which it is due, 'HH:MM' in `timeZone`. */
  readonly by: string;
  /** Fewer rows than this are suspicious; 0 accepts any number. */
  readonly leastRows: number;
  /** An IANA name: 'America/Toronto'. */
  readonly timeZone: string;
  /** Days without a delivery, YYYY-MM-DD: holidays. */
  readonly except: readonly string[];
}

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en-CA', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

/** A provider by its name in any case. */
const providerOf = (providers: readonly string[]) => {
  const find = (name: string) => providers.find((one) => one.toLowerCase() === name.toLowerCase());
  return z.pipe(
    z.string().check(
      z.refine((name) => find(name) !== undefined, {
        error: ({ input }) => `'${input}' is no provider: choose one of ${providers.join(', ')}`,
      }),
    ),
    z.transform((name) => find(name) ?? name),
  );
};

const weekday = z.pipe(z.string().check(z.toLowerCase()), z.enum(WEEKDAYS));
const timeOfDay = z
  .string()
  .check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "is a time of day, such as '23:30'"));
const zoneName = z
  .string()
  .check(z.refine(isTimeZone, "is a time zone by its IANA name, such as 'America/Toronto'"));
const isoDay = z.string().check(z.refine(isDay, "is a day, such as '2026-12-25'"));

const schemaFor = (providers: readonly string[], timeZone: string) =>
  z
    .array(
      z.strictObject({
        provider: providerOf(providers),
        weekdays: z._default(
          z.array(weekday).check(z.minLength(1, 'a day of the week is missing')),
          [...WEEKDAYS],
        ),
        by: timeOfDay,
        leastRows: z._default(z.int().check(z.minimum(0)), 0),
        timeZone: z._default(zoneName, timeZone),
        except: z._default(z.array(isoDay), []),
      }),
    )
    .check(z.minLength(1, 'a delivery is missing'));

/**
 * Parses a calendar of expected deliveries: a list of `{provider, by, weekdays?, leastRows?, timeZone?,
 * except?}` (see `Delivery`). An entry's weekdays default to all seven, its time zone to `timeZone`.
 *
 * @param input the parsed JSON
 * @param options the known providers, and the default time zone as an IANA name
 * @returns the entries
 * @throws {RangeError} listing every error with its entry: 'deliveries[1].by: …'.
 */
export function parseDeliveries(
  input: unknown,
  { providers, timeZone }: { readonly providers: readonly string[]; readonly timeZone: string },
): readonly Delivery[] {
  const schema = z.object({ deliveries: schemaFor(providers, timeZone) });
  const parsed = parseDefinition(schema, { deliveries: input }, 'deliveries');
  if ('data' in parsed) return parsed.data.deliveries;
  throw new RangeError(parsed.faults.join('; '));
}

/** Returns the zone's offset from UTC at an instant, in ms. */
function offsetAt(instant: number, timeZone: string): number {
  const format = Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  const parts = new Map(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return local - Math.floor(instant / 1000) * 1000;
}

/**
 * Returns the instant at which a clock in the zone shows this day and time; for a time that the clock
 * skips, an hour earlier.
 */
function instantOf(day: string, time: string, timeZone: string): number {
  const local = Date.parse(`${day}T${time}:00Z`);
  const first = local - offsetAt(local, timeZone);
  return local - offsetAt(first, timeZone);
}

const dayIn = (instant: number, timeZone: string): string =>
  new Date(instant + offsetAt(instant, timeZone)).toISOString().slice(0, 10);

/**
 * Returns when a delivery is due after `from` and up to and including `to`, in ms since 1970, in order.
 *
 * @param delivery an entry of the calendar
 * @param from ms since 1970
 * @param to ms since 1970
 */
export function duesBetween(delivery: Delivery, from: number, to: number): readonly number[] {
  const { by, except, timeZone, weekdays } = delivery;
  const dues: number[] = [];
  const last = dayIn(to, timeZone);
  for (let day = dayIn(from, timeZone); day <= last; day = nextDay(day)) {
    const weekday = WEEKDAYS[new Date(day).getUTCDay()];
    if (weekday === undefined || !weekdays.includes(weekday) || except.includes(day)) continue;
    const due = instantOf(day, by, timeZone);
    if (due > from && due <= to) dues.push(due);
  }
  return dues;
}

const nextDay = (day: string): string =>
  new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

/**
 * Returns whether a due delivery falls on a day without one.
 *
 * @param delivery an entry of the calendar
 * @param due when it is due, in ms since 1970
 */
export const isExcepted = ({ except, timeZone }: Delivery, due: number): boolean =>
  except.includes(dayIn(due, timeZone));
