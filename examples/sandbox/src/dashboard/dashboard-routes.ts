import { type Action, can, localToday } from '@forecourt/core';
import type { Hono } from 'hono';
import { addDays } from '../days.ts';
import type { AppEnv } from '../http/env.ts';
import { permit, signedIn } from '../http/permit.ts';
import { compactIfMany } from './compact-sums.ts';
import { cardsOnHold, lastImports, openExceptions } from './counts.ts';
import type { Asked } from './dashboard.types.ts';
import { moneyOwed } from './money-owed.ts';
import { pricesPaid } from './prices.ts';
import { purchases, unbilledPurchases } from './purchases.ts';

/** Days that are shown, up to today. */
const DAYS = 30;

/** The parts, each with the rights to the lists behind its figures. */
const PARTS: Readonly<
  Record<string, readonly [needs: readonly Action[], compute: (asked: Asked) => Promise<unknown>]>
> = {
  owed: [['invoices.list'], moneyOwed],
  unbilled: [['transactions.list'], unbilledPurchases],
  purchases: [['transactions.list'], purchases],
  prices: [['transactions.list', 'rates.list'], pricesPaid],
  imports: [['transactions.import-lookup'], lastImports],
  exceptions: [['exceptions.list'], openExceptions],
  cards_on_hold: [['cards.list'], cardsOnHold],
};

/**
 * Computes the parts that the account may read; one that fails leaves the others as they are, and is named (SHELL-10).
 */
async function dashboard(asked: Asked) {
  const { access } = asked.account;
  const allowed = Object.entries(PARTS).filter(([, [needs]]) =>
    needs.every((action) => can(access, action).allowed),
  );
  const results = await Promise.allSettled(allowed.map(([, [, compute]]) => compute(asked)));
  const faults = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  // Without any part it is the storage that fails, and the call says how.
  if (faults.length > 0 && faults.length === results.length) throw faults[0];
  const parts: Record<string, unknown> = {};
  const unavailable: string[] = [];
  for (const [index, result] of results.entries()) {
    const [name = ''] = allowed[index] ?? [];
    if (result.status === 'fulfilled') parts[name] = result.value;
    else {
      console.error(`dashboard: ${name}:`, result.reason);
      unavailable.push(name);
    }
  }
  return { today: asked.today, ...parts, unavailable };
}

export function dashboardRoutes(app: Hono<AppEnv>): void {
  app.get('/dashboard', permit('dashboard.open'), async (c) => {
    const services = c.get('services');
    const today = localToday(services.now(), services.timeZone);
    const from = addDays(today, 1 - DAYS);
    await compactIfMany(services.store);
    return c.json(await dashboard({ services, account: signedIn(c), today, from }));
  });
}
