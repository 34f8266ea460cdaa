/**
 * Judges stored purchases by core's rules (TXN-18), by set: one piece is a few cards over a range of days, with as
 * many queries as a single purchase. Inside the transaction that changes the purchases, or in pieces for the past.
 */
import {
  EXCEPTION_RULES,
  type ExceptionFinding,
  type ExceptionThresholds,
  judgeInTurn,
  judgePurchase,
} from '@forecourt/core';
import { sql } from 'kysely';
import { addDays } from '../days.ts';
import type { Row, Store, Writer } from '../db/store.ts';
import type { DayRates } from './day-rates.ts';
import { countPurchases, loadCards, loadPurchases, type StoredPurchase } from './judged-rows.ts';

/** What judging needs besides the purchases. */
export interface Judging {
  readonly store: Store;
  readonly thresholds: ExceptionThresholds;
  readonly rates: DayRates;
  /** When it is judged. */
  readonly at: Date;
}

/** What judging did. */
export interface JudgedCounts {
  /** Purchases judged. */
  readonly judged: number;
  /** New exceptions, those with another figure or limit, and open ones that no longer hold. */
  readonly opened: number;
  readonly changed: number;
  readonly closed: number;
}

export const NOTHING_JUDGED: JudgedCounts = { judged: 0, opened: 0, changed: 0, closed: 0 };

export const added = (one: JudgedCounts, other: JudgedCounts): JudgedCounts => ({
  judged: one.judged + other.judged,
  opened: one.opened + other.opened,
  changed: one.changed + other.changed,
  closed: one.closed + other.closed,
});

/** A card's week: a purchase counts in the sums of the six days after it. */
export const DAYS_AFTER = 6;
const DAYS_BEFORE = 7;

const LABELS = new Map<string, string>(EXCEPTION_RULES.map(({ label, name }) => [name, label]));

interface Judged {
  readonly purchase: StoredPurchase;
  readonly findings: readonly ExceptionFinding[];
}

interface Known {
  readonly id: number;
  readonly transaction_id: number | null;
  readonly rule: string;
  readonly figure: string;
  readonly state: string;
  /** The columns that judging may change. */
  readonly columns: Readonly<Record<string, string | number | null>>;
}

const factsOf = (purchase: StoredPurchase) => ({
  authentication_id: purchase.code,
  txn_date: purchase.at,
  card_id: purchase.cardId,
  card_number: purchase.cardNumber,
  company_id: purchase.companyId,
  company_name: purchase.companyName,
  station_number: purchase.site,
});

async function knownOf(
  tx: Writer,
  { store }: Judging,
  judged: readonly Judged[],
): Promise<Map<string, Known[]>> {
  const ids = judged.map(({ purchase }) => purchase.id);
  const rows = await tx
    .selectFrom('exceptions')
    .selectAll()
    .where(sql<boolean>`transaction_id in ${store.among(ids)}`)
    .execute();
  const known = rows.map((row) => ({
    id: row.id,
    transaction_id: row.transaction_id,
    rule: row.rule,
    figure: row.figure,
    state: row.state,
    columns: {
      figure: row.figure,
      allowed: row.allowed,
      authentication_id: row.authentication_id,
      txn_date: row.txn_date,
      card_id: row.card_id === null ? null : Number(row.card_id),
      card_number: row.card_number,
      company_id: row.company_id === null ? null : Number(row.company_id),
      company_name: row.company_name,
      station_number: row.station_number,
    },
  }));
  return Map.groupBy(known, (row) => `${Number(row.transaction_id)}|${row.rule}`);
}

/**
 * What changes of open exceptions, by column: a purchase changes the figures of all that follow it in its card's week, and of a
 * card for many vehicles these are thousands.
 */
class Changes {
  readonly #columns = new Map<string, (readonly [value: string | number | null, id: number])[]>();
  readonly #ids = new Set<number>();

  add(open: Known, now: Readonly<Record<string, string | number | null>>): void {
    for (const [column, value] of Object.entries(now)) {
      if (open.columns[column] === value) continue;
      const values = this.#columns.get(column) ?? [];
      this.#columns.set(column, values);
      values.push([value, open.id]);
      this.#ids.add(open.id);
    }
  }

  get size(): number {
    return this.#ids.size;
  }

  async save(store: Store, at: string): Promise<void> {
    if (this.size === 0) return;
    const times = [...this.#ids].map((id) => [at, id] as const);
    for (const [column, values] of [...this.#columns, ['updated_at', times] as const]) {
      await store.updateMany('exceptions', column, values);
    }
  }
}

/** Brings the exceptions of judged purchases to what was found. What people settled stays. */
async function settle(
  tx: Writer,
  judging: Judging,
  judged: readonly Judged[],
): Promise<JudgedCounts> {
  const known = await knownOf(tx, judging, judged);
  const at = judging.at.toISOString();
  const rows: Row[] = [];
  const kept = new Set<number>();
  const changes = new Changes();
  for (const { findings, purchase } of judged) {
    const facts = factsOf(purchase);
    for (const { figure, limit, rule } of findings) {
      const before = known.get(`${purchase.id}|${rule}`) ?? [];
      const open = before.find(({ state }) => state === 'Open');
      if (open === undefined) {
        // Somebody has settled this very figure.
        if (before.some((settled) => settled.figure === figure)) continue;
        const named = { rule, rule_name: LABELS.get(rule) ?? rule, state: 'Open' };
        const found = { figure, allowed: limit, transaction_id: purchase.id };
        rows.push({ ...named, ...facts, ...found, created_at: at });
        continue;
      }
      kept.add(open.id);
      changes.add(open, { ...facts, figure, allowed: limit });
    }
  }
  await changes.save(judging.store, at);
  const gone = [...known.values()]
    .flat()
    .filter(({ id, state }) => state === 'Open' && !kept.has(id))
    .map(({ id }) => id);
  if (gone.length > 0) {
    await tx
      .deleteFrom('exceptions')
      .where(sql<boolean>`id in ${judging.store.among(gone)}`)
      .execute();
  }
  // Raw, so that the purchase's version stays: nobody has changed it.
  const ids = judging.store.among(judged.map(({ purchase }) => purchase.id));
  await sql`update transactions set judged = 1 where judged = 0 and id in ${ids}`.execute(tx);
  // If another server has judged the same purchases meanwhile, the transaction meets it and runs again.
  await judging.store.insertMany('exceptions', rows);
  return { judged: judged.length, opened: rows.length, changed: changes.size, closed: gone.length };
}

/** Cards and days (both inclusive) whose purchases are judged. */
export interface JudgedCards {
  readonly cardIds: readonly number[];
  readonly from: string;
  readonly to: string;
  /** Only purchases of this company. */
  readonly companyId?: number | null;
  /** Whether a card's purchases of that day are judged; by default those of all days are. */
  readonly isTouched?: (cardId: number, day: string) => boolean;
}

/** The purchases that judging some cards looks at: theirs of the week before, too. */
const lookedAt = ({ cardIds, from, to }: JudgedCards) => ({
  cardIds,
  from: addDays(from, -DAYS_BEFORE),
  to,
});

/** Counts the purchases that judging these cards looks at, up to one more than `most`. */
export const countLookedAt = (
  tx: Writer,
  store: Store,
  cards: JudgedCards,
  most: number,
): Promise<number> => countPurchases(tx, store, lookedAt(cards), most);

/** Judges the purchases of a few cards in a range of days, in the caller's transaction. */
export async function judgeCards(
  tx: Writer,
  judging: Judging,
  judgedCards: JudgedCards,
): Promise<JudgedCounts> {
  const { cardIds, companyId = null, from, isTouched } = judgedCards;
  if (cardIds.length === 0) return NOTHING_JUDGED;
  const { rates, store, thresholds } = judging;
  const cards = await loadCards(tx, store, cardIds);
  const purchases = await loadPurchases(tx, store, lookedAt(judgedCards));
  const byCard = Map.groupBy(purchases, (purchase) => purchase.cardId);
  const judged = [...byCard].flatMap(([cardId, own]) =>
    judgeInTurn(own, {
      card: cardId === null ? undefined : cards.get(cardId),
      rateOf: (purchase) => rates.of(purchase),
      thresholds,
      isJudged: (purchase) =>
        purchase.at >= from &&
        (companyId === null || purchase.companyId === companyId) &&
        (cardId === null || isTouched?.(cardId, purchase.at.slice(0, 10)) !== false),
    }),
  );
  return settle(tx, judging, judged);
}

/** Judges purchases whose card isn't known, each by itself. */
export async function judgeWithoutCard(
  tx: Writer,
  judging: Judging,
  ids: readonly number[],
): Promise<JudgedCounts> {
  if (ids.length === 0) return NOTHING_JUDGED;
  const { rates, store, thresholds } = judging;
  const purchases = await loadPurchases(tx, store, { ids });
  const judged = purchases.map((purchase) => ({
    purchase,
    findings: judgePurchase(purchase, { before: [], rateOf: rates.of(purchase), thresholds }),
  }));
  return settle(tx, judging, judged);
}
