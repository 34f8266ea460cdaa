import * as z from 'zod';
import { ProviderFileError } from './provider-file-error.ts';
import { PRODUCTS } from './types.ts';

const currency = z.enum(['CAD', 'USD']);
const unit = z.enum(['L', 'USG']);

/** Properties of every column, in transactions and rates alike. */
export const columnShape = {
  /** As printed by the provider; compared without regard to case, blanks and punctuation. */
  header: z.string().min(1),
  aliases: z.array(z.string().min(1)).default([]),
  /** The file is refused without this column. */
  required: z.boolean().default(false),
  /** A row is refused if this cell is empty. */
  filled: z.boolean().default(false),
  /** Pads a number in this text column with leading zeros to this length. */
  digits: z.int().min(1).max(20).optional(),
};

/** Properties of every layout, of transactions and rates alike. */
export const sheetShape = {
  /** Number of rows searched for the header row. */
  headerDepth: z.int().min(1).max(100).default(40),
  /** 'each': every visible sheet contains data, for example one per day; 'first': only the first one. */
  sheets: z.enum(['each', 'first']).default('each'),
  currency,
  currencyCodes: z.record(z.string(), currency).default({ CAD: 'CAD', USD: 'USD' }),
  unit,
  /** Headers that are known but not read; a trailing '*' matches any ending. */
  ignored: z.array(z.string().min(1)).default([]),
  /** Product codes as printed; an unknown code refuses its row. */
  products: z.record(z.string(), z.enum(PRODUCTS)),
  /** Headers that together identify this provider. */
  signature: z.array(z.string().min(1)).min(1),
};

export const unitCodes = z.record(z.string(), unit).default({ L: 'L', USG: 'USG' });

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
  schema: z.ZodType<Checked>,
  faultsOf: (layout: Checked) => readonly string[],
): (input: unknown) => Checked {
  const known = new WeakMap<object, Checked>();
  return (input) => {
    const before = typeof input === 'object' && input !== null ? known.get(input) : undefined;
    if (before) return before;
    const parsed = schema.safeParse(input);
    const faults = parsed.success
      ? faultsOf(parsed.data)
      : parsed.error.issues.map((issue) => `${pathText(issue.path)}: ${issue.message}`);
    if (!parsed.success || faults.length > 0) {
      const message = `The layout cannot be used: ${faults.join('; ')}.`;
      throw new ProviderFileError('bad_layout', message, { file: '' });
    }
    known.set(input as object, parsed.data);
    return parsed.data;
  };
}

/** Returns a path as written in JSON: 'columns[3].kind'. */
function pathText(path: readonly PropertyKey[]): string {
  const text = path.reduce<string>(
    (before, key) =>
      typeof key === 'number' ? `${before}[${key}]` : `${before}${before && '.'}${String(key)}`,
    '',
  );
  return text || 'layout';
}

/** Errors that the columns of any layout can have. */
export function repeatedFields(columns: readonly SheetColumn[]): string[] {
  const fields = new Set(columns.map(({ field }) => field));
  return fields.size < columns.length ? ['columns: a field stands twice'] : [];
}
