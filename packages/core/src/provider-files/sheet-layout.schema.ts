import * as z from 'zod/mini';
import { parseDefinition } from './parse-definition.ts';
import { ProviderFileError } from './provider-file-error.ts';
import { PRODUCTS } from './types.ts';

/** Text that isn't empty. */
export const nonEmpty = z.string().check(z.minLength(1));

/** A whole number from `least` to `most`. */
export const wholeNumber = (least: number, most: number) =>
  z.int().check(z.minimum(least), z.maximum(most));

const currency = z.enum(['CAD', 'USD']);
const unit = z.enum(['L', 'USG']);

/** Properties of every column, in transactions and rates alike. */
export const columnShape = {
  /** As printed by the provider; compared without regard to case, blanks and punctuation. */
  header: nonEmpty,
  aliases: z._default(z.array(nonEmpty), []),
  /** The file is refused without this column. */
  required: z._default(z.boolean(), false),
  /** A row is refused if this cell is empty. */
  filled: z._default(z.boolean(), false),
  /** Pads a number in this text column with leading zeros to this length. */
  digits: z.optional(wholeNumber(1, 20)),
};

/** Properties of every layout, of transactions and rates alike. */
export const sheetShape = {
  /** Number of rows searched for the header row. */
  headerDepth: z._default(wholeNumber(1, 100), 40),
  /** 'each': every visible sheet contains data, for example one per day; 'first': only the first one. */
  sheets: z._default(z.enum(['each', 'first']), 'each'),
  currency,
  currencyCodes: z._default(z.record(z.string(), currency), { CAD: 'CAD', USD: 'USD' }),
  unit,
  /** Headers that are known but not read; a trailing '*' matches any ending. */
  ignored: z._default(z.array(nonEmpty), []),
  /** Product codes as printed; an unknown code refuses its row. */
  products: z.record(z.string(), z.enum(PRODUCTS)),
  /** Headers that together identify this provider. */
  signature: z.array(nonEmpty).check(z.minLength(1)),
};

export const unitCodes = z._default(z.record(z.string(), unit), { L: 'L', USG: 'USG' });

/** The properties of a column that matter for finding the header row. */
export interface SheetColumn {
  readonly header: string;
  readonly aliases: readonly string[];
  readonly field: string;
  readonly required: boolean;
}

/** The properties of a layout, of transactions or rates, that matter for finding the header row. */
export interface SheetLayout {
  readonly content: 'transactions' | 'rates';
  readonly provider: string;
  readonly headerDepth: number;
  readonly sheets: 'each' | 'first';
  readonly columns: readonly SheetColumn[];
  readonly ignored: readonly string[];
  readonly signature: readonly string[];
}

/**
 * Creates a validator of layouts that applies their schema and further checks, and caches its results. The
 * validator throws a `ProviderFileError` `bad_layout` that lists every error.
 */
export function layoutParser<Checked extends object>(
  schema: z.core.$ZodType<Checked>,
  faultsOf: (layout: Checked) => readonly string[],
): (input: unknown) => Checked {
  const known = new WeakMap<object, Checked>();
  return (input) => {
    const before = typeof input === 'object' && input !== null ? known.get(input) : undefined;
    if (before) return before;
    const parsed = parseDefinition(schema, input, 'layout');
    const faults = 'data' in parsed ? faultsOf(parsed.data) : parsed.faults;
    if (!('data' in parsed) || faults.length > 0) {
      const message = `The layout cannot be used: ${faults.join('; ')}.`;
      throw new ProviderFileError('bad_layout', message, { file: '' });
    }
    known.set(input as object, parsed.data);
    return parsed.data;
  };
}

/** Errors that the columns of any layout can have. */
export function repeatedFields(columns: readonly SheetColumn[]): string[] {
  const fields = new Set(columns.map(({ field }) => field));
  return fields.size < columns.length ? ['columns: a field appears twice'] : [];
}
