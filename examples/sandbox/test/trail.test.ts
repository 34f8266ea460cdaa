import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../src/index.ts';
import { ADMIN, CLERK, Client, NOBODY, NOW, openSandbox, signIn, VIEWER } from './helpers.ts';

const SECRET = 'My-own-secret-77';

describe('the trail', async () => {
  const sandbox = await openSandbox({ trustProxy: ['127.0.0.1'] });
  const admin = await signIn(sandbox, ADMIN);
  const trail = async (query: string) => (await admin.json(`audit?size=100&${query}`)).content;
  const login = (username: string, password: string, headers = {}) =>
    new Client(sandbox.fetch, undefined).call('login', { body: { username, password }, headers });

  it('AUTH-13 has sign-ins and sign-outs, with address and request id', async () => {
    const answer = await login(CLERK, PASSWORD, {
      'x-forwarded-for': '198.51.100.7',
      'x-request-id': 'morning-1',
    });
    const clerk = admin.as(answer.headers.get('authorization') ?? '');
    await clerk.call('logout', {
      method: 'POST',
      headers: { 'x-forwarded-for': '198.51.100.8', 'x-request-id': 'evening-1' },
    });
    const at = NOW.toISOString();
    expect(await trail(`filter=actor:${CLERK}&filter=resource:session`)).toMatchObject([
      { action: 'session.sign-out', at, address: '198.51.100.8', request_id: 'evening-1' },
      { action: 'session.sign-in', at, address: '198.51.100.7', request_id: 'morning-1' },
    ]);
  });

  it('AUTH-13 has wrong passwords, one entry an hour for the same, and never what was typed', async () => {
    for (let count = 0; count < 3; count += 1) await login(VIEWER, SECRET);
    await login(SECRET, SECRET);
    const refused = await trail('filter=action:session.refused');
    const wrong = { resource: 'session', changes: { reason: 'wrong password or no such account' } };
    expect(refused).toMatchObject([
      { actor: '', record_id: '', times: 1, ...wrong },
      { actor: VIEWER, record_id: '3', times: 3, ...wrong },
    ]);
    expect(JSON.stringify(await trail(''))).not.toContain(SECRET);
  });

  it('AUTH-13 has what was not allowed', async () => {
    const nobody = await signIn(sandbox, NOBODY);
    await nobody.call('users', { headers: { 'x-request-id': 'curious-1' } });
    await nobody.call('user/3');
    await nobody.call('users');
    // What a surface asks by itself at a sign-in.
    expect((await nobody.call('switch/active')).status).toBe(403);
    expect(await trail(`filter=action:call.refused&filter=actor:${NOBODY}`)).toMatchObject([
      { resource: 'users', record_id: '3', changes: { reason: 'users.get is not allowed' } },
      {
        resource: 'users',
        record_id: '',
        times: 2,
        request_id: 'curious-1',
        changes: { reason: 'users.list is not allowed' },
      },
    ]);
  });

  it('AUTH-13 has exports and downloads, without a whole card number', async () => {
    const { content } = await admin.json('spol/invoices/?size=1');
    const number = content[0].invoice_number;
    await admin.call(`spol/invoices/${number}/download`);
    const card = '7080123456789012';
    await admin.call('fuel-transaction/export', {
      body: { filters: [{ filterField: 'card_number', matchStrategy: 'equals', query: card }] },
    });
    await admin.call('reporting', { body: { report_type: 'aging', format: 'pdf' } });
    expect(await trail('filter=action:invoices.export')).toMatchObject([
      { actor: ADMIN, record_id: number, changes: { file: `${number}.pdf` } },
    ]);
    const [exported] = await trail('filter=action:transactions.export');
    expect(exported).toMatchObject({ actor: ADMIN, resource: 'transactions' });
    expect(exported.changes.asked).toContain('…9012');
    expect(JSON.stringify(await trail(''))).not.toContain(card);
    expect(await trail('filter=action:reports.generate')).toMatchObject([{ actor: ADMIN }]);
  });

  it('AUTH-13 is filtered by action, actor, resource and day', async () => {
    const day = NOW.toISOString().slice(0, 10);
    const all = await trail('');
    expect(all.length).toBeGreaterThan(5);
    expect(await trail(`from=${day}&to=${day}`)).toEqual(all);
    expect(await trail('from=2026-11-21')).toEqual([]);
    const own = await trail(`filter=actor:${NOBODY}&filter=action::refused`);
    expect(new Set(own.map(({ actor }: { actor: string }) => actor))).toEqual(new Set([NOBODY]));
  });

  it('AUTH-13 is exported as CSV, filtered alike, and no cell is a formula', async () => {
    await admin.call('users/search', {
      body: {},
      headers: { 'x-forwarded-for': '203.0.113.3' },
    });
    const clerk = await signIn(sandbox, CLERK);
    await clerk.call('users/9', { method: 'DELETE', headers: { 'x-request-id': '-1-cmd' } });
    const answer = await admin.call('audit/export?filter=action:call.refused');
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="Audit-2026-11-20.csv"',
    );
    const [header, ...lines] = (await answer.text()).replace('\uFEFF', '').trim().split('\r\n');
    expect(header).toBe(
      'id,at,actor,acting_as,action,resource,record_id,changes,address,request_id,times,last_at',
    );
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain(',clerk@forecourt.test,,call.refused,users,9,');
    expect(lines[0]).toContain(",'-1-cmd,");
    // That it was exported is in the trail too.
    expect(await trail('filter=action:audit.export')).toMatchObject([
      { changes: { asked: 'filter=action:call.refused' } },
    ]);
  });

  it('AUTH-13 is for staff with users read alone', async () => {
    const [viewer, nobody] = [await signIn(sandbox, VIEWER), await signIn(sandbox, NOBODY)];
    for (const path of ['audit', 'audit/export']) {
      expect((await viewer.call(path)).status).toBe(403);
      expect((await nobody.call(path)).status).toBe(403);
    }
  });
});

it('AUTH-13 SHELL-14 days are those of the service’s zone', async () => {
  let now = new Date('2026-11-19T07:59:59.999Z');
  const sandbox = await openSandbox({
    seed: 'empty',
    now: () => now,
    timeZone: 'America/Los_Angeles',
  });
  await signIn(sandbox, ADMIN);
  // It is the 19th there from now on.
  now = new Date('2026-11-19T08:00:00Z');
  await signIn(sandbox, ADMIN);
  now = new Date('2026-11-20T07:59:59.999Z');
  const admin = await signIn(sandbox, ADMIN);
  const times = async (list: string, day: string): Promise<string[]> =>
    (await admin.json(`${list}?filter=actor:${ADMIN}&from=${day}&to=${day}`)).content.map(
      ({ at }: { at: string }) => at,
    );
  for (const list of ['trail', 'audit']) {
    expect(await times(list, '2026-11-18')).toEqual(['2026-11-19T07:59:59.999Z']);
    expect(await times(list, '2026-11-19')).toEqual([
      '2026-11-20T07:59:59.999Z',
      '2026-11-19T08:00:00.000Z',
    ]);
  }
  const file = await (await admin.call('audit/export?from=2026-11-18&to=2026-11-18')).text();
  expect(file.trim().split('\r\n')).toHaveLength(2);
});

describe('a flood of refusals', () => {
  it('AUTH-13 has a bounded number of entries an hour, but is counted completely', async () => {
    let now = NOW;
    const sandbox = await openSandbox({
      seed: 'empty',
      trustProxy: ['127.0.0.1'],
      now: () => now,
    });
    const nobody = await signIn(sandbox, NOBODY);
    const flood = (count: number, from: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          nobody.call(`user/${from + index}`, {
            headers: { 'x-forwarded-for': `10.${(index >> 8) & 255}.${index & 255}.1` },
          }),
        ),
      );
    await flood(700, 1);
    await flood(700, 10_001);
    const admin = await signIn(sandbox, ADMIN);
    const refused = async () => admin.json('audit?size=3000&filter=action:call.refused');
    const { content, totalRecords } = await refused();
    expect(totalRecords).toBe(1_001);
    const total = content.reduce((sum: number, { times }: { times: number }) => sum + times, 0);
    expect(total).toBe(1_400);
    now = new Date(NOW.getTime() + 3_600_000);
    await flood(1, 1);
    expect((await refused()).totalRecords).toBe(1_002);
  });
});
