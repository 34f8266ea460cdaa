import { formatDay, isDay } from '@forecourt/core';

/** Years a day is chosen from (LIST-06). */
export const YEARS = Array.from({ length: 21 }, (_, index) => 2020 + index);

const pad = (value: number): string => String(value).padStart(2, '0');

/** YYYY-MM-DD of a calendar day, for dates made as UTC midnights. */
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

export const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** The viewer's own day. */
export function today(): string {
  const now = new Date();
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

export const isOffered = (day: string): boolean =>
  isDay(day) && YEARS.includes(Number(day.slice(0, 4)));

/** 'dd/mm/yy' or 'dd/mm/yyyy' → YYYY-MM-DD; undefined for anything that is no day. Its limits are the field's. */
export function parseTyped(text: string): string | undefined {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/.exec(text.trim());
  if (!match) return undefined;
  const [, date = '', month = '', year = ''] = match;
  const day = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

/** A day as it is typed; what is none stands as it is. */
export const typedText = (day: string): string => (isDay(day) ? formatDay(day) : day);

export function addDays(day: string, days: number): string {
  const date = dateOf(day);
  date.setUTCDate(date.getUTCDate() + days);
  return dayOf(date);
}

/** The same date so many months on, or the month's last one. */
export function addMonths(day: string, months: number): string {
  const date = dateOf(day);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, last));
  return dayOf(date);
}

/** The weeks of a day's month, from Sunday; days of the months beside it fill them up. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const start = addDays(first, -dateOf(first).getUTCDay());
  const days = Array.from({ length: 42 }, (_, index) => addDays(start, index));
  return [0, 7, 14, 21, 28, 35]
    .map((at) => days.slice(at, at + 7))
    .filter((week) => week.some((one) => one.slice(0, 7) === day.slice(0, 7)));
}
