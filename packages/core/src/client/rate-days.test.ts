import { expect, it } from 'vitest';
import { memoryStore } from '../session/create-session.ts';
import { createFakeTransport } from '../testing/fake-transport.ts';
import { FAKE_BASE_URL, signedInState } from '../testing/fixtures.ts';
import { createClient } from './client.ts';
import { getRateDays } from './rate-days.ts';

const day = (
  of: string,
  sites: number,
  [lowest, average, highest]: readonly string[],
  more = {},
) => ({
  day: of,
  product: 'ULSD',
  currency: 'CAD',
  unit: 'L',
  sites,
  lowest,
  average,
  highest,
  ...more,
});

it('RATE-03 has a chart for each product, currency and unit, of one site or the spread of several', async () => {
  const json = {
    from: '2026-11-18',
    to: '2026-11-20',
    days: [
      day('2026-11-18', 1, ['1.11360', '1.11360', '1.11360']),
      day('2026-11-20', 3, ['1.10000', '1.20005', '1.30000']),
      day('2026-11-20', 1, ['3.90000', '3.90000', '3.90000'], { currency: 'USD', unit: 'USG' }),
    ],
  };
  const transport = createFakeTransport([{ match: 'GET daily-rates/days', answer: { json } }]);
  const store = memoryStore(signedInState());
  const client = createClient({ baseUrl: FAKE_BASE_URL, fetch: transport.fetch, store });
  const filters = [{ field: 'province', match: 'exact', value: 'ON' } as const];
  const { charts, from, to } = await getRateDays(client, { filters, to: '2026-11-20' });
  expect([...(transport.calls[0]?.query ?? [])]).toEqual([
    ['filter', 'province:ON'],
    ['to', '2026-11-20'],
  ]);
  expect([from, to]).toEqual(['2026-11-18', '2026-11-20']);
  expect(charts.map(({ kind, name, series, title }) => [name, title, kind, series])).toEqual([
    ['rates-ULSD-CAD-L', 'ULSD, CAD per L', 'lines', ['Lowest', 'Average', 'Highest']],
    ['rates-ULSD-USD-USG', 'ULSD, USD per USG', 'lines', ['Price']],
  ]);
  const [spread, single] = charts;
  expect(spread?.points.map(({ label, texts }) => [label, texts])).toEqual([
    ['2026-11-18', ['1.1136', '1.1136', '1.1136']],
    ['2026-11-20', ['1.1000', '1.2001', '1.3000']],
  ]);
  expect(spread?.points[1]?.values.map(String)).toEqual(['1.10000', '1.20005', '1.30000']);
  expect(single?.points[0]?.texts).toEqual(['3.9000']);
  expect(single?.points[0]?.list?.route).toBe(
    '/dailyrates/rates?filter=province%3AON&filter=product_code%3AULSD&from=2026-11-20&to=2026-11-20',
  );
});
