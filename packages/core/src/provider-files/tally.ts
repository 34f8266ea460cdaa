import { readScaled, scaledText } from './cells/number.ts';
import { isBlank } from './cells/text.ts';
import { moneyText } from './checks/check-amount.ts';
import { N, orZero, SCALE } from './fields.ts';
import { cellReference, type Plan } from './plan.ts';
import type { DataRow } from './row-checker.ts';
import { makeIssue } from './row-context.ts';
import type { RuleId } from './rules.ts';
import type { CheckIssue, SheetRow } from './types.ts';

/** A sum of whole numbers that stays exact however many there are. */
export class ExactSum {
  private flushed = 0n;
  private pending = 0;

  /** Adds a scaled number; each is small enough that many fit before they must be flushed. */
  add(value: number): void {
    this.pending += value;
    if (this.pending > FLUSH || this.pending < -FLUSH) this.flush();
  }

  get value(): bigint {
    this.flush();
    return this.flushed;
  }

  private flush(): void {
    this.flushed += BigInt(this.pending);
    this.pending = 0;
  }
}

const FLUSH = 4e15;

/** Sums of all data rows, refused ones included, to hold against what the file says of itself. */
export class Tally {
  rows = 0;
  readonly quantity = new ExactSum();
  readonly amount = new ExactSum();
  /** A cell that could not be read makes sums worthless. */
  readable = true;

  add(row: DataRow): void {
    this.rows += 1;
    if (row.products.length === 0 && !row.accepted) this.readable = false;
    for (const { n } of row.products) {
      const amount = n[N.amount] ?? Number.NaN;
      if (Number.isNaN(amount)) this.readable = false;
      else this.amount.add(amount);
      this.quantity.add(orZero(n[N.quantity]));
    }
  }
}

/** At most this much of a difference, in cents, can come from rounding. */
const ROUNDING_LIMIT = 100;

/** The rules that a wrong quantity and a wrong amount break. */
interface TotalRules {
  readonly quantity: RuleId;
  readonly amount: RuleId;
}

const FILE_TOTALS: TotalRules = { quantity: 'FILE-QUANTITY', amount: 'FILE-TOTAL' };
export const SUBTOTALS: TotalRules = { quantity: 'FILE-SUBTOTAL', amount: 'FILE-SUBTOTAL' };

/** Holds the file's own figures in a total row or trailer against the sums; several sums may be meant. */
export function checkTotals(
  plan: Plan,
  row: SheetRow,
  at: { readonly count?: number; readonly quantity: number; readonly amount: number },
  tallies: readonly Tally[],
  rules: TotalRules = FILE_TOTALS,
): CheckIssue[] {
  const figures = new TotalRow(plan, row, rules);
  const sums = figures.closest(tallies, at.amount);
  if (!sums) return [];
  if (at.count !== undefined) figures.compareCount(at.count, sums);
  if (sums.readable) {
    figures.compareQuantity(at.quantity, sums);
    figures.compareAmount(at.amount, sums);
  }
  return figures.issues;
}

class TotalRow {
  readonly issues: CheckIssue[] = [];
  private readonly plan: Plan;
  private readonly row: SheetRow;
  private readonly rules: TotalRules;

  constructor(plan: Plan, row: SheetRow, rules: TotalRules) {
    this.plan = plan;
    this.row = row;
    this.rules = rules;
  }

  /** A total row sums its sheet up or the whole file: the sum that comes nearer is meant. */
  closest(tallies: readonly Tally[], column: number): Tally | undefined {
    const total = readScaled(this.row.cells[column], SCALE.money, { rule: null });
    const distance = (tally: Tally) => Math.abs(Number(tally.amount.value) - orZero(total));
    return tallies.toSorted((one, other) => distance(one) - distance(other))[0];
  }

  compareCount(column: number, sums: Tally): void {
    const count = this.number(column, 0);
    if (count !== undefined && count !== sums.rows) {
      this.issue('FILE-COUNT', column, String(count), String(sums.rows));
    }
  }

  compareQuantity(column: number, sums: Tally): void {
    const total = this.number(column, SCALE.quantity);
    const sum = Number(sums.quantity.value);
    if (total === undefined || total === sum) return;
    const text = (value: number) => scaledText(value, SCALE.quantity, 2);
    this.issue(this.rules.quantity, column, text(total), text(sum));
  }

  compareAmount(column: number, sums: Tally): void {
    const total = this.number(column, SCALE.money);
    const sum = Number(sums.amount.value);
    if (total === undefined || total === sum) return;
    const rounding = Math.min(sums.rows, ROUNDING_LIMIT);
    const rule = Math.abs(total - sum) <= rounding ? 'FILE-TOTAL-CENT' : this.rules.amount;
    this.issue(rule, column, moneyText(total), moneyText(sum));
  }

  private number(column: number, scale: number): number | undefined {
    const cell = column < 0 ? undefined : this.row.cells[column];
    if (isBlank(cell)) return undefined;
    const note = { rule: null as RuleId | null };
    const value = readScaled(cell, scale, note);
    if (!Number.isNaN(value)) return value;
    this.issue(note.rule ?? 'TXN-NUMBER', column, String(cell), null);
    return undefined;
  }

  private issue(rule: RuleId, column: number, value: string, expected: string | null): void {
    const { file, sheet, headers } = this.plan;
    const { row } = this.row;
    const cell = cellReference(column, row);
    this.issues.push(
      makeIssue(rule, { file, sheet, row, column: headers[column] ?? null, cell, value, expected }),
    );
  }
}
