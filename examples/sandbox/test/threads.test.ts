import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../src/index.ts';
import { Slots } from '../src/threads/slots.ts';
import { keptData } from './database.ts';
import { ADMIN, CLERK, fileForm, IN_TESTS, openSandbox, signIn } from './helpers.ts';
import { adminAt, environmentOf, startServer } from './processes.ts';
import { BUILT_SERVER } from './programs.ts';

const { now: _, ...options } = IN_TESTS;
const kept = await keptData(options);
await (await createSandbox({ ...options, ...kept })).close();

const REPORT = { body: { report_type: 'sales', format: 'excel' } };
const EXPORT = { body: { filters: [] } };
const TEMPLATE = 'fuel-card-management/download-fuel-card-csv?format=csv';
const UNBILLED = {
  company: '1',
  currency: 'CAD',
  start_date: '01-10-2026',
  end_date: '31-10-2026',
};
const never = new AbortController().signal;

describe('a full line', () => {
  it('WIRE-06 answers 503 with Retry-After, while another account gets through', async () => {
    const sandbox = await openSandbox({ threads: { threads: 1 } });
    const [admin, clerk] = [await signIn(sandbox, ADMIN), await signIn(sandbox, CLERK)];
    const many = Array.from({ length: 40 }, () => admin.call(TEMPLATE));
    const other = clerk.call('fuel-transaction/export', EXPORT);
    const answers = await Promise.all(many);
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    // Three of five slots are one account's, and ten of twenty to wait in.
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(13);
    const refused = answers.find(({ status }) => status === 503);
    expect(refused?.headers.get('retry-after')).toBe('5');
    expect(await refused?.json()).toMatchObject({
      title: 'Not available',
      detail: 'Too much is being computed at the moment. Try again in a few seconds.',
    });
    expect((await other).status).toBe(200);
    expect((await admin.call(TEMPLATE)).status).toBe(200);
  });

  const limits = {
    slots: 2,
    slotsOfAccount: 1,
    waiting: 2,
    waitingOfAccount: 1,
    patienceMs: 60_000,
  };

  it('keeps slots for other accounts, and admits in turn', async () => {
    const slots = new Slots(limits);
    const order: string[] = [];
    const [one, other] = [await slots.take(1, never), await slots.take(2, never)];
    const second = slots.take(1, never).then((give) => {
      order.push('the first account again');
      return give;
    });
    await expect(slots.take(1, never)).rejects.toMatchObject({ status: 503 });
    const third = slots.take(3, never).then((give) => {
      order.push('a third');
      return give;
    });
    await expect(slots.take(4, never)).rejects.toMatchObject({ status: 503 });
    other();
    (await third)();
    one();
    // Whoever gives a slot back twice takes nobody's.
    one();
    (await second)();
    expect(order).toEqual(['a third', 'the first account again']);
    const again = await slots.take(1, never);
    await slots.take(2, never);
    const waits = slots.take(3, never);
    again();
    await waits;
  });

  it('forgets who goes away while waiting, and sends away who waits too long', async () => {
    const slots = new Slots({ ...limits, slots: 1, patienceMs: 20 });
    const give = await slots.take(1, never);
    const gone = new AbortController();
    const left = slots.take(2, gone.signal);
    gone.abort();
    await expect(left).rejects.toMatchObject({ status: 408 });
    await expect(slots.take(3, never)).rejects.toMatchObject({ status: 503 });
    give();
    (await slots.take(4, never))();
  });
});

describe('a server as a process', () => {
  it('computes on threads as it was built', async () => {
    const { server, url } = await startServer(environmentOf(kept), BUILT_SERVER);
    onTestFinished(() => void server.kill('SIGKILL'));
    const admin = await adminAt(url);
    const answer = await admin.call('reporting', REPORT);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.bytes()).toString('latin1', 0, 2)).toBe('PK');
    const pdf = await admin.call('reporting', { body: { ...REPORT.body, format: 'pdf' } });
    expect((await pdf.text()).slice(0, 5)).toBe('%PDF-');
    expect((await admin.json('fuel-transaction/authcode?size=1000')).transactions).toHaveLength(
      1_000,
    );
    const page = new TextEncoder().encode('<table><tr><td>x</td></tr></table>');
    const upload = await admin.call('upload-daily-rates?Type=Esso', {
      body: fileForm(page, 'a.xls'),
    });
    expect([upload.status, (await upload.json()).detail]).toEqual([
      422,
      "a.xls has no header row of Esso: none of its first 40 rows has 'SITE NUMBER', 'PROV.', 'PRODUCT', 'NET PRICE', …. Choose the provider's own file.",
    ]);
  });

  it('lets an export end after SIGTERM, whole', async () => {
    const { server, url } = await startServer(environmentOf(kept));
    const admin = await adminAt(url);
    const whole = await (await admin.call('fuel-transaction/export', EXPORT)).text();
    const answer = await admin.call('fuel-transaction/export', EXPORT);
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    expect((await answer.text()).length).toBe(whole.length);
    expect(whole.split('\r\n')).toHaveLength(1_502);
    expect(await ended).toEqual([0, null]);
  });

  it('WIRE-06 a client that cuts its connection frees its slot', async () => {
    const { server, url } = await startServer({ ...environmentOf(kept), THREADS: '1' });
    onTestFinished(() => void server.kill('SIGKILL'));
    const admin = await adminAt(url);
    const cut = Array.from({ length: 20 }, async () => {
      const gone = new AbortController();
      const answer = await admin.call('fuel-transaction/export', {
        ...EXPORT,
        signal: gone.signal,
      });
      gone.abort();
      await answer.body?.cancel().catch(() => undefined);
    });
    await Promise.allSettled(cut);
    for (let round = 0; round < 8; round += 1) {
      expect((await admin.call(TEMPLATE)).status).toBe(200);
    }
  });

  it('WIRE-06 refuses an export of what no list has, and breaks nothing off', async () => {
    const sandbox = await openSandbox({ threads: { threads: 1 } });
    const admin = await signIn(sandbox, ADMIN);
    const sorted = await admin.call('fuel-transaction/export', {
      body: { filters: [], sortField: 'colour' },
    });
    expect([sorted.status, await sorted.json()]).toMatchObject([
      400,
      {
        detail: 'This list has no field "colour" to sort by.',
        errors: [{ pointer: '/sort/colour' }],
      },
    ]);
    const filtered = await admin.call('audit/export?filter=at:never');
    expect([filtered.status, await filtered.json()]).toMatchObject([
      400,
      { detail: 'at is compared with a day such as 2026-11-20 or 20-11-2026, not with "never".' },
    ]);
  });

  it('WIRE-06 answers a screen before the large pages that scripts asked for earlier', async () => {
    const sandbox = await openSandbox({ threads: { threads: 1 } });
    const [admin, clerk] = [await signIn(sandbox, ADMIN), await signIn(sandbox, CLERK)];
    const preview = () => admin.call('spol/invoices/preview', { body: UNBILLED });
    // The thread is started.
    expect((await preview()).status).toBe(200);
    let answered = 0;
    const large = Array.from({ length: 40 }, async (_, each) => {
      const { status } = await (each % 2 ? admin : clerk).call(
        'fuel-transaction/authcode?size=1000',
      );
      answered += 1;
      return status;
    });
    expect((await preview()).status).toBe(200);
    // All slots are taken, and in the same line it would be the last.
    expect(answered).toBeLessThan(20);
    expect(new Set(await Promise.all(large))).toEqual(new Set([200]));
  });

  it('WIRE-06 INV-14 computes a preview of what is unbilled on a thread', async () => {
    // Starting the thread takes longer than it has.
    const sandbox = await openSandbox({ threads: { threads: 1, pageMs: 1 } });
    const admin = await signIn(sandbox, ADMIN);
    const answer = await admin.call('spol/invoices/preview', { body: UNBILLED });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  });

  it('answers HEAD of a file with its headers alone', async () => {
    const sandbox = await openSandbox({ threads: { threads: 1 } });
    const admin = await signIn(sandbox, ADMIN);
    for (let round = 0; round < 8; round += 1) {
      const answer = await admin.call('audit/export', { method: 'HEAD' });
      expect([answer.status, await answer.text()]).toEqual([200, '']);
      expect(answer.headers.get('content-disposition')).toBe(
        'attachment; filename="Audit-2026-11-20.csv"',
      );
    }
  });
});
