import { epochDayOf } from './cells/date.ts';
import { cellText, isBlank } from './cells/text.ts';
import { layoutOf, layoutsInUse, rateLayoutsInUse } from './choose-layout.ts';
import { dataSheets, sheetIssue } from './data-sheets.ts';
import { N } from './fields.ts';
import { columnOf } from './figures.ts';
import { checkHeaderRecord, fileFacts, unreadColumns } from './file-facts.ts';
import type { HeaderMatch } from './find-header.ts';
import type { Layout } from './layout.schema.ts';
import { type Plan, planSheet } from './plan.ts';
import { openWorkbook } from './reading/index.ts';
import { noRows } from './refusals.ts';
import { ReportBuilder } from './report-builder.ts';
import { requireFile, requireProvider } from './require-arguments.ts';
import { type CheckBook, RowChecker } from './row-checker.ts';
import { makeIssue } from './row-context.ts';
import { markColumn, rowKind } from './row-kind.ts';
import { type RuleId, waivedGuards } from './rules.ts';
import type { SheetRows } from './sheet-rows.ts';
import {
  checkTotals,
  isSumOf,
  type KeptSums,
  meantSums,
  SUBTOTALS,
  type SumColumns,
  Tally,
  type TotalRules,
} from './tally.ts';
import { type TaxTables, taxTablesInUse } from './tax-tables.ts';
import { TwinFinder } from './twins.ts';
import type {
  CheckedRow,
  CheckIssue,
  CheckOptions,
  CheckReport,
  ProviderFile,
  SheetRow,
  Workbook,
} from './types.ts';

/**
 * Reads a provider's transaction file and checks every row (TXN-12). Iterate the result once: it yields the
 * rows in batches, in file order. After the iteration `report` is complete, including the file's own
 * totals. Don't enter any row before that, because totals come last.
 *
 * @param file the file's name and content
 * @param options the provider, today, accepted guards, layouts and tax tables of your own
 * @returns the rows to iterate, and the report
 * @throws {ProviderFileError} while iterating: what `openWorkbook` throws, `bad_layout`,
 *   `header_not_found`, `wrong_provider`, `missing_columns`, `no_rows`.
 * @throws {ProviderFileError} at once: `bad_tax_table`.
 * @throws {RangeError} at once if `accept` contains a rule that isn't a guard.
 * @throws {TypeError} at once without a file or a provider.
 * @example
 * const reading = readProviderFile({ name: 'night.xls', blob }, { provider: 'ESSO' });
 * for await (const rows of reading) lines.push(...rows);
 * if (reading.report.errors > 0) throw new Error('The file has faults.');
 */
export function readProviderFile(file: ProviderFile, options: CheckOptions): ProviderFileReading {
  requireFile(file);
  requireProvider(options);
  return new ProviderFileReading(file, options, () => openWorkbook(file, options));
}

/**
 * Checks a provider's transaction file and returns only the report (TXN-12). Throws like
 * `readProviderFile`.
 *
 * @param file the file's name and content
 * @param options the provider, today, accepted guards, layouts and tax tables of your own
 * @returns the report
 * @example
 * const report = await checkProviderFile({ name: 'night.xls', blob }, { provider: 'ESSO' });
 * for (const issue of report.issues) console.log(formatIssue(issue));
 */
export async function checkProviderFile(
  file: ProviderFile,
  options: CheckOptions,
): Promise<CheckReport> {
  const reading = readProviderFile(file, options);
  for await (const _ of reading);
  return reading.report;
}

/** A row of sums, and what its figures would be without the refused rows. */
export interface SumRow {
  readonly sheet: string;
  readonly row: number;
  /** Totals a group of rows, such as a card's. */
  readonly grouped: boolean;
  readonly at: Required<SumColumns>;
  readonly kept: KeptSums;
}

/** A provider's file while it is being checked. */
export class ProviderFileReading implements AsyncIterable<readonly CheckedRow[]> {
  private readonly file: ProviderFile;
  private readonly options: CheckOptions;
  private readonly open: () => Promise<Workbook>;
  private readonly builder: ReportBuilder;
  private readonly today: string;
  private readonly book: CheckBook;
  private readonly taxes: TaxTables;
  private readonly whole = new Tally();
  private kind: CheckReport['kind'] = 'unknown';
  private totalSeen = false;
  /** Sheets of data without a total row. */
  private readonly untotaled = new Set<string>();
  private started = false;
  /**
   * Rows of sums so far, in file order.
   * @internal
   */
  readonly sums: SumRow[] = [];

  /**
   * @param file the file's name and content
   * @param options the provider, today, accepted guards, layouts and tax tables of your own
   * @param open returns the workbook; `readProviderFile` passes one that opens the file
   * @throws `bad_tax_table`, and a RangeError if `accept` contains a rule that isn't a guard
   */
  constructor(file: ProviderFile, options: CheckOptions, open: () => Promise<Workbook>) {
    this.file = file;
    this.options = options;
    this.open = open;
    this.builder = new ReportBuilder(options.maxIssues);
    this.today = options.today ?? new Date().toISOString().slice(0, 10);
    this.book = {
      today: epochDayOf(this.today),
      waived: waivedGuards(options.accept),
      twins: new TwinFinder(),
    };
    this.taxes = taxTablesInUse(options.taxTables);
  }

  /** The report so far; complete after the iteration. */
  get report(): CheckReport {
    const { provider } = this.options;
    return this.builder.report({
      file: this.file.name,
      provider,
      kind: this.kind,
      taxTables: this.taxes.facts(this.today),
      waived: this.book.waived,
    });
  }

  /**
   * Yields the rows in batches, in file order, once.
   *
   * @throws what `readProviderFile` lists, and an error when it is iterated again
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<readonly CheckedRow[], void, undefined> {
    if (this.started) throw new Error('A reading is iterated once: read the file again.');
    this.started = true;
    const layouts = layoutsInUse(this.options.layouts);
    const layout = layoutOf(this.options.provider, layouts);
    const workbook = await this.open();
    this.kind = workbook.kind;
    let plan: Plan | undefined;
    const sheets = dataSheets(workbook, layout, {
      file: this.file.name,
      layouts: [...layouts, ...rateLayoutsInUse()],
      signal: this.options.signal,
      note: (issue) => this.builder.note([issue]),
    });
    for await (const { where, match, rows } of sheets) {
      plan = planSheet(match, where, this.taxes);
      yield* this.sheetRows(plan, match, rows);
    }
    // If there were no sheet of data, finding the sheets would have thrown.
    if (!plan) return;
    if (this.builder.rows === 0) throw noRows(layout, this.file.name, plan.sheet);
    this.checkEnd(plan);
  }

  private async *sheetRows(
    plan: Plan,
    match: HeaderMatch<Layout>,
    rows: SheetRows,
  ): AsyncGenerator<readonly CheckedRow[], void, undefined> {
    this.builder.sheet(plan.sheet, plan.headerRow, plan.headers);
    this.builder.note(unreadColumns(plan, match));
    const checker = new RowChecker(plan, this.book, fileFacts(plan.layout, rows.above(plan)));
    this.builder.note(checkHeaderRecord(plan, rows.above(plan), this.book.today));
    this.book.twins.startSheet(plan.sheet, plan.normalHeaders);
    this.untotaled.add(plan.sheet);
    const tally = new Tally();
    let group = new Tally();
    for await (const batch of rows.below(plan)) {
      const checked: CheckedRow[] = [];
      for (const row of batch) {
        const kind = rowKind(plan, row);
        if (kind === 'data') {
          const data = checker.check(row);
          tally.add(data);
          group.add(data);
          this.whole.add(data);
          this.builder.add(data);
          checked.push(data);
        } else if (kind === 'subtotal') {
          // Sums directly below other sums cover more than one group.
          const sums = group.rows > 0 ? [group] : [tally, this.whole];
          this.checkSums(plan, row, sumColumns(plan), sums, SUBTOTALS);
          group = new Tally();
        } else if (kind === 'sum') {
          // Nothing says whether it covers a group, the sheet or the file.
          const sums = group.rows > 0 ? [group, tally, this.whole] : [tally, this.whole];
          this.checkSums(plan, row, sumColumns(plan), sums);
          group = new Tally();
        } else if (kind === 'ignored') {
          const { amount } = sumColumns(plan);
          if (!isSumOf(row, amount, [group, tally, this.whole])) {
            this.builder.note([ignoredRow(plan, row)]);
          }
        } else if (kind !== 'other') this.checkTotalRow(plan, row, kind, tally);
      }
      this.options.onProgress?.({ rows: this.builder.rows, issues: this.builder.issueCount });
      if (checked.length > 0) yield checked;
    }
    if (tally.rows === 0) this.untotaled.delete(plan.sheet);
    if (checker.datesInTwoOrders) {
      this.builder.note([sheetIssue('FILE-DATE-ORDER', plan.file, plan.sheet)]);
    }
    const twin = this.book.twins.endSheet();
    if (twin !== undefined) {
      this.builder.note([{ ...sheetIssue('TXN-SHEET-TWICE', plan.file, plan.sheet), value: twin }]);
    }
  }

  private checkTotalRow(plan: Plan, row: SheetRow, kind: 'total' | 'trailer', tally: Tally): void {
    this.totalSeen = true;
    const trailer = plan.layout.records?.trailer;
    const at =
      kind === 'trailer' && trailer ? trailerColumns(trailer, markColumn(row)) : sumColumns(plan);
    const sums = this.checkSums(plan, row, at, [tally, this.whole]);
    if (sums === this.whole) this.untotaled.clear();
    else this.untotaled.delete(plan.sheet);
  }

  private checkSums(
    plan: Plan,
    row: SheetRow,
    at: SumColumns,
    tallies: readonly Tally[],
    rules?: TotalRules,
  ): Tally {
    const sums = meantSums(row, at, tallies);
    this.builder.note(checkTotals(plan, row, at, sums, rules));
    this.builder.totalRow(row.row);
    const { count = -1, quantity, amount } = at;
    this.sums.push({
      sheet: plan.sheet,
      row: row.row,
      grouped: rules === SUBTOTALS,
      at: { count, quantity, amount },
      kept: sums.kept,
    });
    return sums;
  }

  private checkEnd(plan: Plan): void {
    this.builder.note(fewRows(this.builder.rows, this.options.formerRows, plan));
    const { records, totalRow } = plan.layout;
    const note = (rule: RuleId, sheet: string) =>
      this.builder.note([sheetIssue(rule, plan.file, sheet)]);
    if (records && !this.totalSeen) note('FILE-TRAILER', plan.sheet);
    if (records || totalRow?.missing !== 'warning') return;
    for (const sheet of this.untotaled) note('FILE-TOTAL-ROW', sheet);
  }
}

/** The issue that names a row which is left out, with what it says of itself. */
function ignoredRow({ file, sheet, text, numbers }: Plan, { cells, row }: SheetRow): CheckIssue {
  const figures = new Set(numbers.map(({ column }) => column));
  // Only the end of a card number may be shown, and a fee of the account may stand in the cards' column.
  const isCard = (at: number) => at === text.cardNumber && /\d{4}$/.test(cellText(cells[at]));
  const label = cells.find((cell, at) => !isCard(at) && !figures.has(at) && !isBlank(cell));
  const ending = `card ending ${cellText(cells[text.cardNumber]).slice(-4)}`;
  const value = cellText(label) || (isCard(text.cardNumber) ? ending : null);
  const nowhere = { column: null, cell: null, expected: null };
  return makeIssue('FILE-ROW-IGNORED', { file, sheet, row, value, ...nowhere });
}

/** Fewer earlier files than this don't establish what is usual. */
const USUAL_FILES = 3;

/** Warns if a file has less than a third of the rows that the provider's latest files had (TXN-17). */
function fewRows(
  rows: number,
  former: readonly number[] = [],
  { file, sheet }: Plan,
): CheckIssue[] {
  if (former.length < USUAL_FILES) return [];
  const inOrder = former.toSorted((one, other) => one - other);
  const usual = inOrder[Math.floor(inOrder.length / 2)] ?? 0;
  if (rows * 3 >= usual) return [];
  const issue = sheetIssue('FILE-FEW-ROWS', file, sheet);
  return [{ ...issue, sheet: null, value: `${rows} rows`, expected: `about ${usual} rows` }];
}

/** Shifts a trailer's columns in a sheet that starts with empty ones. */
function trailerColumns(
  { count, quantity, amount }: Required<SumColumns>,
  first: number,
): Required<SumColumns> {
  return { count: first + count, quantity: first + quantity, amount: first + amount };
}

/** Sums are below the headers of the columns they total. */
function sumColumns(plan: Plan): { readonly quantity: number; readonly amount: number } {
  return {
    quantity: columnOf(plan.numberColumns, N.quantity),
    amount: columnOf(plan.numberColumns, N.amount),
  };
}
