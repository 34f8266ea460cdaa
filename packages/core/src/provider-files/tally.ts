import { readScaled, scaledText } from './cells/number.ts';
import { cellText, isBlank } from './cells/text.ts';
import { moneyText } from './checks/check-amount.ts';
import { N, orZero, SCALE } from './fields.ts';
import { cellReference, type Plan } from './plan.ts';
import type { DataRow } from './row-checker.ts';
import { makeIssue } from './row-context.ts';
import type { RuleId } from './rules.ts';
import type { CheckIssue, SheetRow } from './types.ts';

/** A sum of integers that stays exact, however many there are. */
export class ExactSum {
  private flushed = 0n;
  private pending = 0;

  /** Adds a scaled number; each one is small, so that many fit before a flush is needed. */
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

/** Scaled integers. */
export interface KeptSums {
  readonly rows: number;
  readonly quantity: number;
  readonly amount: number;
}

/** Zero-based columns of the figures in a row of sums; -1 means none. */
export interface SumColumns {
  readonly count?: number;
  readonly quantity: number;
  readonly amount: number;
}

/** Sums of all data rows, including refused ones, for comparison with the file's own totals. */
export class Tally {
  rows = 0;
  readonly quantity = new ExactSum();
  readonly amount = new ExactSum();
  /** False if an amount could not be read, which makes sums useless. */
  readable = true;
  /** False if a quantity could not be read, which makes the sum of quantities useless. */
  quantityReadable = true;
  private readonly keptQuantity = new ExactSum();
  private readonly keptAmount = new ExactSum();
  private keptRows = 0;

  /** Sums of the accepted rows so far. */
  get kept(): KeptSums {
    const { keptRows: rows, keptQuantity, keptAmount } = this;
    return { rows, quantity: Number(keptQuantity.value), amount: Number(keptAmount.value) };
  }

  add(row: DataRow): void {
    this.rows += 1;
    if (row.accepted) this.keptRows += 1;
    if (row.products.length === 0 && !row.accepted) this.readable = false;
    for (const { n } of row.products) {
      const amount = n[N.amount] ?? Number.NaN;
      const quantity = orZero(n[N.quantity]);
      if (!row.accepted && Number.isNaN(n[N.quantity])) this.quantityReadable = false;
      if (Number.isNaN(amount)) this.readable = false;
      else this.amount.add(amount);
      this.quantity.add(quantity);
      if (!row.accepted) continue;
      this.keptAmount.add(orZero(amount));
      this.keptQuantity.add(quantity);
    }
  }
}

/** Largest difference, in cents, that rounding can explain. */
const ROUNDING_LIMIT = 100;

/** Rules to report for a wrong quantity and a wrong amount. */
export interface TotalRules {
  readonly quantity: RuleId;
  readonly amount: RuleId;
}

const FILE_TOTALS: TotalRules = { quantity: 'FILE-QUANTITY', amount: 'FILE-TOTAL' };
export const SUBTOTALS: TotalRules = { quantity: 'FILE-SUBTOTAL', amount: 'FILE-SUBTOTAL' };

/** A total row totals either its sheet or the whole file: returns the sum that is closer. */
export function meantSums(row: SheetRow, at: SumColumns, tallies: readonly Tally[]): Tally {
  const total = readScaled(row.cells[at.amount], SCALE.money, { rule: null });
  const distance = (tally: Tally) => Math.abs(Number(tally.amount.value) - orZero(total));
  const [first] = tallies.toSorted((one, other) => distance(one) - distance(other));
  return first ?? new Tally();
}

/** Returns whether a row without a label has exactly the sum of one of the tallies as its amount. */
export function isSumOf(row: SheetRow, column: number, tallies: readonly Tally[]): boolean {
  const cells = row.cells.filter((cell) => !isBlank(cell));
  if (isBlank(row.cells[column]) || cells.some((cell) => /\p{L}/u.test(String(cell)))) return false;
  const amount = readScaled(row.cells[column], SCALE.money, { rule: null });
  return tallies.some((tally) => tally.rows > 1 && Number(tally.amount.value) === amount);
}

/** Checks the file's own figures in a total row or trailer against the sums. */
export function checkTotals(
  plan: Plan,
  row: SheetRow,
  at: SumColumns,
  sums: Tally,
  rules: TotalRules = FILE_TOTALS,
): CheckIssue[] {
  // A trailer's cells have a meaning of their own: a total may be in the column of the times.
  const headers = at.count === undefined ? plan.headers : [];
  const figures = new TotalRow({ ...plan, headers }, row, rules);
  if (at.count !== undefined) figures.compareCount(at.count, sums);
  if (sums.readable) {
    if (sums.quantityReadable) figures.compareQuantity(at.quantity, sums);
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
    this.issue(note.rule ?? 'TXN-NUMBER', column, cellText(cell), null);
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
