import { cardDigits } from '../format/card-number.ts';
import { Decimal } from '../format/decimal.ts';
import { phoneDigits } from '../format/phone.ts';
import { parseTyped } from '../format/values.ts';
import type {
  Draft,
  DraftValue,
  Flags,
  FormDefinition,
  FormField,
  FormState,
  OptionSource,
} from './form.types.ts';
import type { Option } from './resource.types.ts';

/** Converts between a form's draft, which holds what was typed, and domain and wire values. */

const isFlags = (value: unknown): value is Flags =>
  typeof value === 'object' && value !== null && !(value instanceof Decimal);

/** Converts a domain value to a draft value; undefined and null become ''. */
export function toDraftValue(value: unknown): DraftValue {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean' || isFlags(value)) return value;
  return String(value);
}

/** Pads 31.3 of money to '31.30'; returns anything that isn't a number unchanged. */
function padded(value: unknown, shownPlaces: number): unknown {
  const number = Decimal.parse(String(value ?? ''));
  return number && number.scale < shownPlaces ? number.toFixed(shownPlaces) : value;
}

/**
 * Returns the fields' values from a record, or their empty values without one. Secrets never enter a draft.
 */
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

/** Returns a draft's text without surrounding blanks, or ''. */
export function textIn(draft: Draft, name: string): string {
  const value = draft[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** Returns a draft's number, typed plain or grouped (LIST-14), or undefined if it is empty or not a number. */
export const decimalIn = (draft: Draft, name: string): Decimal | undefined =>
  parseTyped(textIn(draft, name));

/** Returns a draft's flags, or {} if it has none. */
export function flagsIn(draft: Draft, name: string): Flags {
  const value = draft[name];
  return isFlags(value) ? value : {};
}

/** Returns a draft's number for the wire, or null if it is empty. */
export const numberIn = (draft: Draft, name: string): number | null => {
  const value = decimalIn(draft, name);
  return value ? Number(value.toString()) : null;
};

/** Like `numberIn`, for money: rounded to two decimals (INV-05). */
export const moneyIn = (draft: Draft, name: string): number | null => {
  const value = decimalIn(draft, name);
  return value ? Number(value.toFixed(2)) : null;
};

/**
 * Converts a field to its wire value: numbers to JSON numbers, a day map to JSON text (CARD-10), a card
 * number to digits only; text stays unchanged. An empty number, day or instant becomes null.
 */
function toWireValue({ input, name }: FormField, draft: Draft): unknown {
  if (input === 'decimal' || input === 'integer') return numberIn(draft, name);
  if (input === 'days') return JSON.stringify(flagsIn(draft, name));
  if (input === 'flag') return draft[name] === true;
  // A choice is sent exactly as it was offered or loaded, blanks included.
  if (input === 'choice') return draft[name] ?? '';
  const text = textIn(draft, name);
  // Users type it in the same groups of digits as it is shown.
  if (input === 'card') return cardDigits(text);
  if (input === 'phone') return phoneDigits(text);
  return text === '' && (input === 'day' || input === 'instant') ? null : text;
}

/** Returns the keys of a list of choices; undefined if they aren't known. */
type KeysOf = (source: OptionSource, draft: Draft) => readonly string[] | undefined;

/**
 * Returns the state with each choice as the key that it matched, because choices are compared without the blanks
 * around them: ' HOLD ' becomes 'HOLD'. A text in place of an optional list that the service doesn't have loses its
 * blanks too. Loaded values and those of unknown lists stay as they are.
 *
 * @param form the form's fields
 * @param state its draft
 * @param keysOf the keys of lists that the state doesn't have
 */
export function withKeys<Detail>(
  form: Pick<FormDefinition<Detail>, 'draft' | 'fields'>,
  state: FormState<Detail>,
  keysOf: KeysOf = () => undefined,
): FormState<Detail> {
  const { choices, detail, draft } = state;
  const loaded = detail === undefined ? {} : form.draft(detail);
  const matched = form.fields(state).flatMap(({ input, name, options = [] }) => {
    const value = draft[name];
    if (input !== 'choice' || typeof value !== 'string' || value === loaded[name]) return [];
    const keys =
      'reference' in options
        ? (keysOf(options, draft) ?? choices?.(options.reference).map(({ key }) => key) ?? [])
        : options.map(({ key }) => key);
    if (keys.includes(value)) return [];
    const isFree = keys.length === 0 && 'reference' in options && options.optional === true;
    const key = isFree ? value.trim() : keys.find((one) => one.trim() === value.trim());
    return key === undefined ? [] : [[name, key] as const];
  });
  return matched.length === 0
    ? state
    : { ...state, draft: { ...draft, ...Object.fromEntries(matched) } };
}

/** Returns the fields' wire values by name, without secrets, which the form's own `body` adds. */
export const toWire = (fields: readonly FormField[], draft: Draft): Record<string, unknown> =>
  Object.fromEntries(
    fields.filter(({ secret }) => !secret).map((field) => [field.name, toWireValue(field, draft)]),
  );

const flagNames = (flags: Flags): string =>
  Object.keys(flags)
    .filter((name) => flags[name])
    .sort()
    .join();

/**
 * Returns whether two values are equal. Flags are equal if the same ones are on; a missing value equals ''.
 */
export function sameValue(one: DraftValue = '', other: DraftValue = ''): boolean {
  if (typeof one === 'object' && typeof other === 'object') {
    return flagNames(one) === flagNames(other);
  }
  return one === other;
}

/** Returns the unlocked fields whose value differs from the loaded one. */
export const changedFields = (
  fields: readonly FormField[],
  draft: Draft,
  loaded: Draft,
): FormField[] =>
  fields.filter(
    ({ locked, name }) => locked === undefined && !sameValue(draft[name], loaded[name]),
  );

/** Returns the options, with the loaded value added if it isn't among them. */
export const withLoaded = (options: readonly Option[], loaded: string): readonly Option[] =>
  loaded === '' || options.some(({ key }) => key === loaded)
    ? options
    : [...options, { key: loaded, value: loaded }];
