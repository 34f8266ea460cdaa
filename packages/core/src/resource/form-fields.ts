import type { FieldInput, FormField } from './form.types.ts';
import type { ValueKind } from './resource.types.ts';

/** One line of a table of fields: wire name, label, input, and any other properties. */
export type FieldEntry<Name extends string = string> = readonly [
  name: Name,
  label: string,
  input: FieldInput,
  more?: Omit<FormField, 'name' | 'label' | 'input' | 'section'>,
];

/** The names of the fields of a table. */
export type FieldNames<Fields extends readonly FormField[]> = Fields[number]['name'];

/** Returns the fields of a section from a table. Their names are part of their type: callers' drafts and needs have them. */
export const formSection = <const Name extends string>(
  section: string,
  entries: readonly FieldEntry<Name>[],
): FormField<Name>[] =>
  entries.map(([name, label, input, more]) => ({ name, label, section, input, ...more }));

const INPUTS: Readonly<Partial<Record<ValueKind, FieldInput>>> = {
  integer: 'integer',
  money: 'decimal',
  price: 'decimal',
  volume: 'decimal',
  card: 'card',
  instant: 'instant',
  day: 'day',
  boolean: 'flag',
  days: 'days',
};

/** Returns the input for a kind of value. */
export const inputOf = (kind: ValueKind): FieldInput => INPUTS[kind] ?? 'text';

/** Returns the field locked for the reason; a field that is already locked keeps its own reason. */
export const lock = <Name extends string>(
  field: FormField<Name>,
  reason: string,
): FormField<Name> => ({
  ...field,
  locked: field.locked ?? reason,
});
