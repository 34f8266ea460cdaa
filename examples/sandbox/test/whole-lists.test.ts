import { RESOURCES } from '@forecourt/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADMIN, CLERK, NOBODY, openSandbox, signIn, VIEWER } from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);
const clerk = await signIn(sandbox, CLERK);
const viewer = await signIn(sandbox, VIEWER);
const nobody = await signIn(sandbox, NOBODY);

const LISTS = await Promise.all(RESOURCES.map(({ loadListDefinition }) => loadListDefinition()));
const EXPORTED = LISTS.flatMap(({ export: exported, list, name }) =>
  exported ? [[name, exported.path, list.path.replace(/\/$/, '')] as const] : [],
);
const linesOf = async (answer: Response): Promise<string[]> =>
  (await answer.text()).replace('\uFEFF', '').trimEnd().split('\r\n');
const totalIn = (page: any): number =>
  page.totalRecords ?? page.total_elements ?? page.metadata?.total_count;

/** Sums in cents by currency of all rows that a list answers. */
const centsOf = (rows: readonly any[], field: string, by: string) => {
  const sums: Record<string, number> = {};
  for (const row of rows) sums[row[by]] = (sums[row[by]] ?? 0) + Math.round(row[field] * 100);
  return sums;
};
const asCents = (totals: readonly any[], field: string) =>
  Object.fromEntries(
    totals.map(({ currency, sums }) => [currency, Number(sums[field].replace('.', ''))]),
  );
await admin.call('exceptions/judge', { body: { from: '2026-10-20', to: '2026-11-20' } });
const whole = { filters: [] };

describe('exports', () => {
  it('LIST-15 every list has one', () => {
    expect(EXPORTED.map(([name]) => name)).toEqual([
      'cards',
      'transactions',
      'exceptions',
      'invoices',
      'payments',
      'customers',
      'companies',
      'markups',
      'rates',
      'rate-changes',
      'smartbuy',
      'truckcare',
      'users',
      'trail',
    ]);
  });

  it.each(EXPORTED)('LIST-15 %s: all rows of a filter, and of ids', async (name, path, list) => {
    const { content, transactions, ...page } = await admin.json(`${list}?size=20`);
    const rows = content ?? transactions;
    const all = await linesOf(await admin.call(path, { body: whole }));
    expect(all.length - 1).toBe(totalIn(page));
    const ids = rows.slice(0, 2).map(({ id }: any) => String(id));
    const some = await linesOf(
      await admin.call(path, { body: { [name === 'cards' ? 'cardIds' : 'ids']: ids } }),
    );
    expect(some[0]).toBe(all[0]);
    expect(some.length - 1).toBe(ids.length);
    const odd = await admin.call(path, { body: { ...whole, id: ids } });
    const { detail, errors } = await odd.json();
    expect([odd.status, errors]).toEqual([400, [{ pointer: '/id', detail }]]);
    expect(detail).toContain('There is no field "id" here.');
    const none = await admin.call(path, { body: {} });
    expect([none.status, (await none.json()).errors[0].detail]).toEqual([
      422,
      expect.stringMatching(/^Send the ids of the [\w ]+, or filters: \[\] for all of them\.$/),
    ]);
    // The trail is open to everybody, who sees there what is theirs.
    expect((await nobody.call(path, { body: whole })).status).toBe(name === 'trail' ? 200 : 403);
  });

  it('LIST-15 amounts keep their decimals, days are as stored, and formulas are harmless', async () => {
    const customer = await admin.call('customers/1');
    const { etag: _, ...record } = await customer.json();
    await admin.call('customers/1', {
      method: 'PUT',
      body: { ...record, crm_id: '=1+1', rate: 7.5 },
    });
    const [header = '', ...rows] = await linesOf(
      await admin.call('customers/export', { body: whole }),
    );
    expect(header).toBe('Name,Phone,Tax Number,Crm Id,Rate,Order,Invoice,Company');
    const own = rows.find((row) => row.includes('1+1'));
    expect(own).toContain(",'=1+1,7.50,");
    const [, first = ''] = await linesOf(await admin.call('spol/invoices/export', { body: whole }));
    expect(first).toMatch(/,\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d,.*,-?\d+\.\d\d,-?\d+\.\d\d,(CAD|USD)$/);
  });

  it('LIST-15 a file has the rows of the moment it began, whatever changes meanwhile', async () => {
    const answer = await admin.call('fuel-transaction/export', { body: whole });
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    const parts = [(await reader.read()).value as Uint8Array];
    const { transactions, metadata } = await admin.json(
      'fuel-transaction/authcode?size=30&sort=txn_date,asc',
    );
    let gone: any;
    for (const row of transactions) {
      if ((await admin.call(`transaction/${row.id}`, { method: 'DELETE' })).status !== 200)
        continue;
      gone = row;
      break;
    }
    expect(gone).toBeDefined();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      parts.push(next.value);
    }
    const text = await new Blob(parts as BlobPart[]).text();
    expect(text.trimEnd().split('\r\n').length - 1).toBe(metadata.total_count);
    expect(text).toContain(gone.authentication_id);
    const after = await linesOf(await admin.call('fuel-transaction/export', { body: whole }));
    expect(after.length - 1).toBe(metadata.total_count - 1);
  });

  it('LIST-15 AUTH-13 is in the trail, and rates are for staff only', async () => {
    await clerk.call('invoice-payments/export', { body: whole });
    const { content } = await admin.json('audit?filter=action:payments.export');
    expect(content[0]).toMatchObject({ action: 'payments.export', resource: 'payments' });
    expect((await viewer.call('daily-rates/export', { body: whole })).status).toBe(403);
  });
});

describe('totals', () => {
  const ASKED = [
    ['fuel-transaction/authcode', 'txn_amount', 'hdr_currency', 'transactions'],
    ['spol/invoices', 'total_amount', 'currency', 'content'],
    ['spol/invoices', 'amount_due', 'currency', 'content'],
    ['invoice-payments', 'amount_paid', 'currency', 'content'],
  ] as const;

  /** Void invoices are listed and not owed. */
  const summed = (rows: readonly any[]) => rows.filter(({ status }) => status !== 'Void');

  /** Bills what a company has unbilled in November, and voids the invoice. */
  async function voidOne(company: string): Promise<boolean> {
    const november = { start_date: '2026-11-01', end_date: '2026-11-19' };
    const body = { company, currency: 'CAD', ...november };
    const preview = await admin.call('spol/invoices/preview', { body });
    const { count, total_amount } = await preview.json();
    if (!(count > 0 && total_amount > 0)) return false;
    const sent = { ...body, lines: 'unbilled', total_amount };
    const made = await admin.call('spol/invoices/', { body: sent });
    expect(made.status).toBe(201);
    const path = `spol/invoices/${(await made.json()).invoice_number}/void`;
    expect((await admin.call(path, { body: { reason: 'Made twice' } })).status).toBe(200);
    return true;
  }

  it('LIST-15 leaves void invoices out, in any filter that has some', async () => {
    let voided = 0;
    for (const { company_name } of await admin.json('fuel-customer-markups/find-all?paged=false')) {
      if (voided < 3 && (await voidOne(company_name))) voided += 1;
    }
    expect(voided).toBe(3);
    const { content } = await admin.json('spol/invoices/?size=10000');
    expect(summed(content).length).toBeLessThan(content.length);
    expect(summed(content).length).toBeGreaterThan(0);
    const filters = fc.subarray([
      { filterField: 'currency', matchStrategy: 'equals', query: 'CAD' },
      { filterField: 'company_name', matchStrategy: 'contains', query: 'a' },
      { filterField: 'total_amount', matchStrategy: 'from', query: '500' },
      { filterField: 'issued_date', matchStrategy: 'from', query: '2026-07-01' },
      { filterField: 'status', matchStrategy: 'contains', query: 'o' },
    ]);
    await fc.assert(
      fc.asyncProperty(filters, async (picked) => {
        const body = { filters: picked };
        const page = await admin.json('spol/invoices/search', {
          body: { ...body, pageSize: 10_000 },
        });
        const { totals } = await admin.json('spol/invoices/totals', { body });
        for (const field of ['total_amount', 'amount_due']) {
          expect(asCents(totals, field)).toEqual(centsOf(summed(page.content), field, 'currency'));
        }
      }),
      { numRuns: 12, seed: 20_261_122 },
    );
    const only = [{ filterField: 'status', matchStrategy: 'equals', query: 'Void' }];
    expect((await admin.json('spol/invoices/totals', { body: { filters: only } })).totals).toEqual(
      [],
    );
  });

  it.each(ASKED)('LIST-15 %s: %s by currency, of all rows', async (path, field, by, rows) => {
    const page = await admin.json(`${path}?size=10000`);
    const { totals } = await admin.json(`${path}/totals`, { body: whole });
    expect(asCents(totals, field)).toEqual(centsOf(summed(page[rows]), field, by));
    expect(totals.map(({ currency }: any) => currency)).toEqual(['CAD', 'USD']);
    for (const { sums } of totals) expect(sums[field]).toMatch(/^-?\d+\.\d\d$/);
  });

  it('LIST-15 of the filter and the days only', async () => {
    const asked = async (body: object, query: string) => {
      const { totals } = await admin.json('fuel-transaction/authcode/totals', { body });
      const { transactions } = await admin.json(`fuel-transaction/authcode?size=10000&${query}`);
      expect(transactions.length).toBeGreaterThan(0);
      expect(asCents(totals, 'txn_amount')).toEqual(
        centsOf(transactions, 'txn_amount', 'hdr_currency'),
      );
    };
    const filters = [{ filterField: 'txn_company', matchStrategy: 'contains', query: 'haul' }];
    await asked({ filters }, 'filter=txn_company::haul');
    await asked(
      { filters: [], from: '2026-10-01', to: '2026-10-31' },
      'from=2026-10-01&to=2026-10-31',
    );
    const none = [{ filterField: 'txn_company', matchStrategy: 'equals', query: 'nobody' }];
    const { totals } = await admin.json('fuel-transaction/authcode/totals', {
      body: { filters: none },
    });
    expect(totals).toEqual([]);
  });

  it('LIST-15 follow the next change, and name a field that the list lacks', async () => {
    const read = async () =>
      (await admin.json('invoice-payments/totals', { body: whole })).totals[0].sums.amount_paid;
    const before = await read();
    const { content } = await admin.json('spol/invoices/?size=100&filter=currency:CAD');
    const due = content.find((row: any) => row.amount_due > 1 && row.status === 'Sent');
    const paid = await admin.call('fuel-payment/register', {
      body: {
        payment_date: '2026-11-20',
        company_name: due.company_name,
        invoice_id: due.invoice_number,
        amount_due: due.amount_due,
        amount_paid: 1,
        currency: 'CAD',
        payment_mode: 'cheque',
        referenceId: 'CHQ-15',
      },
    });
    expect(paid.status).toBe(201);
    expect((Number(await read()) - Number(before)).toFixed(2)).toBe('1.00');
    const odd = await admin.call('invoice-payments/totals', {
      body: { filters: [{ filterField: 'nope', query: 'x' }] },
    });
    expect(odd.status).toBe(400);
  });

  it('LIST-15 ACC-04 a customer gets the sums of what it sees, and nobody else any', async () => {
    for (const [path, field, by, rows] of ASKED.slice(0, 3)) {
      const page = await viewer.json(`${path}?size=10000`);
      const { totals } = await viewer.json(`${path}/totals`, { body: whole });
      expect(asCents(totals, field)).toEqual(centsOf(summed(page[rows]), field, by));
      const all = await admin.json(`${path}/totals`, { body: whole });
      expect(totals).not.toEqual(all.totals);
      expect((await nobody.call(`${path}/totals`, { body: whole })).status).toBe(403);
    }
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
