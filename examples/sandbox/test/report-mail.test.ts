import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ADMIN, CLERK, openSandbox, paymentOn, signIn } from './helpers.ts';
import { NEW } from './money.kit.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const folder = await mkdtemp(join(tmpdir(), 'forecourt-mail-text-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
let clock = new Date('2026-11-20T15:00:00Z');
const sandbox = await openSandbox({
  ...{ outboxDir: folder, now: () => clock, timeZone: 'America/Toronto' },
  mailLimits: { perInvoice: 10, perAccount: 100 },
});

/** What the newest e-mail says, its long lines joined. */
async function newest(): Promise<string> {
  const names = (await readdir(folder)).sort();
  const mail = await readFile(join(folder, names.at(-1) ?? ''), 'utf8');
  const [text = ''] = mail.split('JVBERi');
  return text.replaceAll('=\r\n', '').replaceAll('\r\n', '\n').slice(0, 2_000);
}
/** Sent while there is no other e-mail, whose name may sort later. */
async function mailed(send: () => Promise<Response>): Promise<string> {
  for (const name of await readdir(folder)) await rm(join(folder, name));
  expect((await send()).status).toBe(202);
  return newest();
}
const report = async (body: object, recipients: unknown[] = [ADMIN], by?: any) =>
  (by ?? (await signIn(sandbox, ADMIN))).call('reporting/email', { body: { ...body, recipients } });
const preview = async (query: string) =>
  (await signIn(sandbox, ADMIN)).json(`reporting/email/preview?${query}`);

it.each([
  ['aging', 'excel', 'Aging report, 20 Nov 2026', 'aging-report-2026-11-20.xlsx'],
  ['sales', 'pdf', 'Sales report, 20 Nov 2026', 'sales-report-2026-11-20.pdf'],
])('REP-03 a report of %s as %s says what it is', async (report_type, format, subject, file) => {
  const mail = await mailed(() => report({ report_type, format }));
  expect(mail).toContain(`\nSubject: ${subject}\n`);
  expect(mail).toMatch(/^From: Forecourt Billing <billing@forecourt\.test>\n/);
  expect(mail).toContain(
    `\n\nHello,\n\nplease find attached the ${report_type} report of 20 Nov 2026.\n\nForecourt Fleet Services Inc.\n`,
  );
  expect(mail).toContain(`filename=${file}`);
  const admin = await signIn(sandbox, ADMIN);
  const [entry] = (await admin.json('audit?size=1&filter=action:reports.email')).content;
  expect(entry.changes).toMatchObject({ to: ADMIN, file });
  expect(entry.changes).not.toHaveProperty('choices');
  expect(await preview(`report_type=${report_type}&format=${format}`)).toMatchObject({
    ...{ subject, attachment: file, sent_today: [{ to: ADMIN }] },
  });
});

it('REP-03 the trail has what was chosen, and a preview names what was sent today, the latest first', async () => {
  const chosen = { by: 'month', columns: 'amount,litres', from: '2026-10-01', to: '2026-11-18' };
  const body = { report_type: 'sales', format: 'excel', ...chosen };
  const query = new URLSearchParams(body).toString();
  // Still the 19th in Toronto.
  clock = new Date('2026-11-20T04:30:00Z');
  expect((await report(body)).status).toBe(202);
  clock = new Date('2026-11-20T05:30:00Z');
  expect((await preview(query)).sent_today).toEqual([]);
  expect((await report(body)).status).toBe(202);
  clock = new Date('2026-11-20T16:00:00Z');
  expect((await report(body, [' Admin@Forecourt.TEST ', CLERK])).status).toBe(202);
  expect((await preview(query)).sent_today).toEqual([
    { at: '2026-11-20T16:00:00.000Z', to: `${ADMIN}, ${CLERK}` },
    { at: '2026-11-20T05:30:00.000Z', to: ADMIN },
  ]);
  const admin = await signIn(sandbox, ADMIN);
  const [entry] = (await admin.json('audit?size=1&filter=action:reports.email')).content;
  expect(entry).toMatchObject({ resource: 'reports', record_id: 'sales' });
  expect(entry.changes).toMatchObject({
    ...{ to: `${ADMIN}, ${CLERK}`, file: 'sales-report-2026-11-20.xlsx' },
    choices: 'by month, columns amount,litres, from 2026-10-01, to 2026-11-18',
  });
});

it('REP-03 one that could not be sent was not sent today', async () => {
  const gone = await openSandbox({ smtpUrl: 'smtp://127.0.0.1:1?ignoreTLS=true' });
  const admin = await signIn(gone, ADMIN);
  const body = { report_type: 'aging', format: 'pdf' };
  expect((await report(body, [ADMIN], admin)).status).toBe(502);
  const shown = await admin.json('reporting/email/preview?report_type=aging&format=pdf');
  expect(shown.sent_today).toEqual([]);
  const [entry] = (await admin.json('audit?size=1&filter=action:reports.email')).content;
  expect(entry.changes).toMatchObject({ result: 'failed' });
});

it('REP-03 takes ten recipients, in one text or several', async () => {
  const ten = Array.from({ length: 10 }, (_, at) => `a${at}@forecourt.test`);
  const answer = await report({ report_type: 'aging', format: 'pdf' }, [ten.join(', ')]);
  expect([answer.status, (await answer.json()).errors]).toEqual([
    422,
    [
      {
        pointer: '/recipients',
        detail: `${ten.join(', ')} are no users who may make this report. Give them the right to Reporting, or download the file.`,
      },
    ],
  ]);
});

it('REP-02 REP-03 says of each choice what is wrong with it', async () => {
  const admin = await signIn(sandbox, ADMIN);
  const wrong = { report_type: { a: 1 }, format: 'csv', from: '20-11-2026', by: 7 };
  const answer = await admin.call('reporting', { body: wrong });
  const errors = [
    ['/report_type', 'Report Type must be one of the choices'],
    ['/format', 'Format must be one of the choices'],
    ['/by', 'By must be one of the choices'],
    ['/from', 'From must be a date, such as 2026-11-20'],
  ];
  expect(answer.status).toBe(422);
  const found = (await answer.json()).errors.map(({ detail, pointer }: any) => [pointer, detail]);
  expect(found.sort()).toEqual(errors.sort());
  const none = await admin.call('reporting', { body: { by: '', from: null } });
  expect((await none.json()).errors).toEqual([
    { pointer: '/report_type', detail: 'Report Type is required' },
    { pointer: '/format', detail: 'Format is required' },
  ]);
});

it('INV-13 the e-mail of an invoice says what is due, until when, and how to pay it', async () => {
  clock = new Date('2026-11-20T15:00:00Z');
  const admin = await signIn(sandbox, ADMIN);
  const open = async (invoice_number: string, changes: object) => {
    const body = { ...NEW, invoice_number, status: 'Sent', ...changes };
    const answer = await admin.call('spol/invoices/', { body });
    expect(answer.status).toBe(201);
    return answer.json();
  };
  const send = ({ id }: any) =>
    mailed(() => admin.call(`email-invoice?type=spol/invoices&id=${id}`, { method: 'POST' }));
  const due = await open('DUE-1', { total_amount: 1234.5, amount_due: 0.01 });
  const mail = await send(due);
  expect(mail).toContain('\nSubject: Invoice DUE-1\n');
  expect(mail).toContain(`

Dear North Haul Carriers Ltd.,

please find attached invoice DUE-1 for 1 Oct 2026 to 31 Oct 2026.

Amount due: CAD 0.01
Date due:   24 Nov 2026

How to pay is on the first page. Questions: reply to this e-mail.

Forecourt Fleet Services Inc.
`);
  const paid = await open('DUE-2', { total_amount: 12.5, amount_due: 12.5 });
  const body = paymentOn(paid, 12.5);
  expect((await admin.call('fuel-payment/register', { body })).status).toBe(201);
  const settled = await send(paid);
  expect(settled).toContain('\nSubject: Invoice DUE-2 (paid)\n');
  expect(settled).toContain(
    '\n\nIt is paid: CAD 12.50. Nothing is due, thank you.\n\nQuestions: reply to this e-mail.\n\n',
  );
  const free = { total_amount: 0, amount_due: 0, status: 'Closed' };
  const nothing = await send(await open('DUE-3', free));
  expect(nothing).toContain('\nSubject: Invoice DUE-3 (nothing due)\n');
  expect(nothing).toContain('\n\nNothing is due.\n\nQuestions: reply to this e-mail.\n\n');
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
