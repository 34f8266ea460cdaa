import { localToday } from '@forecourt/core';
import type { Hono } from 'hono';
import { addDays } from '../days.ts';
import type { AppEnv } from '../http/env.ts';
import { queryOf, refuseUnknownParameters } from '../http/known-fields.ts';
import { permit, signedIn } from '../http/permit.ts';
import { compactIfMany } from './compact-sums.ts';
import { cardsOnHold, lastImports, openExceptions } from './counts.ts';
import type { Asked } from './dashboard.types.ts';
import { moneyOwed } from './money-owed.ts';
import { computeParts, type Part } from './parts.ts';
import { pricesPaid } from './prices.ts';
import { purchases, unbilledPurchases } from './purchases.ts';

/** Days that are shown, up to today. */
const DAYS = 30;

/** The parts, each with the rights to the lists behind its figures. */
const PARTS: Readonly<Record<string, Part<Asked>>> = {
  owed: [['invoices.list'], moneyOwed],
  unbilled: [['transactions.list'], unbilledPurchases],
  purchases: [['transactions.list'], purchases],
  prices: [['transactions.list', 'rates.list'], pricesPaid],
  imports: [['transactions.import-lookup'], lastImports],
  exceptions: [['exceptions.list'], openExceptions],
  cards_on_hold: [['cards.list'], cardsOnHold],
};

export function dashboardRoutes(app: Hono<AppEnv>): void {
  app.get('/dashboard', permit('dashboard.open'), async (c) => {
    refuseUnknownParameters(queryOf(c), []);
    const services = c.get('services');
    const today = localToday(services.now(), services.timeZone);
    const from = addDays(today, 1 - DAYS);
    await compactIfMany(services.store);
    const account = signedIn(c);
    const asked = { services, account, today, from };
    return c.json({ today, ...(await computeParts('dashboard', PARTS, account.access, asked)) });
  });
}
