import { formatDay, isDay } from '@forecourt/core';

/** The years on offer (LIST-06). */
export const YEARS = Array.from({ length: 21 }, (_, index) => 2020 + index);

const pad = (value: number): string => String(value).padStart(2, '0');

/** YYYY-MM-DD of a date in the viewer's time zone, as calendars have it. */
export const dayOfLocal = (date: Date): string =>
  `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

/** A date as calendars take it: its midnight in the viewer's time zone. */
export function localDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

/** The current date in the viewer's time zone. */
export const today = (): string => dayOfLocal(new Date());

export const isOffered = (day: string): boolean =>
  isDay(day) && YEARS.includes(Number(day.slice(0, 4)));

/**
 * Converts 'dd/mm/yy' or 'dd/mm/yyyy', also with hyphens or points, to YYYY-MM-DD; undefined for anything else.
 * Limits are up to the field.
 */
export function parseTyped(text: string): string | undefined {
  const match = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{2}|\d{4})$/.exec(text.trim());
  if (!match) return undefined;
  const [, date = '', , month = '', year = ''] = match;
  const day = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

/** Formats a date as it is typed; returns any other text unchanged. */
export const typedText = (day: string): string => (isDay(day) ? formatDay(day) : day);
