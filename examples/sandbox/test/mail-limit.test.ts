import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openStore } from '../src/db/engine.ts';
import { createSandbox, type SandboxOptions } from '../src/index.ts';
import { enterEmail } from '../src/mail/mail-limit.ts';
import { keptData, ON_POSTGRES } from './database.ts';
import { ADMIN, CLERK, type Client, IN_TESTS, NOW, openSandbox, signIn } from './helpers.ts';

const folder = await mkdtemp(join(tmpdir(), 'forecourt-mail-limit-'));
afterAll(() => rm(folder, { recursive: true }));

const MINUTE = 60_000;
const send = (client: Client, id: unknown, headers = {}) =>
  client.call(`email-invoice?type=spol/invoices&id=${id}`, { method: 'POST', headers });
const mails = async (outboxDir: string) =>
  (await readdir(outboxDir).catch(() => [])).filter((name) => name.endsWith('.eml')).length;

let opened = 0;
async function openMail(options: SandboxOptions = {}) {
  opened += 1;
  const outboxDir = join(folder, `outbox-${opened}`);
  const sandbox = await openSandbox({ ...options, outboxDir });
  const admin = await signIn(sandbox, ADMIN);
  const { content } = await admin.json('spol/invoices/?size=5&filter=status:Sent');
  return { sandbox, admin, outboxDir, invoices: content };
}

describe('e-mails of invoices', () => {
  it('INV-13 are three of one invoice within an hour, and then a 429 that says when to come back', async () => {
    let now = NOW;
    const { admin, invoices, outboxDir, sandbox } = await openMail({ now: () => now });
    const [{ id, invoice_number: number }, other] = invoices;
    for (const minute of [0, 10, 20]) {
      now = new Date(NOW.getTime() + minute * MINUTE);
      expect((await send(admin, id)).status).toBe(202);
    }
    const clerk = await signIn(sandbox, CLERK);
    for (const client of [admin, clerk]) {
      const refused = await send(client, id);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2400']);
      expect(refused.headers.get('content-type')).toContain('problem+json');
      expect((await refused.json()).detail).toBe(
        `Invoice ${number} was e-mailed 3 times within an hour. Try again in 40 min.`,
      );
    }
    expect((await send(clerk, other.id)).status).toBe(202);
    expect(await mails(outboxDir)).toBe(4);
    const trail = await admin.json('audit?filter=action:invoices.email');
    expect(trail.content).toHaveLength(4);
    now = new Date(NOW.getTime() + 61 * MINUTE);
    expect((await send(admin, id)).status).toBe(202);
    expect((await send(admin, id)).status).toBe(429);
  });

  it('INV-13 are limited by account too, whichever invoices they are of', async () => {
    const { admin, invoices, outboxDir, sandbox } = await openMail({
      mailLimits: { perAccount: 2 },
    });
    const [first, second, third] = invoices;
    for (const { id } of [first, second]) expect((await send(admin, id)).status).toBe(202);
    const refused = await send(admin, third.id);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
    expect((await refused.json()).detail).toBe(
      'You e-mailed invoices 2 times within an hour. Try again in 60 min.',
    );
    expect((await send(await signIn(sandbox, CLERK), third.id)).status).toBe(202);
    expect(await mails(outboxDir)).toBe(3);
  });

  it('INV-13 are counted across restarts and processes, and never more at the same time', async () => {
    const place = await keptData(IN_TESTS);
    const outboxDir = join(folder, 'outbox-kept');
    const options = { ...IN_TESTS, ...place, outboxDir };
    const first = await createSandbox(options);
    const before = await signIn(first, ADMIN);
    const { content } = await before.json('spol/invoices/?size=1&filter=status:Sent');
    expect((await send(before, content[0].id)).status).toBe(202);
    await first.close();
    const one = await createSandbox(options);
    // Only a server can be shared.
    const two = ON_POSTGRES ? await createSandbox(options) : one;
    const clients = [await signIn(one, ADMIN), await signIn(two, ADMIN)];
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => clients.map((client) => send(client, content[0].id))).flat(),
    );
    // Whoever meets the other process too often is asked to come back.
    for (const { status } of answers) expect([202, 429, 503]).toContain(status);
    for (const client of clients) await send(client, content[0].id);
    expect(await mails(outboxDir)).toBe(3);
    await one.close();
    if (two !== one) await two.close();
  });

  it('INV-09 INV-13 count once when they are sent again under the same key', async () => {
    const { admin, invoices, outboxDir } = await openMail();
    const [{ id }] = invoices;
    expect((await send(admin, id, { 'idempotency-key': 'a' })).status).toBe(202);
    for (const _ of [1, 2, 3]) {
      expect((await send(admin, id, { 'idempotency-key': 'b' })).status).toBe(202);
    }
    expect((await send(admin, id, { 'idempotency-key': 'c' })).status).toBe(202);
    expect((await send(admin, id, { 'idempotency-key': 'd' })).status).toBe(429);
    expect(await mails(outboxDir)).toBe(3);
  });

  it('INV-13 count once when their server died before it could say that they were sent', async () => {
    const place = await keptData(IN_TESTS);
    await (await createSandbox({ ...IN_TESTS, ...place })).close();
    const store = await openStore(place);
    afterAll(() => store.close());
    const invoice = await store.read
      .selectFrom('invoices')
      .select(['id', 'invoice_number'])
      .executeTakeFirstOrThrow();
    const user = await store.read.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const attempt = (key: string) => ({
      about: { column: 'invoice_id' as const, value: invoice.id, name: 'Invoice' },
      userId: user.id,
      claim: { scope: '1/', key, leaseUntil: '' },
    });
    const enter = (key: string) =>
      store.write((tx) => enterEmail(tx, NOW, { perInvoice: 1, perAccount: 9 }, attempt(key)));
    const id = await enter('k');
    expect(await enter('k')).toBe(id);
    await expect(enter('another')).rejects.toMatchObject({ status: 429 });
  });
});
