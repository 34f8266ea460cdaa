import { usageError } from '../command-error.ts';

/** 'a, b' → ['a', 'b']; undefined when the option is absent. */
export function words(value: unknown): readonly string[] | undefined {
  if (typeof value !== 'string') return undefined;
  return value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** Reads a whole number within bounds. Throws a usage error that names the option. */
export function wholeNumber(
  value: unknown,
  { flag, min, max }: { readonly flag: string; readonly min: number; readonly max: number },
): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (/^\d+$/.test(String(value)) && number >= min && number <= max) return number;
  throw usageError(`${flag} is a whole number from ${min} to ${max}.`);
}
