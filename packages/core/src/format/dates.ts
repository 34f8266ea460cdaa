/** Dates as displayed to users (LIST-06), and their wire formats (INV-08). */

/** As the service names them, from Monday. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
/** A day of the week: 'monday'. */
export type Weekday = (typeof WEEKDAYS)[number];

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;
const WIRE_DAY = /^(\d{2})-(\d{2})-(\d{4})(?:[T ](\d{2}:\d{2})(?::\d{2})?)?$/;

/**
 * Returns whether the text is a calendar day, 'YYYY-MM-DD'; 2025-02-29 isn't.
 *
 * @param text any text
 */
export function isDay(text: string): boolean {
  const match = DAY.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/**
 * Returns the current day, YYYY-MM-DD, in `timeZone` (an IANA name) or the local time zone.
 *
 * @param now the time
 * @param timeZone an IANA name: 'America/Toronto'
 */
export function localToday(now = new Date(), timeZone?: string): string {
  return timeZone === undefined
    ? machineToday(now)
    : localText(now, timeZone).slice(0, 'YYYY-MM-DD'.length);
}

/** A time by the machine's own clock, 'YYYY-MM-DDTHH:mm'. */
const machineTime = (time: Date): string =>
  new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** The current day, YYYY-MM-DD, by the machine's own clock: a list needs no more, and no table of time zones. */
export const machineToday = (now = new Date()): string => machineTime(now).slice(0, 10);

/**
 * Returns whether the text is a day with a time, 'YYYY-MM-DDTHH:mm…', with or without an offset.
 *
 * @param text any text
 */
export function isInstant(text: string): boolean {
  const match = INSTANT.exec(text);
  return (
    match?.[1] !== undefined && isDay(match[1]) && Number(match[2]) < 24 && Number(match[3]) < 60
  );
}

/**
 * Formats '2026-11-03' as '03/11/26'; returns any other text unchanged.
 *
 * @param day YYYY-MM-DD
 * @returns the day in two digits each: day, month, year
 */
export function formatDay(day: string): string {
  const match = DAY.exec(day);
  return match ? `${match[3]}/${match[2]}/${match[1]?.slice(2)}` : day;
}

/**
 * Formats '2026-11-03T14:05:00' as '03/11/26 2:05 PM'. A time without an offset is the station's local time
 * and isn't converted; a time with one is converted to `timeZone`, or the viewer's zone (LIST-06). Any
 * other text is returned unchanged.
 *
 * @param instant ISO 8601, with or without an offset
 * @param timeZone an IANA name: 'America/Toronto'
 * @returns the time as a person reads it
 */
export function formatInstant(instant: string, timeZone?: string): string {
  const match = INSTANT.exec(instant);
  if (!match) return formatDay(instant);
  if (match[4]) {
    const time = new Date(instant);
    return Number.isNaN(time.getTime()) ? instant : formatInstant(localText(time, timeZone));
  }
  const hour = Number(match[2]);
  const half = hour < 12 ? 'AM' : 'PM';
  return `${formatDay(match[1] ?? '')} ${hour % 12 === 0 ? 12 : hour % 12}:${match[3]} ${half}`;
}

/** By zone: making one takes ten times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', {
      dateStyle: 'short',
      timeStyle: 'short',
      hourCycle: 'h23',
      timeZone,
    });
  formats.set(timeZone, format);
  return format;
}

function localText(time: Date, timeZone: string | undefined): string {
  // A process's first DateTimeFormat takes 8 ms, a tenth of a command's time; a Date knows its own zone.
  if (timeZone === undefined) return `${machineTime(time)}:00`;
  const parts = formatOf(timeZone).formatToParts(time);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:00`;
}

/**
 * Converts wire 'DD-MM-YYYY' or ISO to 'YYYY-MM-DD' and drops the time; returns undefined for anything
 * else.
 */
export function parseWireDay(text: string): string | undefined {
  const iso = text.slice(0, 10);
  if (isDay(iso)) return iso;
  const match = WIRE_DAY.exec(text);
  if (!match) return undefined;
  const day = `${match[3]}-${match[2]}-${match[1]}`;
  return isDay(day) ? day : undefined;
}

/**
 * Converts wire 'DD-MM-YYYY HH:mm' or ISO to 'YYYY-MM-DDTHH:mm:00'. A day without a time stays a day;
 * returns undefined for anything else.
 *
 * @param text as the service sends it
 * @returns the time, or the day
 */
export function parseWireInstant(text: string): string | undefined {
  if (isInstant(text)) return text.replace(' ', 'T');
  const match = WIRE_DAY.exec(text);
  const day = parseWireDay(text);
  if (day === undefined || !match?.[4]) return day;
  const instant = `${day}T${match[4]}:00`;
  return isInstant(instant) ? instant : undefined;
}

/**
 * Converts 'YYYY-MM-DD' or an instant to wire 'DD-MM-YYYY', followed by ' HH:mm' if it has a time.
 *
 * @param value a day or an instant
 * @returns the text that the service reads
 */
export function toWireDay(value: string): string {
  const [day = '', time] = value.split('T');
  const [year, month, date] = day.split('-');
  return `${date}-${month}-${year}${time ? ` ${time.slice(0, 5)}` : ''}`;
}
