import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../src/index.ts';
import { createDatabaseOn, ON_POSTGRES } from './database.ts';
import { essoFile, essoLine } from './esso-file.ts';
import { smallDisk } from './full-disk.kit.ts';
import { ADMIN, fileForm, openSandbox, signIn } from './helpers.ts';

const disk = smallDisk(48);

/** On PostgreSQL the tables lie on that disk too, in a tablespace. */
async function databaseThere(): Promise<{ databaseUrl?: string }> {
  if (!ON_POSTGRES) return {};
  return { databaseUrl: await createDatabaseOn(join(disk.path, 'tables')) };
}

const sandbox = await openSandbox({
  seed: 'empty',
  dataDir: join(disk.path, 'data'),
  ...(await databaseThere()),
});
const { url } = await sandbox.listen({ port: 0 });
const admin = (await signIn(sandbox, ADMIN)).at(url);

const file = (rows: number, first: number) =>
  essoFile(Array.from({ length: rows }, (_, index) => essoLine({ number: String(first + index) })));
const upload = (rows: number, first: number) =>
  admin.call('import_transactions?provider=ESSO', {
    body: fileForm(file(rows, first), 'night.xls'),
  });
const countOf = async (): Promise<number> =>
  (await admin.json('fuel-transaction/authcode?size=1')).metadata.total_count;

/** Makes a call again until it is answered with that status; gives the last status. */
async function repeat(times: number, until: number, call: () => Promise<Response>) {
  for (let at = 1; ; at += 1) {
    const { status } = await call();
    if (status === until || status >= 500 || at === times) return status;
  }
}

/** Fills the disk, and what the database keeps in hand, until a change is refused for want of space. */
async function fillUp(): Promise<Response> {
  for (let at = 0; at < 400; at += 1) {
    disk.fill();
    const answer = await upload(300, 500_000 + at * 300);
    if (answer.status !== 200) return answer;
    await answer.arrayBuffer();
  }
  throw new Error('The disk was never full.');
}

describe('a full disk', () => {
  it('refuses with 507, keeps nothing half-written, says so in readyz, and works again with space', async () => {
    expect((await upload(50, 100_000)).status).toBe(200);
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);

    const refused = await fillUp();
    expect(refused.status).toBe(507);
    expect(await refused.json()).toMatchObject({
      title: 'No space left',
      detail: 'The service has no space left, and nothing was changed. Try again later.',
    });
    const before = await countOf();

    // Small changes find room in what the database has in hand, until that is full too.
    const signIns = await repeat(2_000, 507, () =>
      fetch(`${url}/api/v1/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: ADMIN, password: PASSWORD }),
      }),
    );
    expect(signIns).toBe(507);

    // With a little room there is space for a call's key, and none for its change or for giving the key back.
    const rename = (at: number) =>
      admin.call('user/2', {
        method: 'PUT',
        body: { first_name: `Ines ${at}` },
        headers: { 'idempotency-key': `little-room-${at}` },
      });
    const failed: number[] = [];
    for (let at = 1; at <= 12; at += 1) {
      disk.fill();
      disk.leave(4_096 * at);
      if ((await rename(at)).status === 507) failed.push(at);
    }
    disk.fill();
    expect(failed.length).toBeGreaterThan(0);

    // An upload of its own size, larger than any buffer, is read to its end and answered.
    const started = performance.now();
    const large = await admin.call('import_transactions?provider=ESSO', {
      body: fileForm(Buffer.alloc(4_000_000, 'x'), 'large.csv'),
    });
    expect(large.status).toBe(507);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(await countOf()).toBe(before);
    expect(before % 50).toBe(0);

    await delay(1_100);
    const unready = await fetch(`${url}/readyz`);
    expect(unready.status).toBe(503);
    expect((await unready.json()).errors).toContainEqual({
      pointer: '/disk',
      detail: 'It has no space left.',
    });
    // It lives, and reads.
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await admin.call('customers?size=1')).status).toBe(200);

    disk.free();
    // No call works on these keys any more: each is done now.
    for (const at of failed) expect([at, (await rename(at)).status]).toEqual([at, 200]);
    await delay(1_100);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await upload(50, 900_000)).status).toBe(200);
    expect(await countOf()).toBe(before + 50);
    const left = await readdir(join(disk.path, 'data'), { recursive: true });
    expect(left.filter((name) => /\.upload|\.rows|\.ready/.test(name))).toEqual([]);
  });
});
