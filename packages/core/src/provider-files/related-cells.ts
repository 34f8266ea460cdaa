import { cellText, columnIndex, isBlank, maskCards } from './cells/text.ts';
import { N, type NumberField, type TextField } from './fields.ts';
import { cellReference, type Plan } from './plan.ts';
import type { RuleId } from './rules.ts';
import type { CellValue, CheckIssue, SheetRow } from './types.ts';

const SALES_TAXES = ['gst', 'hst', 'pst', 'qst', 'combinedTax'] as const;
const FUEL_TAXES = ['fetRate', 'pftRate', 'cbtRate', 'localRate'] as const;

type Field = NumberField | TextField;

/** The fields of a price: a P1 layout prints it in parts. */
const priceOf = ({ layout }: Plan): readonly Field[] =>
  layout.price.convention === 'P1' ? ['netPrice', ...FUEL_TAXES] : ['billedPrice'];

/** What is added to quantity × price, or subtracted, to give the amount. */
const addedTo = ({ layout: { price } }: Plan): readonly Field[] => [
  ...(price.convention === 'P3' ? [] : SALES_TAXES),
  ...(price.discount === 'subtracted' ? (['discount'] as const) : []),
  ...(price.misc === 'added' ? (['misc'] as const) : []),
];

const amountFields = (plan: Plan): readonly Field[] => [
  'quantity',
  ...priceOf(plan),
  ...addedTo(plan),
  'amount',
];

const salesTaxFields = (plan: Plan): readonly Field[] => [
  'province',
  'businessDate',
  ...(['quantity', 'preTax'] as const),
  ...priceOf(plan),
  ...SALES_TAXES,
  'amount',
];

const fuelTaxFields = (): readonly Field[] => ['province', 'businessDate', 'productCode'];

/** The cells that a rule compares, in which the mistake may be as well as in the one it is reported at. */
const FIELDS: Partial<Record<RuleId, (plan: Plan) => readonly Field[]>> = {
  'TXN-QTY': amountFields,
  'TXN-SIGN': () => ['quantity', 'amount'],
  'TXN-CANCEL': () => ['cancelFlag', 'quantity', 'amount'],
  'TXN-PRETAX': () => ['preTax', ...SALES_TAXES, 'amount'],
  'TXN-PRICE-PARTS': () => ['netPrice', ...FUEL_TAXES, 'billedPrice'],
  'TXN-CURRENCY': () => ['province', 'currency'],
  'TXN-UNIT': () => ['currency', 'unit'],
  'TAX-REGIME': salesTaxFields,
  'TAX-US': salesTaxFields,
  'TAX-GST': salesTaxFields,
  'TAX-HST': salesTaxFields,
  'TAX-QST': salesTaxFields,
  'TAX-COMBINED': salesTaxFields,
  'TAX-FET': fuelTaxFields,
  'TAX-CBT': fuelTaxFields,
};

/** Fields that say something even if they are 0: all others then add nothing. */
const FIGURES: readonly NumberField[] = ['quantity', 'billedPrice', 'netPrice'];

/** Returns the columns of a rule's fields; in a wide row those of the product that has the column of the fault. */
function relatedColumns(plan: Plan, rule: RuleId, column: number): readonly number[] {
  if (rule === 'TXN-ROW-TOTAL') return plan.wide.map(({ columns }) => columns[N.amount] ?? -1);
  const product = plan.wide.find(({ columns }) => columns.includes(column));
  const numbers = product?.columns ?? plan.numberColumns;
  const fields = FIELDS[rule]?.(plan) ?? [];
  return fields.map((field) =>
    field in N ? (numbers[N[field as NumberField]] ?? -1) : plan.text[field as TextField],
  );
}

const addsNothing = (plan: Plan, column: number, cell: CellValue): boolean =>
  Number(cellText(cell)) === 0 && !FIGURES.some((field) => plan.numberColumns[N[field]] === column);

/**
 * Returns an issue with the other cells of its row that its rule compares, in the order of the columns; one that
 * compares none stays as it is. Empty cells, taxes of 0 and days that are stored as numbers are left out.
 *
 * @param plan the row's sheet and layout
 * @param row the row
 * @param issue an issue of the row
 */
export function withRelated(plan: Plan, { cells, row }: SheetRow, issue: CheckIssue): CheckIssue {
  if (issue.severity !== 'error' || issue.cell === null) return issue;
  const own = columnIndex(issue.cell.replace(/\d+$/, ''));
  const columns = new Set(relatedColumns(plan, issue.rule as RuleId, own));
  const related = [...columns]
    .filter((column) => column >= 0 && column !== own && !isBlank(cells[column]))
    .filter((column) => column !== plan.text.businessDate || typeof cells[column] === 'string')
    .filter((column) => !addsNothing(plan, column, cells[column]))
    .sort((one, other) => one - other)
    .map((column) => ({
      column: plan.headers[column] ?? '',
      cell: cellReference(column, row),
      value: maskCards(cellText(cells[column])),
    }));
  return related.length > 0 ? { ...issue, related } : issue;
}
