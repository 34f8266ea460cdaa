import * as z from 'zod/mini';
import { formatDay } from '../format/dates.ts';
import { Decimal } from '../format/decimal.ts';
import { formatMoney, formatValue } from '../format/values.ts';
import { decodeRow } from '../resource/decode-row.ts';
import { decimal, integer, text } from '../resource/wire-values.ts';
import type {
  ChartPoint,
  Dashboard,
  DashboardChart,
  DashboardFigure,
  DashboardPorts,
} from '../workflows/dashboard/dashboard.types.ts';
import type { Client } from './client.ts';
import {
  countLine,
  exceptionLines,
  figureOf,
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

const OPERATION = 'dashboard.open';

const currency = text();
const volume = z.object({ unit: text(), quantity: decimal() });

/** What `GET dashboard` answers: only the parts that the account may read, amounts as text (SHELL-10). */
export const dashboardSchema = z.object({
  today: text(),
  owed: sentOwed,
  unbilled: z.nullish(z.array(z.object({ currency, ...sentSum }))),
  purchases: z.nullish(
    z.object({
      from: text(),
      to: text(),
      days: z.nullish(z.array(z.object({ currency, day: text(), ...sentSum }))),
      volumes: z.nullish(z.array(z.object({ ...volume.shape, day: text(), list: sentList }))),
      products: z.nullish(
        z.array(
          z.object({
            currency,
            product: text(),
            amount: decimal(),
            volumes: z.nullish(z.array(volume)),
            list: sentList,
          }),
        ),
      ),
    }),
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
            paid: decimal(),
            rate: decimal(),
            sites: integer(),
            list: sentList,
          }),
        ),
      ),
    }),
  ),
  imports: z.nullish(
    z.object({
      since: text(),
      files: integer(),
      failed: integer(),
      rows: integer(),
      imported: integer(),
      duplicates: integer(),
      rejected: integer(),
      list: sentList,
      /** Of the failed files; absent from services before 2026-11-25, which have only `list`. */
      failed_list: sentList,
    }),
  ),
  exceptions: sentExceptions,
  cards_on_hold: z.nullish(z.object({ count: integer(), list: sentList })),
  /** Parts that the service couldn't compute this time. */
  unavailable: z.nullish(z.array(z.string())),
});
type Answer = z.output<typeof dashboardSchema>;

/** The figures that the answer has, in the order in which a morning goes through them. */
function* figuresOf(found: Answer): Generator<DashboardFigure> {
  const { cards_on_hold: held, exceptions, imports, owed, unbilled } = found;
  const figure = figureOf(found.unavailable ?? []);
  const late = owedLines(owed, 'overdue');
  yield* figure('owed', 'overdue', 'Overdue', 'Nothing is overdue.', late, (late?.length ?? 0) > 0);
  yield* figure(
    'owed',
    'due_soon',
    'Due within 7 days',
    'Nothing is due.',
    owedLines(owed, 'due_soon'),
  );
  yield* figure(
    'unbilled',
    'unbilled',
    'Unbilled purchases',
    'Everything is billed.',
    unbilled?.map((one) => moneyLine(one.currency, one, PURCHASES)),
  );
  yield* figure(
    'exceptions',
    'exceptions',
    'Open exceptions',
    'No exception is open.',
    exceptionLines(exceptions),
    (exceptions?.count ?? 0) > 0,
  );
  yield* figure(
    'cards_on_hold',
    'cards_on_hold',
    'Cards on hold',
    'No card is on hold.',
    held && ((held.count ?? 0) === 0 ? [] : [countLine('Cards', held.count, held.list)]),
  );
  const faults = (imports?.failed ?? 0) + (imports?.rejected ?? 0);
  yield* figure(
    'imports',
    'imports',
    'Imports since yesterday',
    'No file was imported.',
    imports &&
      ((imports.files ?? 0) === 0
        ? []
        : [
            countLine('Files', imports.files, imports.list),
            countLine('Failed files', imports.failed, imports.failed_list ?? imports.list),
            countLine('Rows', imports.rows, imports.list),
            countLine('New rows', imports.imported, imports.list),
            countLine('Duplicate rows', imports.duplicates, imports.list),
            countLine('Rejected rows', imports.rejected, imports.list),
          ]),
    faults > 0,
  );
}

const DAY_MS = 86_400_000;

/** Each day from the first to the last. */
function daysFrom(first: string, last: string): readonly string[] {
  const count = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
  if (!(count > 0 && count <= 366)) return [];
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(first) + index * DAY_MS).toISOString().slice(0, 10),
  );
}

interface Sent {
  readonly key: string;
  readonly day: string;
  readonly value: Decimal;
  readonly list: SentList;
}

/** One chart for each currency or unit, with a point for each day. */
function chartsByDay(
  days: readonly string[],
  sent: readonly Sent[],
  about: { readonly name: string; readonly title: string; readonly series: string },
  textOf: (value: Decimal) => string,
): readonly DashboardChart[] {
  const byKey = Map.groupBy(sent, ({ key }) => key);
  return [...byKey].map(([unit, own]) => {
    const byDay = new Map(own.map((one) => [one.day, one]));
    const points = days.map((label): ChartPoint => {
      const found = byDay.get(label);
      const value = found?.value ?? Decimal.ZERO;
      return { label, values: [value], texts: [textOf(value)], list: listBehind(found?.list) };
    });
    return {
      name: `${about.name}-${unit}`,
      title: `${about.title}, ${unit}`,
      kind: 'days',
      axis: 'Day',
      series: [about.series],
      unit,
      points,
    };
  });
}

/** The charts that the answer has. Currencies and units each have their own. */
function* chartsOf({ prices, purchases }: Answer): Generator<DashboardChart> {
  const days = daysFrom(purchases?.from ?? '', purchases?.to ?? '');
  yield* chartsByDay(
    days,
    (purchases?.days ?? []).map((one) => ({
      key: one.currency ?? '',
      day: one.day ?? '',
      value: one.amount ?? Decimal.ZERO,
      list: one.list,
    })),
    { name: 'spend', title: 'Spend by day', series: 'Spend' },
    formatMoney,
  );
  yield* chartsByDay(
    days,
    (purchases?.volumes ?? []).map((one) => ({
      key: one.unit ?? '',
      day: one.day ?? '',
      value: one.quantity ?? Decimal.ZERO,
      list: one.list,
    })),
    { name: 'volume', title: 'Volume by day', series: 'Volume' },
    (value) => formatValue('volume', value),
  );
  const products = Map.groupBy(purchases?.products ?? [], (one) => one.currency ?? '');
  for (const [unit, own] of products) {
    yield {
      name: `products-${unit}`,
      title: `Spend by product, ${unit}`,
      kind: 'bars',
      axis: 'Product',
      series: ['Spend'],
      unit,
      points: own.map(({ amount, list: behind, product }) => ({
        label: product || 'No product',
        values: [amount ?? Decimal.ZERO],
        texts: [formatMoney(amount ?? Decimal.ZERO)],
        list: listBehind(behind),
      })),
    };
  }
  const measured = Map.groupBy(
    prices?.prices ?? [],
    (one) => `${one.currency ?? ''} per ${one.unit ?? ''}`,
  );
  for (const [unit, own] of measured) {
    yield {
      name: `prices-${unit.replaceAll(' ', '-')}`,
      title: `Price paid and rate on ${formatDay(prices?.day ?? '')}, ${unit}`,
      kind: 'bars',
      axis: 'Product',
      series: ['Paid', 'Rate'],
      unit,
      points: own.map(({ list: behind, paid, product, rate }) => {
        const values = [paid ?? Decimal.ZERO, rate ?? Decimal.ZERO];
        return {
          label: product ?? '',
          values,
          texts: values.map((value) => value.toString()),
          list: listBehind(behind),
        };
      }),
    };
  }
}

const CHART_PARTS: Readonly<Record<string, string>> = {
  purchases: 'Spend and volume',
  prices: 'Price paid and rate',
};

/**
 * Loads the dashboard of the account (SHELL-10): what it may not read isn't in it. Rejects with an `ApiError`.
 *
 * @param client whose session and connection are used
 * @param signal aborts the call
 * @returns figures and charts, each with the list behind it
 * @example
 * const { figures } = await getDashboard(client);
 * figures.find(({ name }) => name === 'overdue')?.lines[0]?.text; // '54,113.68 CAD'
 */
export async function getDashboard(client: Client, signal?: AbortSignal): Promise<Dashboard> {
  const { data } = await client.http.json(
    { operation: OPERATION, method: 'GET', path: 'dashboard', ...(signal && { signal }) },
    z.record(z.string(), z.unknown()),
  );
  const found = decodeRow(dashboardSchema, data, (path, message) =>
    client.report({ operation: OPERATION, path, message }),
  );
  return {
    today: found.today ?? '',
    figures: [...figuresOf(found)],
    charts: [...chartsOf(found)],
    unavailable: (found.unavailable ?? []).flatMap((part) => CHART_PARTS[part] ?? []),
  };
}

/**
 * Returns the ports for the dashboard.
 *
 * @param client whose session and connection are used
 */
export const dashboardPorts = (client: Client): DashboardPorts => ({
  load: (signal) => getDashboard(client, signal),
});
