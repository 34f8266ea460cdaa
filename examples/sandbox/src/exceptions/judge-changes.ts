import { DEFAULT_THRESHOLDS } from '@forecourt/core';
import { addDays } from '../days.ts';
import type { Writer } from '../db/store.ts';
import type { Services } from '../services.ts';
import type { TransactionRow } from '../transactions/transaction-wire.ts';
import { DayRates } from './day-rates.ts';
import {
  added,
  DAYS_AFTER,
  type JudgedCounts,
  type Judging,
  judgeCards,
  judgeWithoutCard,
  NOTHING_JUDGED,
} from './judge.ts';

/** Cards that are loaded at a time. */
const CARDS = 200;

/** The days on which an import entered purchases, by card, and the ids of those without a known card. */
export class TouchedPurchases {
  readonly #cards = new Map<number, { from: string; to: string }>();
  readonly #without = new Set<number>();
  readonly #allDays = new Set<string>();

  add(id: number, cardId: number | undefined, day: string): void {
    this.#allDays.add(day);
    if (cardId === undefined) {
      this.#without.add(id);
      return;
    }
    const days = this.#cards.get(cardId);
    if (days === undefined) this.#cards.set(cardId, { from: day, to: day });
    else if (day < days.from) days.from = day;
    else if (day > days.to) days.to = day;
  }

  /** Cards in portions of those with the nearest days, each with the days between its first and last. */
  *portions(): Generator<{ cardIds: number[]; from: string; to: string }> {
    const cards = [...this.#cards].sort(([, one], [, other]) => (one.from < other.from ? -1 : 1));
    for (let start = 0; start < cards.length; start += CARDS) {
      const portion = cards.slice(start, start + CARDS);
      const last =
        portion
          .map(([, { to }]) => to)
          .sort()
          .at(-1) ?? '';
      yield {
        cardIds: portion.map(([id]) => id),
        from: portion[0]?.[1].from ?? last,
        to: addDays(last, DAYS_AFTER),
      };
    }
  }

  *withoutCard(): Generator<number[]> {
    const ids = [...this.#without];
    for (let start = 0; start < ids.length; start += 5 * CARDS) {
      yield ids.slice(start, start + 5 * CARDS);
    }
  }

  /** First and last day of any purchase; undefined if there is none. */
  get days(): { readonly from: string; readonly to: string } | undefined {
    const days = [...this.#allDays].sort();
    const [from, to] = [days[0], days.at(-1)];
    return from === undefined || to === undefined ? undefined : { from, to };
  }
}

export const thresholdsOf = ({ thresholds }: Pick<Services, 'thresholds'>) =>
  thresholds ?? DEFAULT_THRESHOLDS;

/** Judges what an import entered, and purchases of the same cards whose sums it changed, in its transaction (TXN-18). */
export async function judgeImported(
  tx: Writer,
  services: Services,
  touched: TouchedPurchases,
): Promise<JudgedCounts> {
  const { days } = touched;
  if (days === undefined) return NOTHING_JUDGED;
  const judging: Judging = {
    store: services.store,
    thresholds: thresholdsOf(services),
    rates: await DayRates.load(tx, days.from, addDays(days.to, DAYS_AFTER)),
    at: services.now(),
  };
  let counts = NOTHING_JUDGED;
  for (const portion of touched.portions()) {
    counts = added(counts, await judgeCards(tx, judging, portion));
  }
  for (const ids of touched.withoutCard()) {
    counts = added(counts, await judgeWithoutCard(tx, judging, ids));
  }
  return counts;
}

/** Judges a purchase that was created, changed (as it was and as it is) or deleted, and those of its cards' weeks. */
export async function judgeSaved(
  tx: Writer,
  services: Services,
  rows: readonly TransactionRow[],
  deleted: boolean,
): Promise<void> {
  const [row] = rows;
  if (!row) return;
  if (deleted) {
    const own = tx.deleteFrom('exceptions').where('transaction_id', '=', row.id);
    await own.where('state', '=', 'Open').execute();
  }
  for (const saved of rows) {
    const from = saved.txn_date.slice(0, 10);
    const to = addDays(from, DAYS_AFTER);
    const judging: Judging = {
      store: services.store,
      thresholds: thresholdsOf(services),
      rates: await DayRates.load(tx, from, to),
      at: services.now(),
    };
    if (saved.card_id !== null) {
      await judgeCards(tx, judging, { cardIds: [Number(saved.card_id)], from, to });
    } else if (!deleted) await judgeWithoutCard(tx, judging, [Number(saved.id)]);
  }
}
