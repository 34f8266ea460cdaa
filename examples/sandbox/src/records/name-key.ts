import type { Writer } from '../db/store.ts';

/**
 * What names that look alike have in common: without case, Unicode's several ways to write one character, invisible
 * characters, and the number of spaces. Letters of two alphabets stay two; a word that mixes them is refused (`nameIssues`).
 */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/ +/g, ' ')
    .trim();

export const LOOKS_ALIKE =
  'Names that differ only in case, spaces or invisible characters count as the same.';

const named = async (
  tx: Writer,
  table: 'companies' | 'customers',
  name: string,
  own: number | null = null,
): Promise<boolean> => {
  const known = tx.selectFrom(table).select('id').where('name_key', '=', nameKey(name));
  const row = await (own === null ? known : known.where('id', '!=', own)).executeTakeFirst();
  return row !== undefined;
};

/**
 * Whether another company or customer than the given ones has a name that looks like this one (WIRE-06). A renamed
 * customer's invoices, cards and purchases keep the company's name, so that it belongs to nobody else.
 */
export const isNameTaken = async (
  tx: Writer,
  name: string,
  own: { readonly company?: number | null; readonly customer?: number } = {},
): Promise<boolean> =>
  (await named(tx, 'companies', name, own.company)) ||
  (await named(tx, 'customers', name, own.customer));
