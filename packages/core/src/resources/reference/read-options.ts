import { joinKey } from '../../resource/joined-key.ts';
import type { Option } from '../../resource/resource.types.ts';
import type { Reference } from './references.ts';

/** A list of choices as parsed, and what could not be read. */
export interface ReadOptions {
  readonly options: readonly Option[];
  /** Paths of skipped entries: 'content.3'. */
  readonly odd: readonly string[];
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function toOption({ key, value }: Reference, entry: unknown): Option | undefined {
  const [first = '', ...others] = key.map((name) => textOf(fieldOf(entry, name)));
  const shown = textOf(fieldOf(entry, value)).trim();
  // The first part identifies the choice; the other ids may be missing.
  if (first.trim() === '' || shown === '') return undefined;
  return { key: key.length === 1 ? first : joinKey([first, ...others]), value: shown };
}

/**
 * Converts a response to its choices (WIRE-02). Skips entries without a key or a text, and repeated keys.
 * Returns undefined if the response contains no list.
 */
export function readOptions(reference: Reference, answer: unknown): ReadOptions | undefined {
  const rows = reference.rows === undefined ? answer : fieldOf(answer, reference.rows);
  if (!Array.isArray(rows)) return undefined;
  const options = new Map<string, Option>();
  const odd: string[] = [];
  for (const [index, entry] of rows.entries()) {
    const option = toOption(reference, entry);
    if (option && !options.has(option.key)) options.set(option.key, option);
    else odd.push([reference.rows, index].filter((part) => part !== undefined).join('.'));
  }
  return { options: [...options.values()], odd };
}
