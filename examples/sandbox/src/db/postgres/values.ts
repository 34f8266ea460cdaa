/** PostgreSQL can't store NUL in a text. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD');

/** Converts values that PostgreSQL doesn't accept in columns of numbers or texts. */
export function bindable(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'string') return storable(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  return value;
}

/** Returns rows as one JSON text, which PostgreSQL parses faster than it binds values. */
export const rowsAsJson = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_name, value) => {
    if (typeof value === 'bigint') return value.toString();
    return typeof value === 'string' ? storable(value) : value;
  });

const INT8 = 20;
const NUMERIC = 1700;

/** Returns safe integers as numbers, larger ones as bigint. */
function wholeNumber(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/** PostgreSQL returns counts as bigint and sums as numeric; both are numbers here. */
export function parserOf(type: number): ((text: string) => unknown) | undefined {
  if (type === INT8) return wholeNumber;
  if (type === NUMERIC) return (text) => (text.includes('.') ? Number(text) : wholeNumber(text));
  return undefined;
}
