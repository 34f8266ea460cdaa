import { filterText, INVOICE_STATES } from '@forecourt/core';
import { type SqlBool, sql } from 'kysely';
import { moneyText } from '../amounts.ts';
import { addDays } from '../days.ts';
import { keptAnswers } from '../lists/counted.ts';
import type { Asked, ListBehind } from './dashboard.types.ts';

/** Days from today within which an invoice is due soon. */
const SOON = 7;

const OWED = INVOICE_STATES.filter(({ owed }) => owed).map(({ value }) => value);

function listOf(currency: string, days: readonly (readonly ['from' | 'to', string])[]): ListBehind {
  const filters = [
    ...OWED.map((value) => ({ field: 'status', match: 'exact', value }) as const),
    { field: 'amount_due', match: 'from', value: '0.01' } as const,
    { field: 'currency', match: 'exact', value: currency } as const,
    ...days.map(([match, value]) => ({ field: 'due_date', match, value }) as const),
  ];
  return { resource: 'invoices', filter: filters.map(filterText) };
}

/** What is overdue, and due within a week, by currency. */
export async function moneyOwed({ account, services: { store }, today }: Asked) {
  const soon = addDays(today, SOON);
  const all = store.read
    .selectFrom('invoices')
    .select(['currency', sql<number>`case when due_date < ${today} then 1 else 0 end`.as('late')])
    .select(sql<number>`count(*)`.as('count'))
    .select(sql<string>`cast(sum(due_minor) as text)`.as('minor'))
    // As the index has it: a parameter would not be known to be 0.
    .where(sql<SqlBool>`due_minor > 0`)
    .where('due_date', '<', `${soon}~`)
    .where('status', 'in', OWED)
    .groupBy(['currency', 'late'])
    .orderBy('currency');
  const { companyId } = account;
  const query = companyId === null ? all : all.where('company_id', '=', companyId);
  const rows = await keptAnswers(store, query, () => query.execute());
  const figure = (currency: string, late: number, list: ListBehind) => {
    const found = rows.find((row) => row.currency === currency && Number(row.late) === late);
    return { amount: moneyText(Number(found?.minor ?? 0)), count: Number(found?.count ?? 0), list };
  };
  return [...new Set(rows.map(({ currency }) => currency))].map((currency) => ({
    currency,
    overdue: figure(currency, 1, listOf(currency, [['to', addDays(today, -1)]])),
    due_soon: figure(
      currency,
      0,
      listOf(currency, [
        ['from', today],
        ['to', soon],
      ]),
    ),
  }));
}
