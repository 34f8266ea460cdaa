import type { Draft, FormField } from './form.types.ts';

const basisOf = ({ options }: FormField): readonly string[] =>
  options !== undefined && 'reference' in options ? (options.by ?? []) : [];

const dependsOn = (field: FormField, name: string): boolean => basisOf(field).includes(name);

/**
 * Returns whether a field, and every field that its list depends on, still has the loaded value. Such a
 * value stays valid even if the list no longer contains it; a city under another province doesn't.
 */
export const isAsLoaded = (field: FormField, draft: Draft, loaded: Draft): boolean =>
  [field.name, ...basisOf(field)].every((name) => (draft[name] ?? '') === (loaded[name] ?? ''));

/**
 * Returns the groups of fields whose choices depend on each other, in the form's order: country, province
 * and city.
 */
export function dependentGroups(fields: readonly FormField[]): readonly (readonly FormField[])[] {
  const groupOf = new Map<string, Set<string>>();
  for (const field of fields) {
    const basis = basisOf(field);
    if (basis.length === 0) continue;
    const joined = new Set(
      [field.name, ...basis].flatMap((name) => [...(groupOf.get(name) ?? [name])]),
    );
    for (const name of joined) groupOf.set(name, joined);
  }
  return [...new Set(groupOf.values())].map((names) =>
    fields.filter(({ name }) => names.has(name)),
  );
}

/**
 * Returns the draft without the choices whose lists depend on the changed value: another country clears
 * province and city, another province clears the city (USER-05). Setting the same value again clears
 * nothing.
 */
export function clearDependents(
  fields: readonly FormField[],
  draft: Draft,
  name: string,
  before: Draft,
): Draft {
  if (draft[name] === before[name]) return draft;
  const cleared = fields.filter((field) => dependsOn(field, name)).map((field) => [field.name, '']);
  return { ...draft, ...Object.fromEntries(cleared) };
}
