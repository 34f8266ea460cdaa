import type { Draft, FormField } from './form.types.ts';

const dependsOn = ({ options }: FormField, name: string): boolean =>
  options !== undefined && 'reference' in options && options.by?.includes(name) === true;

/**
 * The draft without the choices whose lists hung on the value that changed: another country clears
 * province and city, another province clears the city (USER-05). The same value again clears nothing.
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
