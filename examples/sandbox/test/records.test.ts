import { describe, expect, it } from 'vitest';
import { ADMIN, NOBODY, openSandbox, signIn, VIEWER } from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);
const viewer = await signIn(sandbox, VIEWER);
const nobody = await signIn(sandbox, NOBODY);
const encoded = (filter: string) => `filter=${encodeURIComponent(filter)}`;

describe('records', () => {
  it('TXN-10 a transaction by authentication id and by id', async () => {
    const { transactions } = await admin.json('fuel-transaction/authcode?size=1');
    const [row] = transactions;
    const byCode = await admin.json(`fuel-transaction/transactionsbyid/${row.authentication_id}`);
    expect(byCode).toEqual(await admin.json(`fuel-transaction/transactionsbyid/${row.id}`));
    expect(byCode.txn_attr).toHaveLength(row.sub_transactions.length);
    expect(byCode.txn_attr[0].header.hdr_currency).toBe(row.hdr_currency);
    expect(byCode.station).toEqual({ lat: expect.any(Number), lng: expect.any(Number) });
    expect((await admin.call('fuel-transaction/transactionsbyid/none')).status).toBe(404);
  });

  it('INV-06 an invoice by number and by id, its sum that of its transactions', async () => {
    const { content } = await admin.json('spol/invoices/?size=50');
    for (const { etag: _, ...invoice } of content) {
      const detail = await admin.json(`spol/invoices/${invoice.invoice_number}`);
      // Only a single invoice has its number of payments.
      expect(detail.invoice_dto).toEqual({ ...invoice, payment_count: expect.any(Number) });
      const cents = detail.fuel_transaction_dto_list.map((row: any) =>
        Math.round(row.amount * 100),
      );
      expect(cents.reduce((sum: number, value: number) => sum + value, 0)).toBe(
        Math.round(invoice.total_amount * 100),
      );
    }
    const byId = await admin.json(`spol/invoices/${content[0].id}`);
    expect(byId.invoice_dto.invoice_number).toBe(content[0].invoice_number);
  });

  it('CARD-14 a card by its id', async () => {
    expect(await admin.json('fuel-card-management/7')).toMatchObject({ id: 7 });
    expect((await admin.call('fuel-card-management/99999')).status).toBe(404);
  });

  it('ACC-04 names the record that was not found, whatever its id, but only to those with the right', async () => {
    const calls = [
      ['GET', 'fuel-card-management/soon', 'Card soon was not found.'],
      ['PUT', 'fuel-card-management/99999', 'Card 99999 was not found.'],
      ['DELETE', 'fuel-card-management/99999', 'Card 99999 was not found.'],
      ['GET', 'customers/1e3', 'Customer 1e3 was not found.'],
      ['PUT', 'customers/99999', 'Customer 99999 was not found.'],
      ['GET', 'user/nobody', 'User nobody was not found.'],
      ['DELETE', 'users/nobody', 'User nobody was not found.'],
      ['PUT', 'fuel-transaction/none', 'Transaction none was not found.'],
      ['DELETE', 'transaction/none', 'Transaction none was not found.'],
    ] as const;
    for (const [method, path, detail] of calls) {
      const call = { method, ...(method === 'PUT' && { body: {} }) };
      const answer = await admin.call(path, call);
      expect([path, answer.status, (await answer.json()).detail]).toEqual([path, 404, detail]);
      expect((await nobody.call(path, call)).status).toBe(403);
    }
    const markup = await admin.call('fuel-customer-markups', { method: 'PUT', body: { id: [] } });
    expect([markup.status, (await markup.json()).errors[0].pointer]).toEqual([422, '/id']);
  });
});

describe('exports', () => {
  it('CARD-04 Cards.csv contains the chosen cards', async () => {
    const answer = await admin.call('fuel-card-management/export', { body: { cardIds: ['3', 5] } });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="Cards.csv"');
    const lines = (await answer.text()).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    // Headings are wire names, which scripts hold on to; cells have the words of the screen.
    expect(lines[0]).toContain('card_number,card_issue_date,status,card_group,card_status,');
    expect(lines.slice(1).join('\n')).toMatch(/,(ACTIVE|HOLD),.*,(N\/A|"Monday, Thursday"),/);
    expect(lines.join('\n')).not.toMatch(/RELEASE|[{}]/);
    const bad = await admin.call('fuel-card-management/export', { body: { cardIds: ['x'] } });
    expect((await bad.json()).errors[0].pointer).toBe('/cardIds/0');
  });

  it('TXN-03 the chosen transactions, or all that filters find, in the list order', async () => {
    const { transactions } = await admin.json('fuel-transaction/authcode?size=3');
    const ids = transactions.map((row: any) => String(row.id));
    const chosen = await admin.call('fuel-transaction/export', { body: { ids } });
    expect(chosen.headers.get('content-disposition')).toBe(
      'attachment; filename="Transactions-2026-11-20.csv"',
    );
    const lines = (await chosen.text()).trim().split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(
      transactions.map((row: any) => row.authentication_id),
    );
    const body = {
      filters: [{ filterField: 'dtl_stn_prv', query: 'ON', matchStrategy: 'equals' }],
    };
    const filtered = await (await admin.call('fuel-transaction/export', { body })).text();
    const { metadata } = await admin.json(
      `fuel-transaction/authcode?size=1&${encoded('dtl_stn_prv:ON')}`,
    );
    expect(filtered.trim().split('\r\n')).toHaveLength(metadata.total_count + 1);
  });

  it("ACC-04 another company's records are not in an export", async () => {
    const all = { body: { filters: [] } };
    const own = await viewer.json('fuel-transaction/authcode?size=1');
    const lines = (await (await viewer.call('fuel-transaction/export', all)).text()).trim();
    expect(lines.split('\r\n')).toHaveLength(own.metadata.total_count + 1);
    const { content } = await admin.json('fuel-card-management?size=400');
    const others = content.filter((card: any) => card.company !== 1).map((card: any) => card.id);
    const cards = await viewer.call('fuel-card-management/export', { body: { cardIds: others } });
    expect((await cards.text()).trim().split('\r\n')).toHaveLength(1);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
