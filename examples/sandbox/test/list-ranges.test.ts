import { describe, expect, it } from 'vitest';
import { ADMIN, openSandbox, signIn } from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);
const list = (path: string, filters: readonly string[]) =>
  admin.json(
    `${path}?size=10000&${filters.map((text) => `filter=${encodeURIComponent(text)}`).join('&')}`,
  );
const invoices = async (...filters: string[]): Promise<any[]> =>
  (await list('spol/invoices/', filters)).content;
const transactions = async (...filters: string[]): Promise<any[]> =>
  (await list('fuel-transaction/authcode', filters)).transactions;
const all = await invoices();
const iso = (day: string) => day.split('-').reverse().join('-');

describe('filters by range, choice and beginning', () => {
  it('LIST-14 amounts from and to, both included', async () => {
    const totals = all.map((row) => row.total_amount).sort((a, b) => a - b);
    const [low, high] = [totals[3], totals[12]];
    const found = await invoices(`total_amount>=${low}`, `total_amount<=${high}`);
    expect(found.map((row) => row.id).sort()).toEqual(
      all
        .filter((row) => row.total_amount >= low && row.total_amount <= high)
        .map((row) => row.id)
        .sort(),
    );
    expect(found.length).toBeGreaterThan(9);
    // More digits than are kept: just above the amount leaves it out, just below takes it.
    const from = async (text: string) => (await invoices(`total_amount>=${text}`)).length;
    expect((await from(`${low.toFixed(2)}1`)) - (await from(`${(low - 0.01).toFixed(2)}1`))).toBe(
      -all.filter((row) => row.total_amount === low).length,
    );
    expect(await invoices('total_amount>=1e30')).toEqual([]);
    expect((await invoices('total_amount<=99999999999999999999')).length).toBe(all.length);
  });

  it('LIST-14 days from and to: to a day means all of it', async () => {
    const day = '2026-11-10';
    const before = await transactions(`txn_date<=${day}`);
    const after = await transactions('txn_date>=2026-11-11');
    const some = (await transactions()).length;
    expect(before.length).toBeGreaterThan(0);
    expect(after.length).toBeGreaterThan(0);
    expect(before.length + after.length).toBe(some);
    expect(before.every((row) => row.txn_date < '2026-11-11')).toBe(true);
    const issued = await invoices('issued_date>=01-11-2026', 'date<=2026-11-10');
    expect(issued.map((row) => iso(row.issued_date)).sort()).toEqual(
      all
        .map((row) => iso(row.issued_date))
        .filter((at) => at >= '2026-11-01' && at <= '2026-11-10')
        .sort(),
    );
  });

  it('LIST-14 several exact values of a field are a choice, different fields must all match', async () => {
    const open = all.filter(({ status }) => status === 'Sent' || status === 'Open');
    const found = await invoices('status:Sent', 'status:Open');
    expect(found.length).toBe(open.length);
    expect(new Set(found.map(({ status }) => status)).size).toBe(2);
    const cad = await invoices('status:Sent', 'status:Open', 'currency:CAD');
    expect(cad.length).toBe(open.filter(({ currency }) => currency === 'CAD').length);
  });

  it.each(['quillmoor', 'Quill', 'NORTH'])('LIST-14 companies that begin with %j', async (part) => {
    const rows = await transactions();
    const found = await transactions(`txn_company^=${part}`);
    const expected = rows.filter((row) =>
      row.txn_company.toLowerCase().startsWith(part.toLowerCase()),
    );
    expect(found.length).toBe(expected.length);
    expect(found.length).toBeGreaterThan(0);
  });

  it('LIST-14 numbers that begin with digits, and texts without a vocabulary', async () => {
    const rows = await transactions();
    const digits = rows[0].card_number.slice(0, 9);
    expect((await transactions(`card_number^=${digits}`)).length).toBe(
      rows.filter((row) => row.card_number.startsWith(digits)).length,
    );
    const number = all[0].invoice_number.slice(0, -1).toLowerCase();
    expect((await invoices(`invoice_number^=${number}`)).map((row) => row.id).sort()).toEqual(
      all
        .filter((row) => row.invoice_number.toLowerCase().startsWith(number))
        .map((row) => row.id)
        .sort(),
    );
  });

  it('LIST-14 LIST-08 the body dialect and an export compare the same way', async () => {
    const filters = [
      { filterField: 'txn_amount', matchStrategy: 'from', query: '100' },
      { filterField: 'txn_amount', matchStrategy: 'to', query: '1000' },
      { filterField: 'txn_company', matchStrategy: 'begins', query: 'q' },
    ];
    const expected = await transactions('txn_amount>=100', 'txn_amount<=1000', 'txn_company^=q');
    const searched = await admin.json('fuel-transaction/authcode/search', {
      body: { filters, pageSize: 10_000 },
    });
    expect(searched.totalRecords).toBe(expected.length);
    expect(expected.length).toBeGreaterThan(0);
    const csv = await (await admin.call('fuel-transaction/export', { body: { filters } })).text();
    expect(csv.trim().split(/\r?\n/).length - 1).toBe(expected.length);
  });

  it.each([
    ['status>=Open', '/filter/status'],
    ['total_amount>=much', '/filter/total_amount'],
    ['issued_date<=May', '/filter/issued_date'],
    ['total_amount^=1', '/filter/total_amount'],
    ['status', '/filter'],
  ])('LIST-14 refuses %s and names the field', async (filter, pointer) => {
    const answer = await admin.call(`spol/invoices/?filter=${encodeURIComponent(filter)}`);
    expect(answer.status).toBe(400);
    expect((await answer.json()).errors[0].pointer).toBe(pointer);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
