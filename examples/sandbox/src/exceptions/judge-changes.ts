import { DEFAULT_THRESHOLDS } from '@forecourt/core';
import { addDays } from '../days.ts';
import type { Writer } from '../db/store.ts';
import type { Services } from '../services.ts';
import type { TransactionRow } from '../transactions/transaction-wire.ts';
import { DayRates } from './day-rates.ts';
import {
  added,
  countLookedAt,
  DAYS_AFTER,
  type JudgedCards,
  type JudgedCounts,
  type Judging,
  judgeCards,
  judgeWithoutCard,
  NOTHING_JUDGED,
} from './judge.ts';

/** Cards that are loaded at a time. */
const CARDS = 200;

/** A card's days, both inclusive, on which an import entered purchases or changed the sums of others. */
interface Span {
  readonly cardId: number;
  readonly from: string;
  to: string;
}

/** The days of a card as spans, each until the last day whose sums a purchase counts in. */
function spansOf(cardId: number, days: ReadonlySet<string>): Span[] {
  const spans: Span[] = [];
  for (const day of [...days].sort()) {
    const to = addDays(day, DAYS_AFTER);
    const before = spans.at(-1);
    if (before && before.to >= day) before.to = to;
    else spans.push({ cardId, from: day, to });
  }
  return spans;
}

/** The days on which an import entered purchases, by card, and the ids of those without a known card. */
export class TouchedPurchases {
  readonly #cards = new Map<number, Set<string>>();
  readonly #without = new Set<number>();
  readonly #allDays = new Set<string>();

  add(id: number, cardId: number | undefined, day: string): void {
    this.#allDays.add(day);
    if (cardId === undefined) {
      this.#without.add(id);
      return;
    }
    const days = this.#cards.get(cardId);
    if (days) days.add(day);
    else this.#cards.set(cardId, new Set([day]));
  }

  /** Portions of cards with overlapping days, so that one purchase of long ago doesn't have years looked through. */
  *portions(): Generator<JudgedCards> {
    const spans = [...this.#cards]
      .flatMap(([cardId, days]) => spansOf(cardId, days))
      .sort((one, other) => (one.from < other.from ? -1 : 1));
    let portion: Span[] = [];
    let last = '';
    for (const span of spans) {
      if (portion.length > 0 && (portion.length === CARDS || span.from > last)) {
        yield portionOf(portion, last);
        portion = [];
        last = '';
      }
      portion.push(span);
      if (span.to > last) last = span.to;
    }
    if (portion.length > 0) yield portionOf(portion, last);
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

function portionOf(portion: readonly Span[], to: string): JudgedCards {
  const byCard = Map.groupBy(portion, ({ cardId }) => cardId);
  return {
    cardIds: [...byCard.keys()],
    from: portion[0]?.from ?? to,
    to,
    isTouched: (cardId, day) =>
      byCard.get(cardId)?.some((span) => span.from <= day && day <= span.to) === true,
  };
}

export const thresholdsOf = ({ thresholds }: Pick<Services, 'thresholds'>) =>
  thresholds ?? DEFAULT_THRESHOLDS;

/** Judging would look at more purchases than its caller has time for. */
export class TooManyToJudge extends Error {
  override readonly name = 'TooManyToJudge';
}

/**
 * Judges what an import entered, and purchases of the same cards whose sums it changed, in its transaction (TXN-18). Throws
 * `TooManyToJudge` before it has to look at more than `most` purchases of cards.
 */
export async function judgeImported(
  tx: Writer,
  services: Pick<Services, 'now' | 'store' | 'thresholds'>,
  touched: TouchedPurchases,
  most = Number.POSITIVE_INFINITY,
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
  let left = most;
  for (const portion of touched.portions()) {
    if (Number.isFinite(left)) left -= await countLookedAt(tx, services.store, portion, left);
    if (left < 0) throw new TooManyToJudge();
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
