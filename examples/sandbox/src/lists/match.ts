import { Decimal, missingDay } from '@forecourt/core';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { SCALES } from '../amounts.ts';
import type { Account } from '../auth/account.ts';
import { badRequest } from '../http/problem.ts';
import type { ListField } from './list-definition.ts';
import type { ListFilter, ListRequest } from './list-request.ts';
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

/** Whether a value that is already read begins like this. */
export const textBeginning = (text: string, part: string): boolean =>
  lowered(text).startsWith(lowered(part));

/** Whether a value that is already read contains this. */
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

const refuse = ({ field, value }: ListFilter, expected: string) =>
  badRequest(`${field} is compared with ${expected}, not with "${value}".`, `/filter/${field}`);

const isNumber = ({ kind }: ListField): boolean => kind in SCALES || kind === 'whole';

/** An amount in the column's own units, rounded, and on which side of the amount that is. */
function unitsOf({ kind }: ListField, filter: ListFilter) {
  const number = Decimal.parse(filter.value);
  if (!number) throw refuse(filter, 'a number');
  const rounded = number.round(kind === 'whole' ? 0 : SCALES[kind as keyof typeof SCALES]);
  return { units: Number(rounded.coefficient), side: rounded.compare(number) };
}

function prefixOf(filter: ListFilter): string {
  const prefix = isoPrefix(filter.value);
  if (prefix === undefined) throw refuse(filter, 'a day such as 2026-11-20 or 20-11-2026');
  const missing = missingDay(prefix.slice(0, 10));
  if (missing !== undefined) {
    throw badRequest(`${filter.field}: ${missing}.`, `/filter/${filter.field}`);
  }
  return prefix;
}
function exactly(field: ListField, filter: ListFilter): Condition {
  const column = sql.ref<string>(field.column);
  if (field.kind === 'text') return sql<SqlBool>`${column} = ${filter.value}`;
  if (!isNumber(field)) return within(column, prefixOf(filter));
  const { units, side } = unitsOf(field, filter);
  // An amount with more digits than are kept equals none of them, on either side of the point.
  if (side !== 0 || !Number.isSafeInteger(units)) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`${column} = ${units}`;
}

const storable = (units: number): number =>
  Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, units));

/** From or to a value, inclusive (LIST-14): plain comparisons of the column, which its index answers. */
function bounded(field: ListField, filter: ListFilter): Condition {
  const column = sql.ref<string>(field.column);
  const isFrom = filter.match === 'from';
  if (field.kind === 'text') throw refuse(filter, 'a text: it is, contains or begins with one');
  if (isNumber(field)) {
    const { units, side } = unitsOf(field, filter);
    return isFrom
      ? sql<SqlBool>`${column} >= ${storable(side < 0 ? units + 1 : units)}`
      : sql<SqlBool>`${column} <= ${storable(side > 0 ? units - 1 : units)}`;
  }
  const prefix = prefixOf(filter);
  return isFrom ? sql<SqlBool>`${column} >= ${prefix}` : sql<SqlBool>`${column} < ${`${prefix}~`}`;
}

/** Texts that begin like this; without letters a range of the column's index. */
function beginning(field: ListField, filter: ListFilter): Condition {
  const { value } = filter;
  const column = sql.ref<string>(field.column);
  if (field.kind !== 'text') throw refuse(filter, 'from and to');
  if (/^[\x20-\x7d]+$/.test(value) && !/[A-Za-z]/.test(value)) {
    const last = value.charCodeAt(value.length - 1);
    const after = value.slice(0, -1) + String.fromCharCode(last + 1);
    return sql<SqlBool>`(${column} >= ${value} and ${column} < ${after})`;
  }
  return sql<SqlBool>`substr(lower(${column}), 1, ${sql.lit([...value].length)}) = ${lowered(value)}`;
}

/** What 1 is in units of a column, of what isn't money. */
const ONES: Readonly<Partial<Record<ListField['kind'], RawBuilder<number>>>> = {
  quantity: sql`1000`,
  rate: sql`10000`,
  price: sql`100000`,
};

function containing(field: ListField, value: string): Condition {
  const text = sql.ref<string>(field.column);
  if (field.kind === 'text') return containsText(text, value);
  if (field.kind === 'money') {
    const column = sql.ref<number>(field.column);
    return moneyPart(column, value) ?? containsText(decimalText(column, sql<number>`100`), value);
  }
  const one = ONES[field.kind];
  if (one) return containsText(decimalText(sql.ref<number>(field.column), one), value);
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
export function conditionOf(field: ListField, filter: ListFilter, account: Account): Condition {
  if (field.condition) return field.condition(filter, account);
  if (filter.match === 'exact') return exactly(field, filter);
  if (filter.match === 'begins') return beginning(field, filter);
  return filter.match === 'contains' ? containing(field, filter.value) : bounded(field, filter);
}

/**
 * Takes the days out of a request, for rows that are computed for them: `from` and `to`, and filters by the list's own
 * date as from, to or exact. The later first day and the earlier last day count. Throws a 400 for what is no day.
 */
export function takeDays(
  request: ListRequest,
  dateField: string,
): {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly rest: ListRequest;
} {
  const isDay = ({ field, match }: ListFilter) =>
    (field === dateField || field === 'date') && match !== 'contains' && match !== 'begins';
  const ends = request.filters.filter(isDay).map((filter) => {
    const day = prefixOf(filter).slice(0, 10);
    return {
      from: filter.match === 'to' ? undefined : day,
      to: filter.match === 'from' ? undefined : day,
    };
  });
  const days = [{ from: request.from, to: request.to }, ...ends];
  return {
    from: days
      .flatMap(({ from }) => from ?? [])
      .sort()
      .at(-1),
    to: days.flatMap(({ to }) => to ?? []).sort()[0],
    rest: {
      ...request,
      from: undefined,
      to: undefined,
      filters: request.filters.filter((filter) => !isDay(filter)),
    },
  };
}

/** Joins conditions: any of several exact values of one field (LIST-14), and all others. */
export function allOf(
  conditions: readonly { readonly filter: ListFilter; readonly condition: Condition }[],
): Condition[] {
  const groups = Map.groupBy(conditions, ({ filter }) =>
    filter.match === 'exact' ? filter.field : filter,
  );
  return [...groups.values()].map((group) => {
    const [first, ...others] = group.map(({ condition }) => condition);
    if (first === undefined || others.length === 0) return first as Condition;
    return sql<SqlBool>`(${sql.join([first, ...others], sql` or `)})`;
  });
}
