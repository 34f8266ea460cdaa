import * as z from 'zod/mini';
import { Decimal } from '../format/decimal.ts';
import { formatValue } from '../format/values.ts';
import { filterText } from '../http/list-dialects.ts';
import { decodeRow } from '../resource/decode-row.ts';
import { withPlainDays } from '../resource/resource-client.ts';
import { decimal, integer, text } from '../resource/wire-values.ts';
import { rateList } from '../resources/rates/rates.list.ts';
import type { ChartPoint, DashboardChart } from '../workflows/dashboard/dashboard.types.ts';
import type {
  RateDays,
  RateDaysPorts,
  RateDaysQuery,
} from '../workflows/rate-days/rate-days.types.ts';
import type { Client } from './client.ts';
import { listBehind } from './figures.ts';

const OPERATION = 'rates.days';

/** What `GET daily-rates/days` answers: prices as text, per unit (RATE-03). */
export const rateDaysSchema = z.object({
  from: text(),
  to: text(),
  days: z.nullish(
    z.array(
      z.object({
        day: text(),
        product: text(),
        currency: text(),
        unit: text(),
        sites: integer(),
        lowest: decimal(),
        average: decimal(),
        highest: decimal(),
      }),
    ),
  ),
});
type Day = NonNullable<z.output<typeof rateDaysSchema>['days']>[number];

const SPREAD = ['Lowest', 'Average', 'Highest'] as const;

function pointOf({ filters }: RateDaysQuery, one: Day, single: boolean): ChartPoint {
  const day = one.day ?? '';
  const all = [one.lowest, one.average, one.highest].map((value) => value ?? Decimal.ZERO);
  const values = single ? all.slice(0, 1) : all;
  const filter = [
    ...filters.filter(({ field }) => field !== 'product_code').map(filterText),
    `product_code:${one.product ?? ''}`,
  ];
  return {
    label: day,
    values,
    texts: values.map((value) => formatValue('price', value)),
    list: listBehind({ resource: 'rates', filter, from: day, to: day }),
  };
}

/** One chart for each product, currency and unit: prices of different ones are never in one. */
function chartsOf(query: RateDaysQuery, days: readonly Day[]): readonly DashboardChart[] {
  const named = (one: Day) => [one.product ?? '', one.currency ?? '', one.unit ?? ''] as const;
  return [...Map.groupBy(days, (one) => named(one).join(' ')).values()].map((own) => {
    const [product, currency, measure] = named(own[0] as Day);
    const single = own.every(({ sites }) => sites === 1);
    const unit = `${currency} per ${measure}`;
    return {
      name: `rates-${product}-${currency}-${measure}`.replaceAll(/\s+/g, '-'),
      title: `${product || 'No product'}, ${unit}`,
      kind: 'lines',
      axis: 'Day',
      series: single ? ['Price'] : [...SPREAD],
      unit,
      points: own.map((one) => pointOf(query, one, single)),
    };
  });
}

/**
 * Loads what stored rates were day by day, of those that match the filters of the list of rates (RATE-03). Rejects with
 * an `ApiError`, so with 400 for more than 366 days.
 *
 * @param client whose session and connection are used
 * @param query filters and days, YYYY-MM-DD
 * @param signal aborts the call
 * @returns each rate with its days
 * @example
 * const filters = [{ field: 'site_number', match: 'exact', value: '53112' } as const];
 * const { charts } = await getRateDays(client, { filters, from: '2026-11-01', to: '2026-11-20' });
 * charts[0]?.points.at(-1)?.texts; // ['1.1136']
 */
export async function getRateDays(
  client: Client,
  query: RateDaysQuery,
  signal?: AbortSignal,
): Promise<RateDays> {
  const plain = withPlainDays(client, rateList, query);
  const { filters, from, to } = plain;
  const asked = [
    ...filters.map((filter) => ['filter', filterText(filter)] as const),
    ...(from === undefined ? [] : [['from', from] as const]),
    ...(to === undefined ? [] : [['to', to] as const]),
  ];
  const { data } = await client.http.json(
    {
      operation: OPERATION,
      method: 'GET',
      path: 'daily-rates/days',
      query: asked,
      ...(signal && { signal }),
    },
    z.record(z.string(), z.unknown()),
  );
  const found = decodeRow(rateDaysSchema, data, (path, message) =>
    client.report({ operation: OPERATION, path, message }),
  );
  return { from: found.from ?? '', to: found.to ?? '', charts: chartsOf(plain, found.days ?? []) };
}

/**
 * Returns the ports for the rates over time.
 *
 * @param client whose session and connection are used
 */
export const rateDaysPorts = (client: Client): RateDaysPorts => ({
  load: (query, signal) => getRateDays(client, query, signal),
});
