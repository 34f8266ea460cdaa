import * as z from 'zod/mini';
import { NUMBER_FIELDS, TEXT_FIELDS } from './fields.ts';
import {
  columnShape,
  layoutParser,
  nonEmpty,
  repeatedFields,
  sheetShape,
  unitCodes,
  wholeNumber,
} from './sheet-layout.schema.ts';
import { TRANSACTION_PROVIDERS } from './types.ts';

/** A provider 'esso' next to 'ESSO' would be indistinguishable from it. */
function isOwnSpelling(name: string): boolean {
  const known = TRANSACTION_PROVIDERS.find(
    (provider) => provider.toLowerCase() === name.toLowerCase(),
  );
  return known === undefined || known === name;
}

/** What a column holds; determines how its cells are read and checked. */
const COLUMN_KINDS = [
  'text',
  'card',
  'date',
  'time',
  'quantity',
  'price',
  'money',
  'province',
  'currency',
  'unit',
  'product',
] as const;
type ColumnKind = (typeof COLUMN_KINDS)[number];

/** A column, counted from 0. */
const index = z.int().check(z.minimum(0));

const columnSchema = z.strictObject({
  ...columnShape,
  /** A field of a line or, in a wide layout, a slot named in `wide.lines`. */
  field: nonEmpty,
  /** Other text fields filled from the same cell. */
  also: z._default(z.array(z.enum(TEXT_FIELDS)), []),
  kind: z._default(z.enum(COLUMN_KINDS), 'text'),
  /**
   * Dates: YYYY, YY, MMM, MM, DD, HH, mm, ss and literals, tried in order. Times: 'HHMM' also accepts
   * numbers as hours and minutes.
   */
  formats: z._default(z.array(nonEmpty), []),
  /** Decimals that the provider prints; hidden ones beyond them widen the tolerance of TXN-QTY. */
  places: z.optional(wholeNumber(0, 5)),
});

const wideLineSchema = z.strictObject({
  /** Key of `products`, or the slot of the column that holds it. */
  code: z.optional(nonEmpty),
  codeField: z.optional(nonEmpty),
  description: z._default(z.string(), ''),
  quantity: z.optional(nonEmpty),
  price: z.optional(nonEmpty),
  amount: nonEmpty,
  discount: z.optional(nonEmpty),
  saleType: z.optional(nonEmpty),
  /**
   * Parts of the three columns above that belong to another line, and are subtracted to avoid counting them
   * twice.
   */
  contains: z.optional(
    z.strictObject({
      quantity: nonEmpty,
      amount: nonEmpty,
      /** Price of the remaining quantity; computed if the column is empty. */
      price: z.optional(nonEmpty),
    }),
  ),
});

/**
 * A provider's file described as data. The schema validates built-in layouts and those of a deployment
 * alike.
 */
export const layoutSchema = z.strictObject({
  content: z._default(z.literal('transactions'), 'transactions'),
  /** A built-in provider, whose layout this one replaces, or the name of a new one (TXN-16). */
  provider: z
    .string()
    .check(
      z.regex(
        /^[A-Za-z0-9](?:[A-Za-z0-9 _.-]{0,38}[A-Za-z0-9])?$/,
        'is a name of up to 40 letters, digits, blanks, dots, - and _',
      ),
      z.refine(
        isOwnSpelling,
        `is spelled ${TRANSACTION_PROVIDERS.join(', ')} where it means one of these`,
      ),
    ),
  ...sheetShape,
  unitCodes,
  /** True if currency and unit don't follow from the station's country. */
  crossBorder: z._default(z.boolean(), false),
  price: z.strictObject({
    /** P1: price before all taxes. P2: with fuel taxes, before sales taxes. P3: with all taxes. */
    convention: z.enum(['P1', 'P2', 'P3']),
    /** Whether the discount reduces the amount, or is already included in the price. */
    discount: z._default(z.enum(['subtracted', 'informational']), 'informational'),
    misc: z._default(z.enum(['added', 'informational']), 'informational'),
    /** The federal excise tax column includes the federal carbon charge. */
    fetHoldsCarbon: z._default(z.boolean(), false),
    /** The provincial fuel tax column includes carbon and transit taxes. */
    pftHoldsOthers: z._default(z.boolean(), false),
  }),
  card: z.strictObject({
    /** Lengths of an unmasked number. */
    digits: z.array(wholeNumber(4, 30)).check(z.minLength(1)),
    masked: z._default(z.boolean(), true),
  }),
  /** Rows that aren't transactions. */
  skip: z._default(
    z.strictObject({
      /** First text of total rows, case-insensitive. */
      totals: z._default(z.array(nonEmpty), ['Total', 'Grand Total', 'Subtotal']),
      /** A row without a date and with at most this many cells is a banner. */
      bannerCells: z._default(wholeNumber(0, 10), 2),
    }),
    { totals: ['Total', 'Grand Total', 'Subtotal'], bannerCells: 2 },
  ),
  /** First text of the row that totals the file or sheet; its cells are below the headers they total. */
  totalRow: z.optional(z.strictObject({ label: nonEmpty, missing: z.enum(['warning', 'ignore']) })),
  /** Unlabelled subtotals follow each group of rows, such as a card's. */
  subtotals: z._default(z.boolean(), false),
  /** Text before the account number in a cell above the header. */
  accountLabel: z.optional(nonEmpty),
  /**
   * Files of records: details have the columns below and are recognised by their `recordType`. Header and
   * trailer start with their mark and have their own cells, by zero-based column.
   */
  records: z.optional(
    z.strictObject({
      detail: nonEmpty,
      header: z.strictObject({
        mark: nonEmpty,
        account: z.optional(index),
        invoice: z.optional(index),
        currency: z.optional(index),
        /** The day on which the provider created the file. */
        date: z.optional(z.strictObject({ at: index, format: nonEmpty })),
      }),
      trailer: z.strictObject({
        mark: nonEmpty,
        count: index,
        quantity: index,
        amount: index,
      }),
    }),
  ),
  columns: z.array(columnSchema).check(z.minLength(3)),
  /** Values of the `cancelFlag` column that mark a cancelled row. */
  cancelValues: z._default(z.array(z.string()), ['Y']),
  /** Layouts whose rows contain several products. */
  wide: z.optional(z.strictObject({ lines: z.array(wideLineSchema).check(z.minLength(1)) })),
});

/**
 * A validated layout of transactions, with all defaults filled in.
 * @useDeclaredType
 */
export type Layout = z.output<typeof layoutSchema>;
/** A layout as written by its author: properties with defaults may be omitted. */
export type LayoutInput = z.input<typeof layoutSchema>;
export type LayoutColumn = Layout['columns'][number];
export type WideLine = NonNullable<Layout['wide']>['lines'][number];

const NEEDED = ['cardNumber', 'businessDate', 'province'] as const;
const NUMBER_KINDS: readonly ColumnKind[] = ['quantity', 'price', 'money'];

/** Validates a layout of transactions. Throws a `ProviderFileError` `bad_layout` that lists every error. */
export const parseLayout: (input: unknown) => Layout = layoutParser(layoutSchema, layoutFaults);

function layoutFaults(layout: Layout): string[] {
  const fields = new Map(layout.columns.map((column) => [column.field, column]));
  const slots = new Set<string>((layout.wide?.lines ?? []).flatMap(slotsOf));
  const faults = repeatedFields(layout.columns);
  for (const column of layout.columns) {
    const standard = [...TEXT_FIELDS, ...NUMBER_FIELDS].includes(column.field as never);
    if (!standard && !slots.has(column.field))
      faults.push(`columns: unknown field ${column.field}`);
    if (column.kind === 'date' && column.formats.length === 0) {
      faults.push(`columns: ${column.field} needs its date formats`);
    }
    if (NUMBER_FIELDS.includes(column.field as never) && !NUMBER_KINDS.includes(column.kind)) {
      faults.push(`columns: ${column.field} must be a quantity, price or money`);
    }
  }
  const needed = layout.wide ? NEEDED : [...NEEDED, 'productCode', 'quantity', 'amount'];
  for (const field of needed) if (!fields.has(field)) faults.push(`columns: ${field} is missing`);
  for (const slot of slots) {
    if (!fields.has(slot)) faults.push(`wide: ${slot} has no column`);
  }
  for (const { code, codeField } of layout.wide?.lines ?? []) {
    if ((code === undefined) === (codeField === undefined)) {
      faults.push('wide: a line needs either code or codeField');
    }
    if (code !== undefined && !(code in layout.products)) {
      faults.push(`wide: ${code} is not in products`);
    }
  }
  if (layout.records && !fields.has('recordType')) faults.push('columns: recordType is missing');
  return faults;
}

function slotsOf(line: WideLine): string[] {
  return [
    line.codeField,
    line.quantity,
    line.price,
    line.amount,
    line.discount,
    line.saleType,
    line.contains?.quantity,
    line.contains?.amount,
    line.contains?.price,
  ].filter((slot) => slot !== undefined);
}
