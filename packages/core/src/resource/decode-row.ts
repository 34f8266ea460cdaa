import * as z from 'zod/mini';

type Path = readonly PropertyKey[];

const at = (value: unknown, key: PropertyKey): unknown =>
  (value as Record<PropertyKey, unknown> | undefined)?.[key];

const isBlank = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length === 0;

/**
 * Removes the value at that path from `root`. An entry of a list becomes {}, so that the others keep their
 * positions. If the value is already gone and still refused, its parent is removed.
 */
function blank(root: unknown, path: Path): unknown {
  const key = path.at(-1);
  if (key === undefined) return {};
  const holder = path.slice(0, -1).reduce(at, root);
  // Already removed for an earlier issue.
  if (typeof holder !== 'object' || holder === null) return root;
  if (Array.isArray(holder) ? isBlank(at(holder, key)) : at(holder, key) === undefined) {
    return blank(root, path.slice(0, -1));
  }
  if (Array.isArray(holder)) holder[key as number] = {};
  else delete (holder as Record<PropertyKey, unknown>)[key];
  return root;
}

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** Texts for the checks that wire values make: zod/mini has none. Others have the text of their schema. */
const error: z.core.$ZodErrorMap = (issue) => {
  const received = kindOf(issue.input);
  if (issue.code === 'invalid_type') return `expected ${issue.expected}, received ${received}`;
  if (issue.code === 'invalid_value') return `expected one of ${issue.values.join(', ')}`;
  return issue.code === 'invalid_union' ? `unexpected ${received}` : undefined;
};

function decodeFields<Row>(
  schema: z.core.$ZodType<Row>,
  raw: unknown,
  report: (path: string, message: string) => void,
): Row {
  const first = z.safeParse(schema, raw, { error });
  if (first.success) return first.data;
  let rest: unknown = structuredClone(raw);
  let issues = first.error.issues;
  const reported = new Set<string>();
  // Each round removes something, so this ends; the limit is for schemas that refuse even {}.
  for (let round = 0; round < 50; round += 1) {
    for (const issue of issues) {
      const path = issue.path.join('.');
      if (!reported.has(path)) report(path, issue.message);
      reported.add(path);
      rest = blank(rest, issue.path);
    }
    const next = z.safeParse(schema, rest, { error });
    if (next.success) return next.data;
    issues = next.error.issues;
  }
  return {} as Row;
}

/**
 * Converts a wire row to the domain, field by field. A field that can't be read becomes empty and is
 * reported with its path ('sub_transactions.2.dtl_amt'); the row itself is always kept.
 *
 * @param schema the schema of a row
 * @param raw the row as it was received
 * @param report called for each field that can't be read, with its path and why
 * @returns the row
 * @throws what the schema throws, except for a RangeError: such a field becomes empty, too
 */
export function decodeRow<Row>(
  schema: z.core.$ZodType<Row>,
  raw: unknown,
  report: (path: string, message: string) => void,
): Row {
  try {
    return decodeFields(schema, raw, report);
  } catch (error) {
    // Thousands of nested levels overflow the stack of any recursive parser.
    if (!(error instanceof RangeError)) throw error;
    report('', 'nested too deeply to be read');
    return {} as Row;
  }
}
