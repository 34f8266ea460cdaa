import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/db/engine.ts';
import { createDatabase, keptData } from '../database.ts';
import { essoFile, essoLine } from '../esso-file.ts';
import { CLERK, Client, countsOf, fileForm } from '../helpers.ts';
import { adminAt, environmentOf, startServer } from '../processes.ts';
import { BUILT_SERVER } from '../programs.ts';

const databaseUrl = await createDatabase();
const start = async () => startServer(environmentOf({ ...(await keptData({})), databaseUrl }));
// Both find an empty database, at the same time.
const [one, other] = await Promise.all([start(), start()]);
const admin = await adminAt(one.url);

const file = (rows: number, first: number) =>
  essoFile(Array.from({ length: rows }, (_, index) => essoLine({ number: String(first + index) })));
const send = (client: Client, bytes: Uint8Array, key?: string) =>
  client.call('import_transactions?provider=ESSO', {
    body: fileForm(bytes, 'night.xls'),
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });
const stored = async (client: Client) =>
  (await client.json('fuel-transaction/authcode?size=1')).metadata.total_count;

describe('two processes on one database', () => {
  it('make it and seed it once', async () => {
    const store = await openStore({ databaseUrl });
    const rows = await store.read.selectFrom('users').select('email').execute();
    await store.close();
    expect(rows).toHaveLength(4);
  });

  it('AUTH-02 share sessions', async () => {
    expect((await admin.call('profile/user')).status).toBe(200);
    expect((await admin.at(other.url).call('profile/user')).status).toBe(200);
  });

  it('AUTH-02 count the failures of signing in together', async () => {
    const fail = (url: string) =>
      new Client(fetch, undefined, url).call('login', {
        body: { username: CLERK, password: 'wrong' },
      });
    for (let count = 0; count < 5; count += 1) {
      for (const { url } of [one, other]) expect((await fail(url)).status).toBe(401);
    }
    const waiting = [await fail(one.url), await fail(other.url)];
    expect(waiting.map(({ status }) => status)).toEqual([429, 429]);
    expect(Number(waiting[1]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('TXN-13 enter one file once when both are sent it at the same time', async () => {
    const bytes = file(600, 100_000);
    const before = await stored(admin);
    const answers = await Promise.all([send(admin, bytes), send(admin.at(other.url), bytes)]);
    const counts = answers.map(countsOf);
    expect(counts.map(({ imported }) => imported).sort()).toEqual([0, 600]);
    expect(counts.map(({ duplicates }) => duplicates).sort()).toEqual([0, 600]);
    expect((await stored(admin)) - before).toBe(600);
  });

  it('TXN-13 work on one import under one key once', async () => {
    const bytes = file(600, 200_000);
    const before = await stored(admin);
    const answers = await Promise.all([
      send(admin, bytes, 'both'),
      send(admin.at(other.url), bytes, 'both'),
    ]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    // The other one has to wait, or gets the same answer if it was later.
    expect([200, 409]).toContain(statuses[1]);
    expect(
      (await send(admin.at(other.url), bytes, 'both')).headers.get('idempotent-replayed'),
    ).toBe('true');
    expect((await stored(admin)) - before).toBe(600);
    expect(await admin.json('imports?key=both')).toHaveLength(1);
  });

  it('TXN-13 different files at the same time are both entered, each purchase with an id of its own', async () => {
    const before = await stored(admin);
    const files = [0, 1, 2, 3].map((index) => file(300, 300_000 + index * 1_000));
    const answers = await Promise.all(
      files.map((bytes, index) => send(admin.at((index % 2 ? one : other).url), bytes)),
    );
    expect(answers.map((answer) => countsOf(answer).imported)).toEqual([300, 300, 300, 300]);
    expect((await stored(admin)) - before).toBe(1_200);
  });

  it('do an unsafe call under one key once, and an entry that may be there once', async () => {
    const user = {
      first_name: 'Ines',
      last_name: 'Okafor',
      email: 'ines.okafor@forecourt.test',
      phone: '7055550188',
      password: 'Haul-away-77',
      role: 'User',
      company: '',
      country: 'CA',
      province: 'ON',
      city: 'Sudbury',
    };
    const create = async ({ url }: typeof one, key: string) =>
      (await admin.at(url).call('users', { body: user, headers: { 'idempotency-key': key } }))
        .status;
    const statuses = await Promise.all(
      [one, other, one, other].map((server) => create(server, 'made')),
    );
    expect(statuses).toContain(201);
    for (const status of statuses) expect([201, 409]).toContain(status);
    expect(await create(other, 'made')).toBe(201);
    expect(await create(other, 'made-again')).toBe(422);
    expect((await admin.json('audit?filter=action:users.create')).totalRecords).toBe(1);

    user.email = 'luc.nadeau@forecourt.test';
    const each = await Promise.all([
      create(one, 'a'),
      create(other, 'b'),
      create(one, 'c'),
      create(other, 'd'),
    ]);
    expect(each.sort()).toEqual([201, 422, 422, 422]);
  });

  it('TXN-13 another server continues a killed import, and enters it once', async () => {
    const rows = 4_000;
    const bytes = file(rows, 500_000);
    const before = await stored(admin);
    const sending = send(admin, bytes, 'killed').catch(() => undefined);
    const state = async () => (await admin.at(other.url).json('imports?key=killed'))[0]?.state;
    while ((await state()) !== 'running') await delay(20);
    await delay(150);
    const ended = once(one.server, 'exit');
    one.server.kill('SIGKILL');
    await Promise.all([ended, sending]);

    const there = admin.at(other.url);
    // As long as it lived, the other one left it alone, although it was asked for it. Nobody has to ask first now.
    const again = await send(there, bytes, 'killed');
    expect(countsOf(again)).toEqual({ imported: rows, duplicates: 0, rejected: 0 });
    const { content } = await there.json('trail?filter=kind:Import&size=2');
    expect(content.map(({ result }: { result: string }) => result)).toEqual(['Done', 'Failed']);
    expect((await stored(there)) - before).toBe(rows);
    expect(await there.json('imports?key=killed')).toMatchObject([
      { state: 'done', imported: rows },
    ]);
  });
});

describe('the built server', () => {
  it('brings all it needs for PostgreSQL', async () => {
    const kept = { ...(await keptData({})), databaseUrl };
    const { url } = await startServer(environmentOf(kept), BUILT_SERVER);
    expect((await admin.at(url).call('profile/user')).status).toBe(200);
  });
});
