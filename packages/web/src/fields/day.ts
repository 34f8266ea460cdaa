import { formatDay, isDay } from '@forecourt/core';

/** The years on offer (LIST-06). */
export const YEARS = Array.from({ length: 21 }, (_, index) => 2020 + index);

const pad = (value: number): string => String(value).padStart(2, '0');

/** YYYY-MM-DD of a date made at midnight UTC. */
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

export const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** The current date in the viewer's time zone. */
export function today(): string {
  const now = new Date();
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

export const isOffered = (day: string): boolean =>
  isDay(day) && YEARS.includes(Number(day.slice(0, 4)));

/**
 * Converts 'dd/mm/yy' or 'dd/mm/yyyy' to YYYY-MM-DD; undefined for anything else. Limits are up to
 * the field.
 */
export function parseTyped(text: string): string | undefined {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/.exec(text.trim());
  if (!match) return undefined;
  const [, date = '', month = '', year = ''] = match;
  const day = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

/** Formats a date as it is typed; returns any other text unchanged. */
export const typedText = (day: string): string => (isDay(day) ? formatDay(day) : day);

export function addDays(day: string, days: number): string {
  const date = dateOf(day);
  date.setUTCDate(date.getUTCDate() + days);
  return dayOf(date);
}

/** The same day a number of months later, or the last day of that month. */
export function addMonths(day: string, months: number): string {
  const date = dateOf(day);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, last));
  return dayOf(date);
}

/** The weeks of a date's month, starting on Sunday, filled up with days of the adjacent months. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const start = addDays(first, -dateOf(first).getUTCDay());
  const days = Array.from({ length: 42 }, (_, index) => addDays(start, index));
  return [0, 7, 14, 21, 28, 35]
    .map((at) => days.slice(at, at + 7))
    .filter((week) => week.some((one) => one.slice(0, 7) === day.slice(0, 7)));
}
