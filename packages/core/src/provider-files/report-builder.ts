import { Decimal } from '../format/decimal.ts';
import { N, orZero, SCALE } from './fields.ts';
import { hasVolume } from './figures.ts';
import { IssueLog } from './issue-log.ts';
import type { DataRow } from './row-checker.ts';
import { CHECK_RULES, GUARDS, type RuleId } from './rules.ts';
import { ExactSum } from './tally.ts';
import type { CheckIssue, CheckReport, CheckTotals, HeldGuard } from './types.ts';

/** Collects the report's contents while rows are read. */
export class ReportBuilder {
  private readonly log: IssueLog;
  private readonly sheets: {
    name: string;
    headerRow: number;
    headers: readonly string[];
    rows: number;
    totalRows: number[];
  }[] = [];
  private readonly totals = new Map<
    'CAD' | 'USD',
    { lines: number; quantity: ExactSum; amount: ExactSum }
  >();
  private acceptedRows = 0;
  private lines = 0;
  private from = '';
  private to = '';
  rows = 0;

  constructor(maxIssues: number | undefined) {
    this.log = new IssueLog(maxIssues);
  }

  get issueCount(): number {
    return this.log.count;
  }

  sheet(name: string, headerRow: number, headers: readonly string[]): void {
    this.sheets.push({ name, headerRow, headers, rows: 0, totalRows: [] });
  }

  totalRow(row: number): void {
    this.sheets.at(-1)?.totalRows.push(row);
  }

  note(issues: readonly CheckIssue[]): void {
    this.log.note(issues);
  }

  add(row: DataRow): void {
    this.rows += 1;
    const sheet = this.sheets.at(-1);
    if (sheet) sheet.rows += 1;
    if (row.issues.length > 0) this.note(row.issues);
    const { rule, iso } = row.facts.day;
    if (rule === null) {
      if (this.from === '' || iso < this.from) this.from = iso;
      if (iso > this.to) this.to = iso;
    }
    if (row.accepted) this.accept(row);
  }

  private accept(row: DataRow): void {
    this.acceptedRows += 1;
    this.lines += row.products.length;
    let totals = this.totals.get(row.facts.currency);
    if (!totals) {
      totals = { lines: 0, quantity: new ExactSum(), amount: new ExactSum() };
      this.totals.set(row.facts.currency, totals);
    }
    for (const { n, product } of row.products) {
      totals.lines += 1;
      totals.amount.add(orZero(n[N.amount]));
      if (hasVolume(product)) totals.quantity.add(orZero(n[N.quantity]));
    }
  }

  report({
    waived,
    ...of
  }: Pick<CheckReport, 'file' | 'provider' | 'kind' | 'taxTables'> & {
    readonly waived: ReadonlySet<RuleId>;
  }): CheckReport {
    return {
      ...of,
      ok: this.log.errors === 0 && this.rows > 0,
      sheets: this.sheets.map((sheet) => ({ ...sheet, totalRows: [...sheet.totalRows] })),
      rows: this.rows,
      acceptedRows: this.acceptedRows,
      lines: this.lines,
      errors: this.log.errors,
      warnings: this.log.warnings,
      issues: this.log.kept,
      totals: [...this.totals].map(([currency, totals]) => totalsOf(currency, totals)),
      days: this.from === '' ? null : { from: this.from, to: this.to },
      accepted: [...waived].filter((rule) => this.log.rules.has(rule)),
      guards: this.heldGuards(),
    };
  }

  private heldGuards(): readonly HeldGuard[] {
    const held = [...this.log.errorsOf] as [RuleId, number][];
    if (!held.every(([rule]) => GUARDS.includes(rule))) return [];
    return held.map(([rule, errors]) => {
      const { fix, message } = CHECK_RULES[rule];
      return { rule, errors, message, fix };
    });
  }
}

function totalsOf(
  currency: 'CAD' | 'USD',
  { lines, quantity, amount }: { lines: number; quantity: ExactSum; amount: ExactSum },
): CheckTotals {
  return {
    currency,
    lines,
    quantity: Decimal.of(quantity.value, SCALE.quantity).toFixed(QUANTITY_PLACES),
    amount: Decimal.of(amount.value, SCALE.money).toString(),
  };
}

/** Quantities are printed with at most three decimals. */
const QUANTITY_PLACES = 3;
