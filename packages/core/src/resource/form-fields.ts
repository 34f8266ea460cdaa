import type { FieldInput, FormField } from './form.types.ts';
import type { ValueKind } from './resource.types.ts';

/** One line of a table of fields: wire name, label, how it is given, and what else there is to say. */
export type FieldEntry = readonly [
  name: string,
  label: string,
  input: FieldInput,
  more?: Omit<FormField, 'name' | 'label' | 'input' | 'section'>,
];

/** The fields of a section, from a table. */
export const formSection = (section: string, entries: readonly FieldEntry[]): FormField[] =>
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

/** How a value of that kind is given. */
export const inputOf = (kind: ValueKind): FieldInput => INPUTS[kind] ?? 'text';

/** The field, locked for that reason; a lock it has already stays. */
export const lock = (field: FormField, reason: string): FormField => ({
  ...field,
  locked: field.locked ?? reason,
});
