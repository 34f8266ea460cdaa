import { setImmediate as turn } from 'node:timers/promises';
import { isDay } from '@forecourt/core';
import { sql } from 'kysely';
import type { Account } from '../auth/account.ts';
import { addDays, daysBetween } from '../days.ts';
import { refuseField } from '../forms/sent-record.ts';
import type { Body } from '../records/crud-routes.ts';
import type { Services } from '../services.ts';
import { DayRates } from './day-rates.ts';
import {
  added,
  type JudgedCounts,
  type Judging,
  judgeCards,
  judgeWithoutCard,
  NOTHING_JUDGED,
} from './judge.ts';
import { thresholdsOf } from './judge-changes.ts';

/** Longest range of one call. */
const MAX_DAYS = 92;
/** Days that are looked through at a time. */
const WINDOW = 14;
/** Purchases of a piece: one write, which others wait for, takes under 20 ms. */
const PIECE = 50;

/** A range of days, both inclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

function dayIn(body: Body, name: 'from' | 'to'): string {
  const day = body[name];
  if (typeof day === 'string' && isDay(day)) return day;
  throw refuseField(`/${name}`, 'It must be a day written YYYY-MM-DD.');
}

/** Returns the days of a call. Throws a 422 for a missing day, the wrong order or too many days. */
export function daysIn(body: Body): Days {
  const days = { from: dayIn(body, 'from'), to: dayIn(body, 'to') };
  if (days.to < days.from) throw refuseField('/to', 'To must not be before From.');
  if (daysBetween(days.from, days.to) < MAX_DAYS) return days;
  throw refuseField('/to', `At most ${MAX_DAYS} days at a time. Judge a longer time in parts.`);
}

interface Piece {
  readonly cardIds: number[];
  readonly ids: number[];
}

/** Cards with purchases in the days, in pieces of a bounded number of purchases; without a card, by their ids. */
async function piecesOf(
  { store }: Pick<Services, 'store'>,
  { companyId }: Pick<Account, 'companyId'>,
  { from, to }: Days,
): Promise<readonly Piece[]> {
  const all = store.read
    .selectFrom('transactions')
    .where('txn_date', '>=', from)
    .where('txn_date', '<', `${to}~`);
  const own = companyId === null ? all : all.where('company_id', '=', companyId);
  const cards = await own
    .select(['card_id', sql<number>`count(*)`.as('purchases')])
    .where('card_id', 'is not', null)
    .groupBy('card_id')
    .orderBy('card_id')
    .execute();
  const pieces: Piece[] = [];
  let size = PIECE;
  for (const { card_id, purchases } of cards) {
    if (size + Number(purchases) > PIECE) {
      pieces.push({ cardIds: [], ids: [] });
      size = 0;
    }
    size += Number(purchases);
    pieces.at(-1)?.cardIds.push(Number(card_id));
  }
  const without = await own.select('id').where('card_id', 'is', null).execute();
  for (let start = 0; start < without.length; start += PIECE) {
    const ids = without.slice(start, start + PIECE).map(({ id }) => Number(id));
    pieces.push({ cardIds: [], ids });
  }
  return pieces;
}

/** The range in windows of a few days. */
function* windowsOf({ from, to }: Days): Generator<Days> {
  const last = daysBetween(from, to);
  for (let first = 0; first <= last; first += WINDOW) {
    yield { from: addDays(from, first), to: addDays(from, Math.min(first + WINDOW - 1, last)) };
  }
}

/**
 * Judges the purchases of past days again (TXN-18): of the account's company, if it has one. Each piece is a write of
 * its own, so that others have their turn, and a run that ends in between has judged what it reached; judging again
 * makes nothing twice.
 */
export async function judgeRange(
  services: Pick<Services, 'now' | 'store' | 'thresholds'>,
  account: Pick<Account, 'companyId'>,
  days: Days,
): Promise<JudgedCounts> {
  const { now, store } = services;
  const { companyId } = account;
  let counts = NOTHING_JUDGED;
  for (const window of windowsOf(days)) {
    const judging: Judging = {
      store,
      thresholds: thresholdsOf(services),
      rates: await DayRates.load(store.read, window.from, window.to),
      at: now(),
    };
    for (const { cardIds, ids } of await piecesOf(services, account, window)) {
      const judged = await store.write(async (tx) =>
        cardIds.length > 0
          ? judgeCards(tx, judging, { cardIds, companyId, ...window })
          : judgeWithoutCard(tx, judging, ids),
      );
      counts = added(counts, judged);
      await turn();
    }
  }
  return counts;
}
