import { type DayFormat, dayFormat } from './cells/date.ts';
import { cellText, columnLetters, normalizeHeader } from './cells/text.ts';
import { ABSENT, NUMBER_FIELDS, SCALE, TEXT_FIELDS, type TextField } from './fields.ts';
import type { HeaderMatch } from './find-header.ts';
import type { Layout, LayoutColumn, WideLine } from './layout.schema.ts';
import type { TaxTables } from './tax-tables.ts';
import type { Product } from './types.ts';

/** A numeric column: its position, and the index of its value among a line's numbers. */
interface NumberColumn {
  readonly index: number;
  readonly column: number;
  readonly scale: number;
  readonly filled: boolean;
}

/** One product of a wide row with its columns resolved; -1 means none. */
export interface WidePart {
  readonly spec: WideLine;
  readonly code: number;
  readonly quantity: number;
  readonly price: number;
  readonly amount: number;
  readonly discount: number;
  readonly saleType: number;
  readonly containedQuantity: number;
  readonly containedAmount: number;
  readonly containedPrice: number;
  /** Column at the index of each number of a line, to locate issues. */
  readonly columns: readonly number[];
}

/** A sheet of data and its header row. */
export interface DataSheet {
  readonly file: string;
  readonly sheet: string;
  readonly date1904: boolean;
  readonly headerRow: number;
  readonly headers: readonly string[];
  readonly normalHeaders: readonly string[];
}

/** A layout applied to a sheet's header row: everything needed to read a row, looked up once. */
export interface Plan extends DataSheet {
  readonly layout: Layout;
  readonly taxes: TaxTables;
  /** Column by text field; -1 if the sheet doesn't have it. */
  readonly text: Readonly<Record<TextField, number>>;
  readonly numbers: readonly NumberColumn[];
  /** The numbers of an empty row. */
  readonly blankNumbers: readonly number[];
  /** Column at the index of each number of a line. */
  readonly numberColumns: readonly number[];
  readonly required: readonly { readonly column: number; readonly header: string }[];
  readonly days: readonly DayFormat[];
  readonly stationDigits: number;
  readonly products: ReadonlyMap<string, Product>;
  readonly currencies: ReadonlyMap<string, 'CAD' | 'USD'>;
  readonly units: ReadonlyMap<string, 'L' | 'USG'>;
  readonly cancelValues: ReadonlySet<string>;
  readonly totalLabels: readonly string[];
  readonly totalRowLabel: string | null;
  /** Half of the last printed digit of the price, scaled. */
  readonly hiddenPrice: number;
  readonly hasSalesTax: boolean;
  readonly wide: readonly WidePart[];
}

const NUMBER_KINDS: readonly string[] = Object.keys(SCALE);

/** Applies a layout to the header row that was found. */
export function planSheet(match: HeaderMatch<Layout>, where: SheetName, taxes: TaxTables): Plan {
  const { layout, columnOf } = match;
  const column = (field: string | undefined) =>
    field === undefined ? -1 : (columnOf.get(field) ?? -1);
  const slots = layout.columns
    .filter(({ field, kind }) => NUMBER_KINDS.includes(kind) && !isStandard(field))
    .map(({ field }) => field);
  const numberFields = [...NUMBER_FIELDS, ...slots];
  const dates = layout.columns.find(({ field }) => field === 'businessDate');
  const station = layout.columns.find(({ field }) => field === 'stationNumber');
  return {
    layout,
    taxes,
    ...dataSheetOf(match, where),
    text: textColumns(layout, column),
    numbers: numberColumns(layout, numberFields, column),
    blankNumbers: numberFields.map(() => ABSENT),
    numberColumns: numberFields.map(column),
    required: layout.columns
      .filter(({ filled, field }) => filled && column(field) >= 0)
      .map(({ field, header }) => ({ column: column(field), header })),
    days: (dates?.formats ?? []).map(dayFormat),
    stationDigits: station?.digits ?? 0,
    products: upperKeys(layout.products),
    currencies: upperKeys(layout.currencyCodes),
    units: upperKeys(layout.unitCodes),
    cancelValues: new Set(layout.cancelValues.map((value) => value.toUpperCase())),
    totalLabels: layout.skip.totals.map(normalizeHeader),
    totalRowLabel: layout.totalRow ? normalizeHeader(layout.totalRow.label) : null,
    hiddenPrice: hiddenPrice(layout),
    hasSalesTax: ['gst', 'hst', 'pst', 'qst'].some((field) => columnOf.has(field)),
    wide: (layout.wide?.lines ?? []).map((line) => widePart(line, numberFields, column)),
  };
}

/** A sheet's name, and its workbook's date system. */
type SheetName = Pick<DataSheet, 'file' | 'sheet' | 'date1904'>;

export function dataSheetOf({ row }: HeaderMatch, where: SheetName): DataSheet {
  return {
    ...where,
    headerRow: row.row,
    headers: row.cells.map(cellText),
    normalHeaders: row.cells.map(normalizeHeader),
  };
}

/** Returns a cell reference, 'F214', for a zero-based column and a one-based row. */
export function cellReference(column: number, row: number): string {
  return `${columnLetters(column)}${row}`;
}

function isStandard(field: string): boolean {
  return NUMBER_FIELDS.includes(field as never);
}

type ColumnOf = (field: string | undefined) => number;

function textColumns(layout: Layout, column: ColumnOf): Record<TextField, number> {
  const text = Object.fromEntries(TEXT_FIELDS.map((field) => [field, column(field)])) as Record<
    TextField,
    number
  >;
  for (const { also, field } of layout.columns) {
    for (const other of also) text[other] = column(field);
  }
  return text;
}

function numberColumns(
  layout: Layout,
  fields: readonly string[],
  column: ColumnOf,
): readonly NumberColumn[] {
  return layout.columns
    .filter(({ field, kind }) => NUMBER_KINDS.includes(kind) && column(field) >= 0)
    .map(({ field, kind, filled }) => ({
      index: fields.indexOf(field),
      column: column(field),
      scale: SCALE[kind as keyof typeof SCALE],
      filled,
    }));
}

/** The price behind the amount has at most five decimals; those beyond the printed ones are unknown. */
function hiddenPrice(layout: Layout): number {
  const field = layout.price.convention === 'P1' ? 'netPrice' : 'billedPrice';
  const priced = (column: LayoutColumn) =>
    layout.wide ? column.kind === 'price' : column.field === field;
  const places = layout.columns.find(priced)?.places ?? 4;
  return 0.5 * 10 ** (SCALE.price - places);
}

function widePart(spec: WideLine, fields: readonly string[], column: ColumnOf): WidePart {
  const index = (field: string | undefined) => (field === undefined ? -1 : fields.indexOf(field));
  const columns = fields.map(() => -1);
  const assign = (field: string, slot: string | undefined) => {
    columns[fields.indexOf(field)] = column(slot);
  };
  assign('quantity', spec.quantity);
  assign('billedPrice', spec.price);
  assign('amount', spec.amount);
  assign('discount', spec.discount);
  assign('combinedTax', 'combinedTax');
  return {
    spec,
    code: column(spec.codeField),
    quantity: index(spec.quantity),
    price: index(spec.price),
    amount: index(spec.amount),
    discount: index(spec.discount),
    saleType: column(spec.saleType),
    containedQuantity: index(spec.contains?.quantity),
    containedAmount: index(spec.contains?.amount),
    containedPrice: index(spec.contains?.price),
    columns,
  };
}

/** Codes are compared case-insensitively. */
export function upperKeys<Value>(codes: Readonly<Record<string, Value>>): Map<string, Value> {
  return new Map(Object.entries(codes).map(([code, value]) => [code.toUpperCase(), value]));
}
