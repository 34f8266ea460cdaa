import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ADMIN, openSandbox, signIn, VIEWER } from './helpers.ts';
import { pageCount, pdfText } from './pdf-text.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const folder = await mkdtemp(join(tmpdir(), 'forecourt-outbox-'));
afterAll(() => rm(folder, { recursive: true }));
const sandbox = await openSandbox({ outboxDir: join(folder, 'outbox') });
const admin = await signIn(sandbox, ADMIN);
const { content } = await admin.json('spol/invoices/?size=50');
const [invoice] = content.filter((row: any) => row.status === 'Partially Paid');
const money = (amount: number) =>
  amount.toLocaleString('en-CA', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

describe('an invoice as a file', () => {
  it('INV-10 PDF: facts, sums and every purchase, on numbered pages', async () => {
    const answer = await admin.call(`spol/invoices/${invoice.invoice_number}/download`);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="${invoice.invoice_number}.pdf"`,
    );
    const bytes = await answer.arrayBuffer();
    expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe('%PDF-');
    const text = pdfText(bytes);
    const pages = pageCount(bytes);
    expect(pages).toBeGreaterThan(1);
    const { fuel_transaction_dto_list: billed } = await admin.json(`spol/invoices/${invoice.id}`);
    for (const wanted of [
      invoice.invoice_number,
      invoice.company_name,
      money(invoice.total_amount),
      money(invoice.amount_due),
      `Page 1 of ${pages}`,
      `Page ${pages} of ${pages}`,
      'Remittance',
      ...['Date', 'Unit', 'Auth code', 'Site', 'Product'],
      ...['Quantity', 'Price', 'Sales tax', 'Amount'],
      ...billed.map((row: any) => row.auth_code),
    ]) {
      expect(text).toContain(wanted);
    }
    const from = [
      'Forecourt Fleet Services Inc.',
      'Suite 1400, 20 Bay Street',
      'Toronto, ON  M5J 2N8',
    ];
    // Without QST in the sums, the issuer has one tax number.
    const head = ['FROM', ...from, 'Canada', 'GST/HST 80412 7735 RT0001', 'BILL TO'];
    expect(text.split('\n').slice(3, 10)).toEqual(head);
  });

  it('INV-10 CSV: a line for every line billed, adding up to the total', async () => {
    const answer = await admin.call(`spol/invoices/${invoice.invoice_number}/download/csv`);
    expect(answer.headers.get('content-type')).toContain('text/csv');
    const [header = '', ...rows] = (await answer.text()).trim().split('\r\n');
    const column = header.replace('\uFEFF', '').split(',').indexOf('amount');
    const cents = rows.map((row) => {
      const cells = row.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? [];
      return Math.round(Number(cells[column]?.replace(',', '')) * 100);
    });
    expect(cents.reduce((sum, value) => sum + value, 0)).toBe(
      Math.round(invoice.total_amount * 100),
    );
  });

  it('INV-10 an invoice that bills nothing is a document too, whatever its number', async () => {
    const body = {
      invoice_number: 'Über/ #1',
      company_name: 'North Haul Carriers Ltd.',
      issued_date: '03-11-2026',
      due_date: '24-11-2026',
      start_date: '01-10-2026 00:00',
      end_date: '31-10-2026 23:59',
      status: 'Open',
      total_amount: 10,
      amount_due: 10,
      currency: 'CAD',
    };
    expect((await admin.call('spol/invoices/', { body })).status).toBe(201);
    const one = `spol/invoices/${encodeURIComponent(body.invoice_number)}`;
    expect((await admin.json(one)).invoice_dto.invoice_number).toBe('Über/ #1');
    const path = `${one}/download`;
    const answer = await admin.call(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="_ber_1.pdf"');
  });

  it("ACC-04 another company's is not found", async () => {
    const viewer = await signIn(sandbox, VIEWER);
    const foreign = content.find((row: any) => !row.company_name.startsWith('North Haul'));
    for (const path of ['download', 'download/csv']) {
      const of = (number: string) => viewer.call(`spol/invoices/${number}/${path}`);
      expect((await of(foreign.invoice_number)).status).toBe(404);
    }
    const own = (await viewer.json('spol/invoices/?size=1')).content[0];
    expect((await viewer.call(`spol/invoices/${own.id}/download`)).status).toBe(200);
    const email = await viewer.call(`email-invoice?type=spol/invoices&id=${foreign.id}`, {
      method: 'POST',
    });
    expect(email.status).toBe(404);
  });
});

describe('an invoice by e-mail', () => {
  const send = (id: unknown, method = 'POST', headers = {}, client = admin) =>
    client.call(`email-invoice?type=spol/invoices&id=${id}`, { method, headers });
  const outbox = async () => readdir(join(folder, 'outbox')).catch(() => []);

  it('INV-09 goes to the customer with the PDF, and is recorded in the trail', async () => {
    const answer = await send(invoice.id);
    expect([answer.status, await answer.json()]).toEqual([202, {}]);
    const [name = ''] = await outbox();
    const mail = await readFile(join(folder, 'outbox', name), 'utf8');
    expect(mail).toMatch(/^To: accounts@\w+\.test\r?$/m);
    expect(mail).toContain(`Subject: Invoice ${invoice.invoice_number}`);
    expect(mail).toContain(`filename=${invoice.invoice_number}.pdf`);
    const pdf = mail.slice(mail.indexOf('JVBERi'));
    expect(Buffer.from(pdf.slice(0, 76), 'base64').toString()).toMatch(/^%PDF-/);
    const trail = await admin.json(`audit?filter=action:invoices.email`);
    expect(trail.content[0]).toMatchObject({
      record_id: invoice.invoice_number,
      changes: { to: expect.stringMatching(/^accounts@/) },
    });
  });

  it('INV-09 is answered to GET too, and sent once under one key', async () => {
    const before = (await outbox()).length;
    expect((await send(invoice.id, 'GET')).status).toBe(202);
    const key = { 'idempotency-key': 'mail' };
    expect((await send(invoice.id, 'POST', key)).status).toBe(202);
    expect((await send(invoice.id, 'POST', key)).headers.get('idempotent-replayed')).toBe('true');
    expect(await outbox()).toHaveLength(before + 2);
  });

  it.each([
    ['email-invoice?type=spol/invoices', 400],
    ['email-invoice?type=other&id=1', 400],
    ['email-invoice?type=spol/invoices&id=none', 404],
  ])('%s is answered with %i', async (path, status) => {
    expect((await admin.call(path, { method: 'POST' })).status).toBe(status);
  });

  it('INV-09 by a mail server; one that refuses is a 502, and the same call may be sent again', async () => {
    let refusing = true;
    const received: string[] = [];
    const server = createServer((socket) => {
      let data = false;
      socket.write('220 mail.test\r\n');
      socket.on('data', (chunk) => {
        const text = chunk.toString();
        received.push(text);
        if (data) {
          if (!text.endsWith('\r\n.\r\n')) return;
          data = false;
          socket.write('250 kept\r\n');
        } else if (/^EHLO/.test(text)) socket.write('250 mail.test\r\n');
        else if (/^RCPT/.test(text)) socket.write(refusing ? '550 no\r\n' : '250 ok\r\n');
        else if (/^DATA/.test(text)) {
          data = true;
          socket.write('354 go on\r\n');
        } else if (/^QUIT/.test(text)) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      });
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const other = await openSandbox({ smtpUrl: `smtp://127.0.0.1:${port}?ignoreTLS=true` });
    const client = await signIn(other, ADMIN);
    const key = { 'idempotency-key': 'again' };
    const refused = await send(1, 'POST', key, client);
    expect(refused.status).toBe(502);
    expect(refused.headers.get('content-type')).toContain('problem+json');
    expect(JSON.stringify(await refused.json())).not.toContain(String(port));
    refusing = false;
    const again = await send(1, 'POST', key, client);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, null]);
    expect(received.join('')).toContain('Subject: Invoice');
    server.close();
    const gone = await send(2, 'POST', {}, client);
    expect(gone.status).toBe(502);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
