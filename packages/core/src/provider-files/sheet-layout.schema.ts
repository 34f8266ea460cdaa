import * as z from 'zod';
import { ProviderFileError } from './provider-file-error.ts';
import { PRODUCTS } from './types.ts';

const currency = z.enum(['CAD', 'USD']);
const unit = z.enum(['L', 'USG']);

/** What every column says of itself, whatever its sheet holds. */
export const columnShape = {
  /** As the provider prints it; matched without regard to case, blanks and punctuation. */
  header: z.string().min(1),
  aliases: z.array(z.string().min(1)).default([]),
  /** The file is refused without this column. */
  required: z.boolean().default(false),
  /** A row is refused where this cell is empty. */
  filled: z.boolean().default(false),
  /** A number in this text column is filled up with leading zeros to this length. */
  digits: z.int().min(1).max(20).optional(),
};

/** What every layout says, whatever its sheets hold. */
export const sheetShape = {
  /** Rows looked through for the header row. */
  headerDepth: z.int().min(1).max(100).default(40),
  /** 'each': every visible sheet is data, as where a day has its sheet; 'first': only the first. */
  sheets: z.enum(['each', 'first']).default('each'),
  currency,
  currencyCodes: z.record(z.string(), currency).default({ CAD: 'CAD', USD: 'USD' }),
  unit,
  /** Headers that are known and not read; one that ends in '*' stands for all that begin so. */
  ignored: z.array(z.string().min(1)).default([]),
  /** Product codes as printed; a code that is not here refuses its row. */
  products: z.record(z.string(), z.enum(PRODUCTS)),
  /** Headers that together tell this provider from the others. */
  signature: z.array(z.string().min(1)).min(1),
};

export const unitCodes = z.record(z.string(), unit).default({ L: 'L', USG: 'USG' });

/** A column, as finding the header row needs it. */
export interface SheetColumn {
  readonly header: string;
  readonly aliases: readonly string[];
  readonly field: string;
  readonly required: boolean;
}

/** A layout of transactions or rates, as finding the header row needs it. */
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
 * A check of layouts by their schema and by what goes beyond it, which remembers what it has checked.
 * It throws `ProviderFileError` `bad_layout` that lists every fault.
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

/** 'columns[3].kind', as a person finds it in the JSON. */
function pathText(path: readonly PropertyKey[]): string {
  const text = path.reduce<string>(
    (before, key) =>
      typeof key === 'number' ? `${before}[${key}]` : `${before}${before && '.'}${String(key)}`,
    '',
  );
  return text || 'layout';
}

/** Faults that any layout's columns can have. */
export function repeatedFields(columns: readonly SheetColumn[]): string[] {
  const fields = new Set(columns.map(({ field }) => field));
  return fields.size < columns.length ? ['columns: a field stands twice'] : [];
}
