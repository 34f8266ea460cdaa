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

/** Where the part has letters, both are lowered first, which takes as long as the search itself. */
const containsText = (text: Expression<string>, part: string): Condition =>
  /[A-Za-z]/.test(part)
    ? sql<SqlBool>`instr(lower(${text}), ${lowered(part)}) > 0`
    : sql<SqlBool>`instr(${text}, ${part}) > 0`;

/** The same of a value that was read already. */
export const textContaining = (text: string, part: string): boolean =>
  lowered(text).includes(lowered(part));

/** Whole units as the text people see; money: 1250 → '12.50', -5 → '-0.05'. */
const decimalText = (column: Expression<number>, one: RawBuilder<number>): Expression<string> =>
  sql`(case when ${column} < 0 then '-' else '' end || cast(abs(${column}) / ${one} as text) || '.' || substr(cast(${one} + abs(${column}) % ${one} as text), 2))`;

/** 2026-11-20T08:30 as 20-11-2026 08:30, the way invoices write it. */
const dayFirst = (column: Expression<string>): Expression<string> =>
  sql`(substr(${column}, 9, 2) || '-' || substr(${column}, 6, 2) || '-' || substr(${column}, 1, 4) || replace(substr(${column}, 11), 'T', ' '))`;

/** Part of a day, in either of the two writings. */
export const dayContaining = (day: string, part: string): boolean =>
  day.includes(part) || day.split('-').reverse().join('-').includes(part);

/** A day or moment in either of the wire's writings → the ISO text it begins with. */
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
    // An amount with more digits than are kept equals none of them, on either side of the point.
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
  // Neither day nor year beside a time: both writings have it or neither.
  if (/^[\d:]*$/.test(value)) return containsText(text, value);
  const written = containsText(dayFirst(text), value);
  // The blank in front of a time: few moments have that time, and only those are written out.
  const time = /^[\d-]* ([\d:]*)$/.exec(value)?.[1];
  if (time !== undefined) return sql<SqlBool>`(${containsText(text, `T${time}`)} and ${written})`;
  return sql<SqlBool>`(${containsText(text, value)} or ${written})`;
}

/** The condition a filter stands for. Throws a 400 that names the field when the value makes no sense there. */
export const conditionOf = (field: ListField, filter: ListFilter): Condition =>
  filter.match === 'exact' ? exactly(field, filter) : containing(field, filter.value);
