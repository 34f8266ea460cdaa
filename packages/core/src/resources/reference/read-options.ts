import { joinKey } from '../../resource/joined-key.ts';
import type { Option } from '../../resource/resource.types.ts';
import type { Reference } from './references.ts';

/** A list of choices as it was read, and what in it could not be. */
export interface ReadOptions {
  readonly options: readonly Option[];
  /** Paths of entries that were passed over: 'content.3'. */
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
  // The first names the choice; ids beside it may be missing.
  if (first.trim() === '' || shown === '') return undefined;
  return { key: key.length === 1 ? first : joinKey([first, ...others]), value: shown };
}

/**
 * An answer → its choices (WIRE-02). An entry without a key or a text to show is passed over, and so is
 * a key's second entry. Undefined: there is no list in the answer.
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
