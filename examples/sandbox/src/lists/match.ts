import { Decimal } from '@forecourt/core';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { SCALES } from '../amounts.ts';
import { badRequest } from '../http/problem.ts';
import type { ListField } from './list-definition.ts';
import type { ListFilter } from './list-request.ts';

type Condition = Expression<SqlBool>;

/** Plain letters alone, as the databases' lower() does. */
const lowered = (text: string): string =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

const like = (text: Expression<string>, part: string): Condition =>
  sql<SqlBool>`lower(${text}) like ${`%${lowered(part).replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

/** Whole units as the text people see; money: 1250 → '12.50', -5 → '-0.05'. */
const decimalText = (column: Expression<number>, one: RawBuilder<number>): Expression<string> =>
  sql`(case when ${column} < 0 then '-' else '' end || cast(abs(${column}) / ${one} as text) || '.' || substr(cast(${one} + abs(${column}) % ${one} as text), 2))`;

/** 2026-11-20T08:30 as 20-11-2026 08:30, the way invoices write it. */
const dayFirst = (column: Expression<string>): Expression<string> =>
  sql`(substr(${column}, 9, 2) || '-' || substr(${column}, 6, 2) || '-' || substr(${column}, 1, 4) || replace(substr(${column}, 11), 'T', ' '))`;

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
  if (field.kind === 'money' || field.kind === 'rate' || field.kind === 'whole') {
    const scale = field.kind === 'whole' ? 0 : SCALES[field.kind];
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

/** '864.45' can only be the end of an amount, which arithmetic finds faster than text. */
function moneyEnding(column: Expression<number>, value: string): Condition | undefined {
  const digits = /^(\d{1,12})\.(\d{2})$/.exec(value);
  if (!digits) return undefined;
  const text = `${digits[1]}${digits[2]}`;
  // Shorter amounts have no digits of their own in front of a leading zero.
  if (digits[1] !== '0' && text.startsWith('0')) return undefined;
  return sql<SqlBool>`abs(${column}) % ${10 ** text.length} = ${Number(text)}`;
}

function containing(field: ListField, value: string): Condition {
  const text = sql.ref<string>(field.column);
  if (field.kind === 'text') return like(text, value);
  if (field.kind === 'money') {
    const column = sql.ref<number>(field.column);
    return moneyEnding(column, value) ?? like(decimalText(column, sql<number>`100`), value);
  }
  if (field.kind === 'rate') {
    return like(decimalText(sql.ref<number>(field.column), sql<number>`10000`), value);
  }
  if (field.kind === 'whole') return like(sql`cast(${text} as text)`, value);
  const prefix = isoPrefix(value);
  if (prefix !== undefined) return within(text, prefix);
  return sql<SqlBool>`(${like(text, value)} or ${like(dayFirst(text), value)})`;
}

/** The condition a filter stands for. Throws a 400 that names the field when the value makes no sense there. */
export const conditionOf = (field: ListField, filter: ListFilter): Condition =>
  filter.match === 'exact' ? exactly(field, filter) : containing(field, filter.value);
