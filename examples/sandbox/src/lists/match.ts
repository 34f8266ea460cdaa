import { Decimal } from '@forecourt/core';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { SCALES } from '../amounts.ts';
import { badRequest } from '../http/problem.ts';
import type { ListField } from './list-definition.ts';
import type { ListFilter } from './list-request.ts';
import { moneyPart } from './money-parts.ts';

export type Condition = Expression<SqlBool>;

/** Plain letters alone, as the databases' lower() does. */
export const lowered = (text: string): string =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Lowers both only if the part has letters, because that takes as long as the search. */
const containsText = (text: Expression<string>, part: string): Condition =>
  /[A-Za-z]/.test(part)
    ? sql<SqlBool>`instr(lower(${text}), ${lowered(part)}) > 0`
    : sql<SqlBool>`instr(${text}, ${part}) > 0`;

/** The same for a value that is already read. */
export const textContaining = (text: string, part: string): boolean =>
  lowered(text).includes(lowered(part));

/** Whole units as displayed text; money: 1250 → '12.50', -5 → '-0.05'. */
const decimalText = (column: Expression<number>, one: RawBuilder<number>): Expression<string> =>
  sql`(case when ${column} < 0 then '-' else '' end || cast(abs(${column}) / ${one} as text) || '.' || substr(cast(${one} + abs(${column}) % ${one} as text), 2))`;

/** 2026-11-20T08:30 as 20-11-2026 08:30, as on invoices. */
const dayFirst = (column: Expression<string>): Expression<string> =>
  sql`(substr(${column}, 9, 2) || '-' || substr(${column}, 6, 2) || '-' || substr(${column}, 1, 4) || replace(substr(${column}, 11), 'T', ' '))`;

/** Matches part of a day in either format. */
export const dayContaining = (day: string, part: string): boolean =>
  day.includes(part) || day.split('-').reverse().join('-').includes(part);

/** Converts a day or moment in either wire format to the start of its ISO text. */
function isoPrefix(value: string): string | undefined {
  const match =
    /^(?:(\d{4})-(\d{2})-(\d{2})|(\d{2})-(\d{2})-(\d{4}))(?:[T ](\d{2}:\d{2}(?::\d{2})?))?$/.exec(
      value.trim(),
    );
  if (!match) return undefined;
  const [, y, m, d, day, month, year, time] = match;
  return `${y ?? year}-${m ?? month}-${d ?? day}${time === undefined ? '' : `T${time}`}`;
}

const within = (column: Expression<string>, prefix: string): Condition =>
  sql<SqlBool>`${column} >= ${prefix} and ${column} < ${`${prefix}~`}`;

function exactly(field: ListField, filter: ListFilter): Condition {
  const { value } = filter;
  const refuse = (expected: string) =>
    badRequest(
      `${filter.field} is compared with ${expected}, not with "${value}".`,
      `/filter/${filter.field}`,
    );
  if (field.kind === 'text') return sql<SqlBool>`${sql.ref(field.column)} = ${value}`;
  if (field.kind in SCALES || field.kind === 'whole') {
    const scale = field.kind === 'whole' ? 0 : SCALES[field.kind as keyof typeof SCALES];
    const number = Decimal.parse(value);
    if (!number) throw refuse('a number');
    const rounded = number.round(scale);
    // An amount with more digits than are stored equals none.
    const units = Number(rounded.coefficient);
    if (!rounded.equals(number) || !Number.isSafeInteger(units)) return sql<SqlBool>`1 = 0`;
    return sql<SqlBool>`${sql.ref(field.column)} = ${units}`;
  }
  const prefix = isoPrefix(value);
  if (prefix === undefined) throw refuse('a day such as 2026-11-20 or 20-11-2026');
  return within(sql.ref(field.column), prefix);
}

function containing(field: ListField, value: string): Condition {
  const text = sql.ref<string>(field.column);
  if (field.kind === 'text') return containsText(text, value);
  if (field.kind === 'money') {
    const column = sql.ref<number>(field.column);
    return moneyPart(column, value) ?? containsText(decimalText(column, sql<number>`100`), value);
  }
  if (field.kind === 'rate' || field.kind === 'price') {
    const one = field.kind === 'rate' ? sql<number>`10000` : sql<number>`100000`;
    return containsText(decimalText(sql.ref<number>(field.column), one), value);
  }
  if (field.kind === 'whole') return containsText(sql`cast(${text} as text)`, value);
  const prefix = isoPrefix(value);
  if (prefix !== undefined) return within(text, prefix);
  // Only a time, which both formats write alike.
  if (/^[\d:]*$/.test(value)) return containsText(text, value);
  const written = containsText(dayFirst(text), value);
  // A time after a blank: few moments match, and only those are formatted.
  const time = /^[\d-]* ([\d:]*)$/.exec(value)?.[1];
  if (time !== undefined) return sql<SqlBool>`(${containsText(text, `T${time}`)} and ${written})`;
  return sql<SqlBool>`(${containsText(text, value)} or ${written})`;
}

/** Returns the condition of a filter. Throws a 400 that names the field if the value isn't valid there. */
export const conditionOf = (field: ListField, filter: ListFilter): Condition =>
  filter.match === 'exact' ? exactly(field, filter) : containing(field, filter.value);
