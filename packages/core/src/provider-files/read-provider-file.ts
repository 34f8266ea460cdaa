import { epochDayOf } from './cells/date.ts';
import { layoutOf, layoutsInUse } from './choose-layout.ts';
import { N } from './fields.ts';
import { checkHeaderRecord, extraColumns, fileFacts } from './file-facts.ts';
import { findHeader, type HeaderMatch } from './find-header.ts';
import { type Plan, planSheet } from './plan.ts';
import { openWorkbook } from './reading/index.ts';
import { headerRefusal, noRows } from './refusals.ts';
import { ReportBuilder } from './report-builder.ts';
import { RowChecker } from './row-checker.ts';
import { makeIssue } from './row-context.ts';
import { rowKind } from './row-kind.ts';
import { SheetRows } from './sheet-rows.ts';
import { checkTotals, SUBTOTALS, Tally } from './tally.ts';
import type {
  CheckedRow,
  CheckOptions,
  CheckReport,
  ProviderFile,
  SheetRow,
  Workbook,
} from './types.ts';

const DEFAULT_MAX_ISSUES = 1000;

/**
 * Reads a provider's transaction file and checks every row (TXN-12). The result is iterated once and
 * gives the rows in batches, in file order; `report` says the whole, files' own totals included, once
 * the iteration has ended. Until then no row should be entered anywhere: totals come last.
 *
 * @throws {ProviderFileError} while iterating: what `openWorkbook` throws, `bad_layout`,
 * `header_not_found`, `wrong_provider`, `missing_columns`, `no_rows`.
 */
export function readProviderFile(file: ProviderFile, options: CheckOptions): ProviderFileReading {
  return new ProviderFileReading(file, options, () => openWorkbook(file, options));
}

/** Checks a provider's transaction file and keeps nothing of it but the report (TXN-12). Throws as `readProviderFile`. */
export async function checkProviderFile(
  file: ProviderFile,
  options: CheckOptions,
): Promise<CheckReport> {
  const reading = readProviderFile(file, options);
  for await (const _ of reading);
  return reading.report;
}

/** A provider's file on its way through the check. */
export class ProviderFileReading implements AsyncIterable<readonly CheckedRow[]> {
  private readonly file: ProviderFile;
  private readonly options: CheckOptions;
  private readonly open: () => Promise<Workbook>;
  private readonly builder: ReportBuilder;
  private readonly today: number;
  private readonly whole = new Tally();
  private kind: CheckReport['kind'] = 'unknown';
  private totalSeen = false;
  private started = false;

  /** `open` gives the workbook; `readProviderFile` is the door for files. */
  constructor(file: ProviderFile, options: CheckOptions, open: () => Promise<Workbook>) {
    this.file = file;
    this.options = options;
    this.open = open;
    this.builder = new ReportBuilder(options.maxIssues ?? DEFAULT_MAX_ISSUES);
    this.today = epochDayOf(options.today ?? new Date().toISOString().slice(0, 10));
  }

  /** What is known so far; the whole once the iteration has ended. */
  get report(): CheckReport {
    const { provider } = this.options;
    return this.builder.report({ file: this.file.name, provider, kind: this.kind });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly CheckedRow[], void, undefined> {
    if (this.started) throw new Error('A reading is iterated once: read the file again.');
    this.started = true;
    const layouts = layoutsInUse(this.options.layouts);
    const layout = layoutOf(this.options.provider, layouts);
    const workbook = await this.open();
    this.kind = workbook.kind;
    let plan: Plan | undefined;
    let headless: { sheet: string; rows: readonly SheetRow[] } | undefined;
    for (const [index, { name, hidden }] of workbook.sheets.entries()) {
      if (layout.sheets === 'first' && plan) break;
      if (hidden) {
        this.note('FILE-HIDDEN-SHEET', name);
        continue;
      }
      const rows = new SheetRows(workbook.rows(index, this.options.signal), layout.headerDepth);
      const head = await rows.head();
      const match = findHeader(head, layout);
      if (match && match.missing.length === 0) {
        const where = { file: this.file.name, sheet: name, date1904: workbook.date1904 };
        plan = planSheet(match, where);
        yield* this.sheetRows(plan, match, rows);
        continue;
      }
      await rows.close();
      // A sheet of notes beside the data is no fault; a sheet of data without its columns is one.
      if (match) throw headerRefusal(layout, layouts, this.file.name, { sheet: name, rows: head });
      if (head.length === 0) continue;
      this.note('FILE-SHEET', name);
      headless ??= { sheet: name, rows: head };
    }
    if (!plan) throw headerRefusal(layout, layouts, this.file.name, headless);
    if (this.builder.rows === 0) throw noRows(this.file.name, plan.sheet);
    this.checkEnd(plan);
  }

  private async *sheetRows(
    plan: Plan,
    match: HeaderMatch,
    rows: SheetRows,
  ): AsyncGenerator<readonly CheckedRow[], void, undefined> {
    this.builder.sheet(plan.sheet, plan.headerRow, plan.headers);
    this.builder.note(extraColumns(plan, match));
    const checker = new RowChecker(plan, this.today, fileFacts(plan.layout, rows.above(plan)));
    this.builder.note(checkHeaderRecord(plan, rows.above(plan), this.today));
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
          this.builder.note(checkTotals(plan, row, sumColumns(plan), [group], SUBTOTALS));
          group = new Tally();
        } else if (kind !== 'other') this.checkTotalRow(plan, row, kind, tally);
      }
      this.options.onProgress?.({ rows: this.builder.rows, issues: this.builder.issueCount });
      if (checked.length > 0) yield checked;
    }
  }

  private checkTotalRow(plan: Plan, row: SheetRow, kind: 'total' | 'trailer', tally: Tally): void {
    this.totalSeen = true;
    const trailer = plan.layout.records?.trailer;
    const at = kind === 'trailer' && trailer ? trailer : sumColumns(plan);
    this.builder.note(checkTotals(plan, row, at, [tally, this.whole]));
  }

  private checkEnd(plan: Plan): void {
    if (this.totalSeen) return;
    if (plan.layout.records) this.note('FILE-TRAILER', plan.sheet);
    else if (plan.layout.totalRow?.missing === 'warning') this.note('FILE-TOTAL-ROW', plan.sheet);
  }

  private note(rule: Parameters<typeof makeIssue>[0], sheet: string): void {
    const nowhere = { row: null, column: null, cell: null, value: null, expected: null };
    this.builder.note([makeIssue(rule, { file: this.file.name, sheet, ...nowhere })]);
  }
}

/** Where rows of sums have theirs: under the headers of what they sum up. */
function sumColumns(plan: Plan): { readonly quantity: number; readonly amount: number } {
  return {
    quantity: plan.numberColumns[N.quantity] ?? -1,
    amount: plan.numberColumns[N.amount] ?? -1,
  };
}
