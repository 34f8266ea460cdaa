import { cellText, isBlank, plainText } from './cells/text.ts';
import { checkAmount, fillBilledPrice } from './checks/check-amount.ts';
import { checkCents, checkPlausible } from './checks/check-plausible.ts';
import { checkTaxes } from './checks/check-taxes.ts';
import { N } from './fields.ts';
import { columnOf, type Figures } from './figures.ts';
import type { Plan } from './plan.ts';
import { withRelated } from './related-cells.ts';
import { RowContext } from './row-context.ts';
import { FactReader, type RowFacts } from './row-facts.ts';
import type { RuleId } from './rules.ts';
import { type FileFacts, toLine } from './to-line.ts';
import type { TwinFinder } from './twins.ts';
import type { CellValue, CheckedRow, CheckIssue, ProviderLine, SheetRow } from './types.ts';
import { expandWideRow } from './wide-row.ts';

const NONE: readonly ProviderLine[] = [];

/**
 * A data row with its products. Texts and lines are created on demand, because a check alone needs neither.
 */
export class DataRow implements CheckedRow {
  readonly sheet: string;
  readonly row: number;
  readonly issues: readonly CheckIssue[];
  readonly facts: RowFacts;
  /** All products of the row, accepted or not. */
  readonly products: readonly Figures[];
  readonly accepted: boolean;
  private readonly plan: Plan;
  private readonly source: SheetRow;
  private readonly file: FileFacts;
  private texts: readonly string[] | undefined;
  private made: readonly ProviderLine[] | undefined;

  constructor(context: RowContext, file: FileFacts, facts: RowFacts, products: readonly Figures[]) {
    this.plan = context.plan;
    this.source = context.row;
    this.sheet = context.plan.sheet;
    this.row = context.row.row;
    const { issues, plan, row } = context;
    this.issues = issues.length === 0 ? issues : issues.map((one) => withRelated(plan, row, one));
    this.accepted = context.errors === 0;
    this.file = file;
    this.facts = facts;
    this.products = products;
  }

  get cells(): readonly string[] {
    this.texts ??= Array.from(this.source.cells, cellText);
    return this.texts;
  }

  get lines(): readonly ProviderLine[] {
    return this.accepted ? this.reported : NONE;
  }

  get reported(): readonly ProviderLine[] {
    const { card, day } = this.facts;
    const readable = this.accepted || (card !== '' && day.rule === null);
    this.made ??= readable
      ? this.products.map((line) => toLine(this.plan, this.source, this.file, this.facts, line))
      : NONE;
    return this.made;
  }
}

/** State shared by all rows of a file. */
export interface CheckBook {
  /** In days since 1970-01-01. */
  readonly today: number;
  /** Accepted guards. */
  readonly waived: ReadonlySet<RuleId>;
  readonly twins: TwinFinder;
}

/** Checks the data rows of one sheet. */
export class RowChecker {
  private readonly plan: Plan;
  private readonly reader: FactReader;
  private readonly file: FileFacts;
  private readonly book: CheckBook;

  constructor(plan: Plan, book: CheckBook, file: FileFacts) {
    this.plan = plan;
    this.book = book;
    this.reader = new FactReader(plan, book.today);
    this.file = file;
  }

  /** See `FILE-DATE-ORDER`; known after the sheet has been read. */
  get datesInTwoOrders(): boolean {
    return this.reader.datesInTwoOrders;
  }

  check(row: SheetRow): DataRow {
    const context = new RowContext(this.plan, row, this.book.waived);
    const twin = this.book.twins.twinOf(row);
    if (twin !== undefined) context.note('TXN-TWIN', -1, null, twin);
    checkFaults(context);
    checkRecordType(context);
    this.reader.required(context);
    checkOdometer(context);
    const facts = this.reader.facts(context);
    const far = context.errors > 0 && context.issues.some(({ rule }) => rule === 'TXN-DATE-FAR');
    const before = context.errors;
    const numbers = this.reader.numbers(context);
    const readable = context.errors === before;
    const products =
      this.plan.wide.length > 0
        ? expandWideRow(context, facts, numbers)
        : this.singleProduct(context, numbers);
    if (products.length === 0 && context.errors === 0) noteEmptyRow(context);
    for (const line of products) {
      fillBilledPrice(context, line);
      if (checkCents(context, facts, line)) continue;
      // Sums that include an unreadable number would produce misleading issues.
      if (readable) {
        checkAmount(context, facts, line);
        checkTaxes(context, facts, line, far);
      }
      checkPlausible(context, facts, line);
    }
    return new DataRow(context, this.file, facts, products);
  }

  private singleProduct(context: RowContext, n: number[]): Figures[] {
    const { text, products, numberColumns } = this.plan;
    const { cells } = context.row;
    const code = cellText(cells[text.productCode]);
    const product = products.get(code.toUpperCase());
    if (!product) {
      if (code !== '') context.note('TXN-PRODUCT', text.productCode);
      return [];
    }
    const textAt = (column: number) => (column < 0 ? '' : cellText(cells[column]));
    return [
      {
        product,
        productCode: code,
        description: textAt(text.productDescription),
        saleType: textAt(text.saleType),
        n,
        columns: numberColumns,
      },
    ];
  }
}

/** Reports spreadsheet errors in text columns; numeric columns report their own. */
function checkFaults(context: RowContext): void {
  const { cells } = context.row;
  for (let column = 0; column < cells.length; column += 1) {
    const cell: CellValue = cells[column];
    if (typeof cell !== 'object') continue;
    const numeric = context.plan.numbers.some((number) => number.column === column);
    const read = Object.values(context.plan.text).includes(column);
    if (read && !numeric) context.note('TXN-CELL', column);
  }
}

/** Digits, their thousands with or without separators, and perhaps decimals. */
const READING = /^\d+(?:[ ,\u00A0\u202F]\d{3})*(?:\.\d*)?$/;

/** Warns about words, units and signs in place of a reading: providers let drivers type it. */
function checkOdometer(context: RowContext): void {
  const column = context.plan.text.odometer;
  const cell = column < 0 ? undefined : context.row.cells[column];
  if (isBlank(cell) || typeof cell === 'object') return;
  const text = typeof cell === 'string' ? plainText(cell) : String(cell);
  if (!READING.test(text)) context.note('TXN-ODOMETER', column, 'a number');
}

function checkRecordType(context: RowContext): void {
  const { layout, text } = context.plan;
  if (!layout.records) return;
  const type = cellText(context.row.cells[text.recordType]).toUpperCase();
  const { detail } = layout.records;
  if (type !== '' && type !== detail) context.note('TXN-RECORD', text.recordType, detail);
}

/** Reports a wide row that sells nothing. */
function noteEmptyRow(context: RowContext): void {
  context.note('TXN-ZERO', columnOf(context.plan.numberColumns, N.rowTotal));
}
