import { moneyText, SCALES, toUnits } from '../amounts.ts';
import type { Reader } from '../db/store.ts';
import type { StagedLine } from './staged-rows.ts';

/** What an import entered in a currency, and what it left out of it; amounts with two decimals (TXN-19). */
export interface ImportTotal {
  readonly currency: string;
  /** Lines of the file that were entered, and the purchases that they became. */
  readonly lines: number;
  readonly purchases: number;
  /** Entered lines as the file has them. */
  readonly cost: string;
  /** What the companies' markups added, with the sales taxes on it. */
  readonly markup: string;
  readonly amount: string;
  /** Valid lines that were not entered: duplicates, and those that the service refused. */
  readonly left_out_lines: number;
  readonly left_out: string;
  /** Entered lines of cards that are unknown or fit several cards: no company is billed for them. Absent for none. */
  readonly without_company_lines?: number;
}

interface Sums {
  lines: number;
  readonly purchases: Set<number>;
  cost: number;
  amount: number;
  leftOutLines: number;
  leftOut: number;
  withoutCompany: number;
}

const costOf = ({ amount }: StagedLine): number => toUnits(amount, SCALES.money);

/** Adds up what becomes of the lines of a file. */
export class ImportTotals {
  readonly #byCurrency = new Map<string, Sums>();

  /** @param amount with markup, in minor units. */
  enter(line: StagedLine, purchaseId: number, amount: number, hasCompany: boolean): void {
    const sums = this.#of(line);
    sums.lines += 1;
    if (!hasCompany) sums.withoutCompany += 1;
    sums.purchases.add(purchaseId);
    sums.cost += costOf(line);
    sums.amount += amount;
  }

  leaveOut(lines: readonly StagedLine[]): void {
    for (const line of lines) {
      const sums = this.#of(line);
      sums.leftOutLines += 1;
      sums.leftOut += costOf(line);
    }
  }

  /** By currency, in the order of their codes. */
  present(): readonly ImportTotal[] {
    const all = [...this.#byCurrency].sort(([one], [other]) => (one < other ? -1 : 1));
    return all.map(([currency, sums]) => ({
      currency,
      lines: sums.lines,
      purchases: sums.purchases.size,
      cost: moneyText(sums.cost),
      markup: moneyText(sums.amount - sums.cost),
      amount: moneyText(sums.amount),
      left_out_lines: sums.leftOutLines,
      left_out: moneyText(sums.leftOut),
      ...(sums.withoutCompany > 0 && { without_company_lines: sums.withoutCompany }),
    }));
  }

  #of({ currency }: StagedLine): Sums {
    const known = this.#byCurrency.get(currency);
    if (known) return known;
    const none = { lines: 0, purchases: new Set<number>(), cost: 0, amount: 0 };
    const sums: Sums = { ...none, leftOutLines: 0, leftOut: 0, withoutCompany: 0 };
    this.#byCurrency.set(currency, sums);
    return sums;
  }
}

/**
 * Returns the totals of imports by id, as their events kept them: purchases may have been changed or deleted since.
 * Imports of earlier versions have none.
 */
export async function totalsOf(
  read: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly ImportTotal[]>> {
  if (ids.length === 0) return new Map();
  const events = await read
    .selectFrom('audit')
    .select(['record_id', 'changes'])
    .where('resource', '=', 'imports')
    .where('record_id', 'in', ids.map(String))
    .where('action', '=', 'transactions.import')
    .execute();
  return new Map(
    events.flatMap(({ changes, record_id }) => {
      const { totals } = JSON.parse(changes) as { readonly totals?: readonly ImportTotal[] };
      return totals ? [[Number(record_id), totals] as const] : [];
    }),
  );
}
