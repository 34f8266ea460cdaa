import { expect, it } from 'vitest';
import type { InvoiceDocument } from './invoice-document.ts';
import { invoiceSums } from './invoice-sums.ts';

const line = (more: object) => ({
  ...{ product_description: 'Diesel', unit: 'L', quantity_e3: 1_000, amount_minor: 0 },
  ...{ gst_minor: 0, hst_minor: 0, pst_minor: 0, qst_minor: 0 },
  ...{ fet_rate_e5: 0, pft_rate_e5: 0, cbt_rate_e5: 0 },
  ...more,
});
const sums = (lines: readonly object[], payments: readonly number[] = []) =>
  invoiceSums({
    invoice: { total_minor: 15_000, due_minor: 7_900 },
    lines,
    payments: payments.map((amount_minor) => ({ amount_minor })),
  } as unknown as InvoiceDocument);

const SALE = line({
  ...{ quantity_e3: 100_000, amount_minor: 15_000 },
  ...{ gst_minor: 200, hst_minor: 1_000, pst_minor: 30, qst_minor: 4 },
  ...{ fet_rate_e5: 4_000, pft_rate_e5: 9_000, cbt_rate_e5: 1_234 },
});
const RETURNED = line({
  ...{ product_description: 'DEF', quantity_e3: -1_000, amount_minor: -700, gst_minor: -200 },
});

it('INV-10 adds up an invoice by product before sales taxes, and each tax without zeros', () => {
  expect(sums([SALE, line({ amount_minor: 500 }), RETURNED])).toMatchObject({
    products: [
      { name: 'Diesel', unit: 'L', quantity: 101_000, amount: 14_266 },
      { name: 'DEF', unit: 'L', quantity: -1_000, amount: -500 },
    ],
    taxes: [
      ['HST', 1_000],
      ['PST', 30],
      ['QST', 4],
    ],
    included: [
      ['federal excise tax', 400],
      ['provincial fuel tax', 900],
      ['carbon tax', 123],
    ],
  });
});

it.each([
  [1_000, 1_499, 1],
  [1_000, 1_500, 2],
  [-1_000, 1_499, -1],
  [-1_000, 1_500, -2],
])('INV-10 %i thousandths of a litre with a tax of %i make %i cents', (quantity, rate, cents) => {
  const { included } = sums([line({ quantity_e3: quantity, fet_rate_e5: rate })]);
  expect(included).toEqual([['federal excise tax', cents]]);
});

it('INV-10 says what lines and payments don’t explain', () => {
  expect(sums([SALE, RETURNED], [5_000, 2_000])).toMatchObject({
    ...{ other: 700, paid: 7_000, corrected: -100 },
  });
  expect(sums([])).toMatchObject({ other: 15_000, paid: 0, corrected: -7_100 });
});
