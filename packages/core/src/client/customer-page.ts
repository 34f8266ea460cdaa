import * as z from 'zod/mini';
import { formatDay } from '../format/dates.ts';
import { Decimal } from '../format/decimal.ts';
import { formatMoney, formatValue } from '../format/values.ts';
import { decodeRow } from '../resource/decode-row.ts';
import { pathPart } from '../resource/path-part.ts';
import { decimal, integer, text } from '../resource/wire-values.ts';
import { CARD_STATUSES } from '../resources/cards/cards.schema.ts';
import type {
  CustomerPage,
  DashboardChart,
  DashboardFigure,
  DashboardPorts,
  FigureLine,
} from '../workflows/dashboard/dashboard.types.ts';
import type { Client } from './client.ts';
import {
  counted,
  countLine,
  exceptionLines,
  figureOf,
  INVOICES,
  listBehind,
  moneyLine,
  owedLines,
  PURCHASES,
  type SentList,
  sentExceptions,
  sentList,
  sentOwed,
  sentSum,
} from './figures.ts';

const OPERATION = 'customers.summary';

const currency = text();
const month = { month: text(), list: sentList };

/** What `GET customers/{id}/summary` answers: only the parts that the account may read, amounts as text (CUST-03). */
export const customerPageSchema = z.object({
  today: text(),
  customer: z.nullish(
    z.object({
      id: text(),
      name: text(),
      /** As its invoices, cards and purchases have it. */
      company_name: text(),
      cont_name: text(),
      email: text(),
      phone: text(),
      phone2: text(),
      address: z.nullish(z.array(z.string())),
      due_days: integer(),
    }),
  ),
  balance: z.nullish(
    z.array(
      z.object({
        currency,
        ...sentSum,
        ages: z.nullish(z.array(z.object({ age: text(), ...sentSum }))),
      }),
    ),
  ),
  owed: sentOwed,
  unbilled: z.nullish(z.array(z.object({ currency, ...sentSum }))),
  spend: z.nullish(
    z.object({
      months: z.nullish(z.array(z.string())),
      amounts: z.nullish(z.array(z.object({ currency, ...month, ...sentSum }))),
      volumes: z.nullish(z.array(z.object({ unit: text(), ...month, quantity: decimal() }))),
    }),
  ),
  payments: z.nullish(
    z.object({
      list: sentList,
      last: z.nullish(
        z.array(
          z.object({
            payment_date: text(),
            invoice_no: text(),
            payment_mode: text(),
            currency,
            amount: decimal(),
            state: text(),
            list: sentList,
          }),
        ),
      ),
    }),
  ),
  cards: z.nullish(
    z.object({
      count: integer(),
      list: sentList,
      statuses: z.nullish(z.array(z.object({ status: text(), count: integer(), list: sentList }))),
    }),
  ),
  users: z.nullish(z.object({ count: integer(), list: sentList })),
  exceptions: sentExceptions,
  markups: z.nullish(
    z.array(
      z.object({ provider: text(), value: text(), from: text(), to: text(), list: sentList }),
    ),
  ),
  prices: z.nullish(
    z.object({
      day: text(),
      prices: z.nullish(
        z.array(
          z.object({
            product: text(),
            currency,
            unit: text(),
            price: text(),
            rate: text(),
            markup: text(),
            list: sentList,
          }),
        ),
      ),
    }),
  ),
  /** Parts that the service couldn't compute this time. */
  unavailable: z.nullish(z.array(z.string())),
});
type Answer = z.output<typeof customerPageSchema>;

type Balance = NonNullable<Answer['balance']>[number];

/** What is due in one currency by the ages of the aging report (REP-01): all of it, then each age. */
const balanceLines = ({ ages, currency: unit, ...all }: Balance): readonly FigureLine[] => [
  { ...moneyLine(unit, all, INVOICES), label: 'Total' },
  ...(ages ?? []).map((one) => ({ ...moneyLine(unit, one, INVOICES), label: one.age ?? '' })),
];

const paymentLines = (payments: Answer['payments']): readonly FigureLine[] | undefined =>
  payments?.last?.map(({ amount, list, state, ...one }) => ({
    label: [formatDay(one.payment_date ?? ''), one.invoice_no].filter(Boolean).join(' '),
    value: amount ?? Decimal.ZERO,
    unit: one.currency ?? '',
    text: `${formatMoney(amount ?? Decimal.ZERO)} ${one.currency ?? ''}`.trim(),
    note: [one.payment_mode, state === 'Registered' ? '' : state].filter(Boolean).join(', '),
    list: listBehind(list),
  }));

/** '01/11/26 to 30/11/26', 'from 01/11/26', 'always'. */
function spanText(from: string | null | undefined, to: string | null | undefined): string {
  if (from && to) return `${formatDay(from)} to ${formatDay(to)}`;
  if (from) return `from ${formatDay(from)}`;
  return to ? `until ${formatDay(to)}` : 'always';
}

/** A line of a price or rate per unit, with its digits as sent. */
const rateLine = (
  label: string,
  sent: string | null | undefined,
  unit: string,
  more: { readonly note: string; readonly list: SentList },
): FigureLine => ({
  label,
  value: Decimal.parse(sent ?? '') ?? Decimal.ZERO,
  unit,
  text: `${sent ?? ''} ${unit}`.trim(),
  note: more.note,
  list: listBehind(more.list),
});

/** A card's status as the cards' own list calls it (CARD-11). */
const shownStatus = (status: string | null | undefined): string =>
  CARD_STATUSES.find(({ key }) => key === status)?.value ?? (status || 'No status');

const cardLines = (cards: Answer['cards']): readonly FigureLine[] | null | undefined =>
  cards &&
  ((cards.count ?? 0) === 0
    ? []
    : [
        countLine('All cards', cards.count, cards.list),
        ...(cards.statuses ?? []).map(({ count, list, status }) =>
          countLine(shownStatus(status), count, list),
        ),
      ]);

/** What was spent in one of the months, by currency. */
const spentLines = ({ spend }: Answer, at: number): readonly FigureLine[] | undefined =>
  spend?.amounts
    ?.filter((one) => one.month === spend.months?.at(at))
    .map((one) => moneyLine(one.currency, one, PURCHASES));

function* moneyFigures(found: Answer): Generator<DashboardFigure> {
  const figure = figureOf(found.unavailable ?? []);
  const { balance, owed, payments, spend, unbilled } = found;
  const late = owedLines(owed, 'overdue');
  const nothing = 'Nothing is due.';
  const title = 'Balance by age';
  for (const one of balance ?? []) {
    const unit = one.currency ?? '';
    yield* figure('balance', `balance-${unit}`, `${title}, ${unit}`, nothing, balanceLines(one));
  }
  if (!balance?.length) yield* figure('balance', 'balance', title, nothing, balance && []);
  yield* figure('owed', 'overdue', 'Overdue', 'Nothing is overdue.', late, (late?.length ?? 0) > 0);
  yield* figure('owed', 'due_soon', 'Due within 7 days', nothing, owedLines(owed, 'due_soon'));
  const billed = 'Everything is billed.';
  const open = unbilled?.map((one) => moneyLine(one.currency, one, PURCHASES));
  yield* figure('unbilled', 'unbilled', 'Unbilled purchases', billed, open);
  const none = 'Nothing was bought.';
  yield* figure('spend', 'this_month', 'Spend this month', none, spend && spentLines(found, -1));
  yield* figure('spend', 'last_month', 'Spend last month', none, spend && spentLines(found, -2));
  yield* figure(
    'payments',
    'payments',
    'Last payments',
    'Nothing was paid.',
    paymentLines(payments),
  );
}

function* fleetFigures(found: Answer): Generator<DashboardFigure> {
  const figure = figureOf(found.unavailable ?? []);
  const { cards, exceptions, markups, prices, users } = found;
  const open = (exceptions?.count ?? 0) > 0;
  const clear = 'No exception is open.';
  yield* figure(
    'exceptions',
    'exceptions',
    'Open exceptions',
    clear,
    exceptionLines(exceptions),
    open,
  );
  yield* figure('cards', 'cards', 'Cards', 'There is no card.', cardLines(cards));
  const people =
    users && ((users.count ?? 0) === 0 ? [] : [countLine('Users', users.count, users.list)]);
  yield* figure('users', 'users', 'Users', 'There is no user.', people);
  yield* figure(
    'markups',
    'markups',
    'Markups',
    'There is no markup.',
    markups?.map(({ from, list, provider, to, value }) =>
      rateLine(provider ?? '', value, 'per unit', { note: spanText(from, to), list }),
    ),
  );
  const day = prices?.day ? ` on ${formatDay(prices.day)}` : '';
  yield* figure(
    'prices',
    'prices',
    `Prices paid${day}`,
    'Nothing was bought on a day with rates.',
    prices &&
      (prices.prices ?? []).map(({ list, markup, price, product, rate, unit, ...one }) =>
        rateLine(product ?? '', price, `${one.currency ?? ''} per ${unit ?? ''}`, {
          note: `rate ${rate ?? ''}, markup ${markup ?? ''}`,
          list,
        }),
      ),
  );
}

/** One chart for each currency or unit, with a bar for each month. */
function chartsByMonth<
  Sent extends { readonly month?: string | null | undefined; readonly list?: SentList },
>(
  months: readonly string[],
  sent: readonly Sent[],
  about: { readonly name: string; readonly title: string; readonly series: string },
  {
    text: textOf,
    unit: unitOf,
    value: amountOf,
  }: {
    readonly unit: (one: Sent) => string;
    readonly value: (one: Sent) => Decimal;
    readonly text: (value: Decimal) => string;
  },
): readonly DashboardChart[] {
  return [...Map.groupBy(sent, unitOf)].map(([unit, own]) => ({
    name: `${about.name}-${unit}`,
    title: `${about.title}, ${unit}`,
    kind: 'bars',
    axis: 'Month',
    series: [about.series],
    unit,
    points: months.map((label) => {
      const found = own.find((one) => one.month === label);
      const value = found ? amountOf(found) : Decimal.ZERO;
      return { label, values: [value], texts: [textOf(value)], list: listBehind(found?.list) };
    }),
  }));
}

function* chartsOf({ spend }: Answer): Generator<DashboardChart> {
  const months = spend?.months ?? [];
  yield* chartsByMonth(
    months,
    spend?.amounts ?? [],
    { name: 'spend', title: 'Spend by month', series: 'Spend' },
    {
      unit: (one) => one.currency ?? '',
      value: ({ amount }) => amount ?? Decimal.ZERO,
      text: formatMoney,
    },
  );
  yield* chartsByMonth(
    months,
    spend?.volumes ?? [],
    { name: 'volume', title: 'Volume by month', series: 'Volume' },
    {
      unit: (one) => one.unit ?? '',
      value: ({ quantity }) => quantity ?? Decimal.ZERO,
      text: (value) => formatValue('volume', value),
    },
  );
}

function contactOf({ customer }: Answer): CustomerPage['contact'] {
  const days = customer?.due_days;
  // Its cards, purchases and invoices go under this name.
  const company = customer?.company_name === customer?.name ? '' : customer?.company_name;
  const all = [
    ['Company', company],
    ['Contact Name', customer?.cont_name],
    ['Email', customer?.email],
    ['Phone', customer?.phone],
    ['Alternate Phone', customer?.phone2],
    ['Billing Address', customer?.address?.join(', ')],
    ['Due Days', days === undefined || days === null ? '' : counted(days, ['day', 'days'])],
  ] as const;
  return all.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}

/**
 * Loads a customer's page (CUST-03): balance by age, spend and volume by month, cards, users, invoices, payments,
 * exceptions, markups and prices, each with the list behind it. What the account may not read isn't in it. Rejects with
 * an `ApiError`.
 *
 * @param client whose session and connection are used
 * @param id the customer's id
 * @param signal aborts the call
 * @returns the page
 * @example
 * const { figures } = await getCustomerPage(client, '7');
 * figures.find(({ name }) => name === 'balance-CAD')?.lines[0]?.text; // '54,113.68 CAD'
 */
export async function getCustomerPage(
  client: Client,
  id: string,
  signal?: AbortSignal,
): Promise<CustomerPage> {
  const path = `customers/${pathPart(id)}/summary`;
  const { data } = await client.http.json(
    { operation: OPERATION, method: 'GET', path, ...(signal && { signal }) },
    z.record(z.string(), z.unknown()),
  );
  const found = decodeRow(customerPageSchema, data, (at, message) =>
    client.report({ operation: OPERATION, path: at, message }),
  );
  const lost = (found.unavailable ?? []).includes('spend') ? ['Spend and volume by month'] : [];
  return {
    id,
    name: found.customer?.name ?? '',
    company: found.customer?.company_name || (found.customer?.name ?? ''),
    contact: contactOf(found),
    today: found.today ?? '',
    figures: [...moneyFigures(found), ...fleetFigures(found)],
    charts: [...chartsOf(found)],
    unavailable: lost,
  };
}

/**
 * Returns the ports for a customer's page.
 *
 * @param client whose session and connection are used
 * @param id the customer's id
 */
export const customerPagePorts = (client: Client, id: string): DashboardPorts<CustomerPage> => ({
  load: (signal) => getCustomerPage(client, id, signal),
});
