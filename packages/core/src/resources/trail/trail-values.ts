import { Decimal } from '../../format/decimal.ts';
import type { TrailEntry, TrailValue, TrailWords } from './describe-event.ts';

/** A number as long as a card's; ids are shorter. */
const CARD_NUMBER = /(?<![\w.-])\d{15,19}(?![\w.-])/g;
const SECRET = /passw|pwd|secret|token|hash(?!ed)/i;
/** The content of a file is no secret. */
const NOT_SECRET = new Set(['sha256']);
/** Most characters of a value. */
const LONGEST = 300;

/**
 * Shortens numbers that may be a card's to their last four digits.
 *
 * @param text any text
 * @returns the text: 'card …0012'
 */
export const withoutCardNumbers = (text: string): string =>
  text.replaceAll(CARD_NUMBER, (digits) => `…${digits.slice(-4)}`);

type Values = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** 'lines_freed' → 'Lines Freed' */
export const plainLabel = (field: string): string =>
  field
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[_\s]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');

/** A condition of a list, as its call sends it. */
const conditionText = ({ filterField, matchStrategy, query }: Values): string =>
  [plainLabel(textOf(filterField)), textOf(matchStrategy), textOf(query)].join(' ');

/** 'from 2026-10-25 to 2026-11-23, format pdf'; of rights, those that are held: 'read, create'. */
function wordsOf(values: Values): string {
  if ('filterField' in values) return conditionText(values);
  const entries = Object.entries(values);
  const flags = entries.filter(([, value]) => typeof value === 'boolean');
  if (flags.length > 0 && flags.length === entries.length) {
    return flags.flatMap(([name, value]) => (value === true ? name : [])).join(', ');
  }
  const said = entries.flatMap(([name, value]) => {
    const text = textOf(value);
    return text === '' ? [] : `${plainLabel(name).toLowerCase()} ${text}`;
  });
  return said.join(', ').replace(/(^|, )(from \S+), (?=to )/, '$1$2 ');
}

/** A value in words, never as JSON. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) {
    return value.map(textOf).join(value.some(isRecord) ? '; ' : ', ');
  }
  return isRecord(value) ? wordsOf(value) : String(value);
}

/**
 * Returns what a download was asked for in words: a JSON body, or the query of the call, 'from=2026-10-25&to=2026-11-23',
 * as 'from 2026-10-25 to 2026-11-23'. Other text is returned as it is.
 *
 * @param text what the trail has
 */
export function requestInWords(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object') return textOf(body);
  } catch {
    // No JSON: a query, or words already.
  }
  if (!/^[\w.-]+=/.test(text)) return text;
  const query = new URLSearchParams(text);
  return wordsOf(Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)])));
}

/** Days day first, and moments with a T, as people read them: 2026-11-22, 2026-11-22 08:30. */
const dayText = (text: string): string =>
  text
    .replace(/^(\d{2})-(\d{2})-(\d{4})(?=$| \d\d:\d\d$)/, '$3-$2-$1')
    .replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2})?)$/, '$1 $2');

/** Characters that turn the direction of what follows, so that it reads as another text. */
const TURNS = /[\p{Zl}\p{Zp}\p{Bidi_C}]/gu;

/** Stored values that people know by another word (CARD-11, PAY-03). */
const SHOWN_AS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  card_status: { RELEASE: 'ACTIVE' },
  payment_mode: {
    cheque: 'Cheque',
    cash: 'Cash',
    interac_debit_credit: 'Interac/debit/credit',
  },
};

/** A value of a field as text: never a secret, a complete card number or JSON. */
export function shownValue(field: string, value: unknown): string {
  const whole = field === 'asked' ? requestInWords(textOf(value)) : textOf(value);
  const text = (SHOWN_AS[field]?.[whole] ?? whole).replaceAll(TURNS, '');
  if (text === '') return '';
  if (SECRET.test(field) && !NOT_SECRET.has(field)) return text === 'changed' ? text : '••••';
  if (/card_?number/i.test(field) && /\d{5,}/.test(text)) return `…${text.slice(-4)}`;
  const safe = withoutCardNumbers(dayText(text));
  return safe.length > LONGEST ? `${safe.slice(0, LONGEST)}…` : safe;
}

const isPair = (value: unknown): value is readonly [unknown, unknown] =>
  Array.isArray(value) && value.length === 2;

/** Pairs are changes only in events that have pairs; a list of two ids isn't one. */
const LISTS = new Set([
  ...['cardIds', 'days', 'rows', 'accepted_guards', 'tax_tables', 'corrections', 'totals'],
]);

/** With as many decimals as its form shows: 5.5 → '5.50'. */
function figureText(field: string, value: unknown, places: number): string {
  const text = shownValue(field, value);
  const number = places > 0 && typeof value !== 'object' ? Decimal.parse(text) : undefined;
  return number && number.scale < places ? number.toFixed(places) : text;
}

const isRows = (value: unknown): value is readonly Values[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRecord);

/** What a row of a record is known by: the lines of a purchase by their ids, rights by the code of their screen. */
const keyOf = (row: Values, index: number): string => String(row.code ?? row.id ?? index);

const keyed = (value: unknown): ReadonlyMap<string, Values> =>
  new Map(isRows(value) ? value.map((row, index) => [keyOf(row, index), row]) : []);

/** Which menus a user has gained or lost rights to. */
function changedRights(field: string, before: unknown, after: unknown): TrailValue[] {
  const [was, is] = [keyed(before), keyed(after)];
  const held = (row: Values | undefined): string =>
    wordsOf(Object.fromEntries(Object.entries(row ?? {}).filter(([, on]) => on === true)));
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((code) => {
    const name = textOf((is.get(code) ?? was.get(code))?.name ?? code);
    const value = { before: held(was.get(code)), after: held(is.get(code)) };
    if (value.before === value.after) return [];
    return { field: `${field}.${code}`, label: `Rights to ${name}`, ...value };
  });
}

interface Rows {
  readonly field: string;
  readonly resource: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The changed fields of each line; one that was added or removed in brief. */
function changedLines({ after, before, field, resource }: Rows, words: TrailWords): TrailValue[] {
  const [was, is] = [keyed(before), keyed(after)];
  const keys = [...new Set([...is.keys(), ...was.keys()])];
  return keys.flatMap((key, index) => {
    const [old, now] = [was.get(key), is.get(key)];
    const line = `Line ${index + 1}`;
    if (!old || !now) {
      const brief = (row: Values | undefined) => (row ? words.brief(resource, row) : '');
      return { field: `${field}.${index}`, label: line, before: brief(old), after: brief(now) };
    }
    return Object.keys(now).flatMap((name) => {
      const label = words.line(resource, name);
      if (label === undefined) return [];
      const places = words.places(resource, name);
      const value = {
        before: figureText(name, old[name], places),
        after: figureText(name, now[name], places),
      };
      if (value.before === value.after) return [];
      return { field: `${field}.${index}.${name}`, label: `${line} ${label}`, ...value };
    });
  });
}

function valuesOf(
  field: string,
  value: unknown,
  resource: string,
  words: TrailWords,
): readonly TrailValue[] {
  const pair = !LISTS.has(field) && isPair(value) && !isRows(value);
  const [before, after] = pair ? value : ['', value];
  if (pair && field === 'rights') return changedRights(field, before, after);
  if (pair && (isRows(before) || isRows(after))) {
    return changedLines({ field, resource, before, after }, words);
  }
  const label = words.label(resource, field);
  if (label === undefined) return [];
  const places = words.places(resource, field);
  return [
    {
      field,
      label,
      before: figureText(field, before, places),
      after: figureText(field, after, places),
    },
  ];
}

/**
 * Returns what an action changed, by the labels of the record's form (SHELL-14): never a secret, a complete card number or
 * JSON. The lines of a purchase are fields of their own, 'Line 1 Discount', and a user's rights are by menu.
 *
 * @param entry the entry, as the trail keeps it
 * @param words what people call fields, from `loadTrailWords`
 */
export function changedValues(
  { changes, resource }: Pick<TrailEntry, 'changes' | 'resource'>,
  words: TrailWords,
): readonly TrailValue[] {
  const values = Object.entries(changes)
    // The menus of a user show the same rights once more.
    .filter(([field]) => !('rights' in changes && field.endsWith('Menu')))
    .flatMap(([field, value]) => valuesOf(field, value, resource, words))
    .filter(({ after, before }) => before !== '' || after !== '');
  // A record may have a field twice, for older clients: the one that its forms change is last.
  return values.filter(({ label: own }, index) =>
    values.slice(index + 1).every(({ label: later }) => later !== own),
  );
}
