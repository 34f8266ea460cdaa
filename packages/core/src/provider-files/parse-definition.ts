import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';

/** Texts of zod's own checks: zod/mini has none, and setting them for everybody is the application's. */
const { localeError } = en();

/**
 * Parses data that a person wrote, such as a layout. Returns it, or every error with its place as written in
 * JSON: 'columns[3].kind: …'; `whole` is the place of an error of the whole.
 */
export function parseDefinition<Parsed>(
  schema: z.core.$ZodType<Parsed>,
  input: unknown,
  whole: string,
): { readonly data: Parsed } | { readonly faults: readonly string[] } {
  const parsed = z.safeParse(schema, input, { error: localeError });
  if (parsed.success) return { data: parsed.data };
  const { issues } = parsed.error;
  return { faults: issues.map(({ message, path }) => `${dataSheetOf(path) || whole}: ${message}`) };
}

const dataSheetOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (before, key) =>
      typeof key === 'number' ? `${before}[${key}]` : `${before}${before && '.'}${String(key)}`,
    '',
  );
