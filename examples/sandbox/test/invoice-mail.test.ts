import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openBilling } from './billing.kit.ts';
import { ADMIN, openSandbox, paymentOn, signIn } from './helpers.ts';
import { NEW, openMoney } from './money.kit.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const { admin, open } = await openMoney();

describe('an invoice by e-mail asks first', () => {
  const query = ({ id }: any) => `type=spol/invoices&id=${id}`;
  const preview = (row: any) => admin.json(`email-invoice/preview?${query(row)}`);
  const send = (row: any) => admin.call(`email-invoice?${query(row)}`, { method: 'POST' });

  it('INV-13 says to whom, with what, and when it was sent before', async () => {
    const row = await open({ status: 'Sent' });
    const number = row.invoice_number;
    const first = await preview(row);
    expect(first).toEqual({
      to: expect.stringContaining('@'),
      subject: `Invoice ${number}`,
      attachment: `${number}.pdf`,
      sent_before: [],
    });
    expect((await send(row)).status).toBe(202);
    expect((await preview(row)).sent_before).toEqual([
      { at: '2026-11-20T15:00:00.000Z', to: first.to },
    ]);
  });

  it('INV-13 nothing is sent by a HEAD', async () => {
    const row = await open({ status: 'Sent' });
    const asked = await admin.call(`email-invoice?${query(row)}`, { method: 'HEAD' });
    expect([asked.status, asked.headers.get('allow')]).toEqual([405, 'GET']);
    expect((await preview(row)).sent_before).toEqual([]);
  });

  it('INV-13 a draft is not sent', async () => {
    const row = await open({ status: 'Draft' });
    for (const answer of [
      await send(row),
      await admin.call(`email-invoice/preview?${query(row)}`),
    ]) {
      expect(answer.status).toBe(409);
      expect((await answer.json()).detail).toBe(
        `Invoice ${row.invoice_number} is Draft, and is not sent. Change its status first.`,
      );
    }
  });

  it('INV-13 an invoice of a company without an e-mail address is not sent', async () => {
    const { admin, haul, store } = await openBilling();
    await haul('Silent Haul', 'SIL');
    await store.write(async (tx) => {
      const silent = { email: '' };
      const { id } = await tx
        .updateTable('companies')
        .set(silent)
        .where('name', '=', 'Silent Haul')
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx.updateTable('customers').set(silent).where('company_id', '=', id).execute();
    });
    const made = await admin.call('spol/invoices/', {
      body: { ...NEW, company_name: 'Silent Haul', invoice_number: 'SIL-1', status: 'Sent' },
    });
    const row = await made.json();
    for (const answer of [
      await admin.call(`email-invoice?${query(row)}`, { method: 'POST' }),
      await admin.call(`email-invoice/preview?${query(row)}`),
    ]) {
      expect([answer.status, (await answer.json()).detail]).toEqual([
        422,
        'Silent Haul has no e-mail address. Add one to its customer first.',
      ]);
    }
  });

  it('INV-13 a paid invoice is mailed as paid', async () => {
    const outboxDir = await mkdtemp(join(tmpdir(), 'forecourt-outbox-'));
    afterAll(() => rm(outboxDir, { recursive: true, force: true }));
    const other = await openSandbox({ outboxDir });
    const there = await signIn(other, ADMIN);
    const [row] = (await there.json('spol/invoices/?size=1&filter=status:Fully Paid')).content;
    const { subject } = await there.json(`email-invoice/preview?${query(row)}`);
    expect(subject).toBe(`Invoice ${row.invoice_number} (paid)`);
    await there.call(`email-invoice?${query(row)}`, { method: 'POST' });
    const [name = ''] = await readdir(outboxDir);
    const mail = await readFile(join(outboxDir, name), 'utf8');
    expect(mail).toContain('It is paid');
    expect(mail).not.toContain('Amount due');
    expect(mail).not.toContain('How to pay');
  });

  it.each([
    [0, (credited: string) => `It is credited: ${credited}. Nothing is due.`],
    [
      5,
      (credited: string, currency: string) =>
        `${currency} 5.00 of it is paid and ${credited} is credited. Nothing is due, thank you.`,
    ],
  ])(
    'INV-13 an invoice that was credited, but for %d, is never mailed as paid',
    async (rest, text) => {
      const outboxDir = await mkdtemp(join(tmpdir(), 'forecourt-outbox-'));
      afterAll(() => rm(outboxDir, { recursive: true, force: true }));
      const there = await signIn(await openSandbox({ outboxDir }), ADMIN);
      const { content } = await there.json('spol/invoices/?size=50&filter=status:Open');
      const { id } = content.find((row: any) => row.amount_due === row.total_amount);
      const row = (await there.json(`spol/invoices/${id}`)).invoice_dto;
      const body = { ...row, amount_due: rest, reason: 'Pump out of order' };
      const credit = await there.call('spol/invoices/update', { method: 'PUT', body });
      expect(credit.status).toBe(200);
      if (rest > 0) {
        const paid = paymentOn({ ...row, amount_due: rest }, rest);
        expect((await there.call('fuel-payment/register', { body: paid })).status).toBe(201);
      }
      const { subject } = await there.json(`email-invoice/preview?${query(row)}`);
      expect(subject).toBe(`Invoice ${row.invoice_number} (nothing due)`);
      expect((await there.call(`email-invoice?${query(row)}`, { method: 'POST' })).status).toBe(
        202,
      );
      const [name = ''] = await readdir(outboxDir);
      // A long line of an e-mail is folded.
      const mail = (await readFile(join(outboxDir, name), 'utf8')).replaceAll('=\r\n', '');
      const { currency, total_amount } = row;
      const amount = (total_amount - rest).toLocaleString('en-CA', { minimumFractionDigits: 2 });
      expect(mail).toContain(text(`${currency} ${amount}`, currency));
      expect(mail).not.toContain('It is paid');
      expect(mail).not.toContain('How to pay');
    },
  );
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
