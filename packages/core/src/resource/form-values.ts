import { Decimal } from '../format/decimal.ts';
import type { Draft, DraftValue, Flags, FormField } from './form.types.ts';
import type { Option } from './resource.types.ts';

/** Between a form's draft, which holds what was typed, and the values of the domain and the wire. */

const isFlags = (value: unknown): value is Flags =>
  typeof value === 'object' && value !== null && !(value instanceof Decimal);

/** A value of the domain as it stands in a draft; nothing is ''. */
export function toDraftValue(value: unknown): DraftValue {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean' || isFlags(value)) return value;
  return String(value);
}

/** 31.3 of money as '31.30'; what is no number stays as it is. */
function padded(value: unknown, shownPlaces: number): unknown {
  const number = Decimal.parse(String(value ?? ''));
  return number && number.scale < shownPlaces ? number.toFixed(shownPlaces) : value;
}

/** The values of those fields, from a record or without one; secrets have no place in a draft. */
export function toDraft(
  fields: readonly Pick<FormField, 'name' | 'secret' | 'shownPlaces'>[],
  record: object = {},
): Draft {
  const values = record as Readonly<Record<string, unknown>>;
  const open = fields.filter(({ secret }) => !secret);
  return Object.fromEntries(
    open.map(({ name, shownPlaces = 0 }) => [
      name,
      toDraftValue(shownPlaces > 0 ? padded(values[name], shownPlaces) : values[name]),
    ]),
  );
}

/** Text in a draft without outer blanks; '' where there is none. */
export function textIn(draft: Draft, name: string): string {
  const value = draft[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** Number in a draft; undefined where nothing, or no number, was typed. */
export const decimalIn = (draft: Draft, name: string): Decimal | undefined =>
  Decimal.parse(textIn(draft, name));

/** Flags in a draft; none where there are none. */
export function flagsIn(draft: Draft, name: string): Flags {
  const value = draft[name];
  return isFlags(value) ? value : {};
}

/** A draft's number for the wire; null where nothing was typed. */
export const numberIn = (draft: Draft, name: string): number | null => {
  const value = decimalIn(draft, name);
  return value ? Number(value.toString()) : null;
};

/** As `numberIn`, for money: at most two decimals (INV-05). */
export const moneyIn = (draft: Draft, name: string): number | null => {
  const value = decimalIn(draft, name);
  return value ? Number(value.toFixed(2)) : null;
};

/**
 * A field's value for the wire: numbers as JSON numbers, a day map as JSON text (CARD-10), a card number
 * without blanks, text as it stands. An empty number, day or moment is null.
 */
export function toWireValue({ input, name }: FormField, draft: Draft): unknown {
  if (input === 'decimal' || input === 'integer') return numberIn(draft, name);
  if (input === 'days') return JSON.stringify(flagsIn(draft, name));
  if (input === 'flag') return draft[name] === true;
  // A choice is sent as it was offered or loaded, to the blank.
  if (input === 'choice') return draft[name] ?? '';
  const text = textIn(draft, name);
  // Typed in the groups that it is shown in.
  if (input === 'card') return text.replaceAll(/\s/g, '');
  return text === '' && (input === 'day' || input === 'instant') ? null : text;
}

/** The values of those fields for the wire, by name; secrets are for the form's own body to add. */
export const toWire = (fields: readonly FormField[], draft: Draft): Record<string, unknown> =>
  Object.fromEntries(
    fields.filter(({ secret }) => !secret).map((field) => [field.name, toWireValue(field, draft)]),
  );

const flagNames = (flags: Flags): string =>
  Object.keys(flags)
    .filter((name) => flags[name])
    .sort()
    .join();

/** Is it the same value? Flags are the same when the same ones are on; nothing is ''. */
export function sameValue(one: DraftValue = '', other: DraftValue = ''): boolean {
  if (typeof one === 'object' && typeof other === 'object') {
    return flagNames(one) === flagNames(other);
  }
  return one === other;
}

/** The open fields that hold something else than was loaded; a locked one never does. */
export const changedFields = (
  fields: readonly FormField[],
  draft: Draft,
  loaded: Draft,
): FormField[] =>
  fields.filter(
    ({ locked, name }) => locked === undefined && !sameValue(draft[name], loaded[name]),
  );

/** The choices, and the loaded value among them, shown as it is where it is none of them. */
export const withLoaded = (options: readonly Option[], loaded: string): readonly Option[] =>
  loaded === '' || options.some(({ key }) => key === loaded)
    ? options
    : [...options, { key: loaded, value: loaded }];
