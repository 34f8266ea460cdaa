import { expect, it } from 'vitest';
import { Decimal } from '../format/decimal.ts';
import { billUnbilled, previewUnbilled } from './bill-unbilled.ts';
import { service } from './imports.test-kit.ts';

const PREVIEW = 'POST spol/invoices/preview';
const MAKE = 'POST spol/invoices/';
const period = { company: 'North Haul', currency: 'CAD', from: '2026-10-01', to: '2026-10-31' };
const sums = {
  count: 1,
  totals: { amount: '864.45', by_tax: { HST: 99.45 } },
  total_amount: 864.45,
  already_billed: 2,
  seen: 'abc',
};
const sent = { company: 'North Haul', currency: 'CAD' };
const days = { start_date: '01-10-2026', end_date: '31-10-2026' };

it('INV-14 previews a period of whole days: lines and sums, to the cent', async () => {
  const lines = [{ id: 7, dtl_prd_cd: 'D1', dtl_amt: 864.45, txn_date: '2026-10-15T08:15:00' }];
  const { client, transport } = service([{ match: PREVIEW, answer: { json: { ...sums, lines } } }]);
  const preview = await previewUnbilled(client, period);
  expect(preview.total_amount.toString()).toBe('864.45');
  expect(preview.totals.by_tax?.HST?.toString()).toBe('99.45');
  expect(preview.lines?.[0]).toMatchObject({ id: '7', txn_date: '2026-10-15T08:15:00' });
  expect([preview.count, preview.already_billed]).toEqual([1, 2]);
  expect(transport.calls[0]).toMatchObject({ body: { ...sent, ...days } });
  await previewUnbilled(client, period, { lines: false });
  expect(transport.calls[1]).toMatchObject({ body: { ...sent, ...days, lines: false } });
});

it('INV-14 rejects a response without a total', async () => {
  const { client } = service([
    { match: PREVIEW, answer: { json: { ...sums, total_amount: null } } },
  ]);
  await expect(previewUnbilled(client, period)).rejects.toMatchObject({ code: 'unreadable' });
});

it('INV-14 creates the invoice for the previewed total and lines, under its key', async () => {
  const invoice = {
    id: 9,
    invoice_number: 'NHC-31-10-2026',
    total_amount: 864.45,
    status: 'Draft',
  };
  const { client, transport } = service([{ match: MAKE, answer: { json: invoice, status: 201 } }]);
  const seen = { total_amount: Decimal.from('864.45'), seen: 'abc' };
  const made = await billUnbilled(client, period, seen, 'key-1');
  expect(made).toMatchObject({ id: '9', invoice_number: 'NHC-31-10-2026', status: 'Draft' });
  expect(transport.calls[0]).toMatchObject({
    body: { ...sent, ...days, lines: 'unbilled', total_amount: 864.45, seen: 'abc' },
  });
  expect(transport.calls[0]?.headers.get('idempotency-key')).toBe('key-1');
});
