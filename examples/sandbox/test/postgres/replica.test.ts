import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, openCluster, type Server } from '../../../cluster/postgres.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox.ts';
import { ADMIN, type Client, IN_TESTS, paymentOn, signIn } from '../helpers.ts';

let cluster: Cluster;
let replica: Server;
let dataDir: string;

beforeAll(async () => {
  cluster = await openCluster();
  dataDir = mkdtempSync(join(tmpdir(), 'forecourt-replica-'));
  const first = await createSandbox({ ...IN_TESTS, dataDir, databaseUrl: cluster.primary.url });
  await first.close();
  replica = await cluster.addReplica({ synchronous: false });
});

afterAll(async () => {
  await cluster?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const open = (replicaUrl: string): Promise<Sandbox> =>
  createSandbox({ ...IN_TESTS, dataDir, databaseUrl: cluster.primary.url, replicaUrl });

/** Pays a cent; returns the payment's reference, which nothing else has. */
async function pay(admin: Client, reference: string): Promise<string> {
  const { content } = await admin.json('spol/invoices/?size=1&filter=status:Sent');
  const body = paymentOn(content[0], 0.01, { referenceId: reference });
  const { status } = await admin.call('fuel-payment/register', {
    body,
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  expect(status).toBe(201);
  return reference;
}
const exported = async (admin: Client): Promise<string> => {
  const answer = await admin.call('invoice-payments/export', { body: { filters: [] } });
  expect(answer.status).toBe(200);
  return answer.text();
};
/** Rows that a server has read so far, which it publishes once a second. */
const rowsRead = (server: Server): number =>
  Number(server.sql("select tup_returned from pg_stat_database where datname = 'postgres'"));

describe('exports and reports from a replica', () => {
  it('are read there, and have what was written a moment before', async () => {
    const sandbox = await open(replica.url);
    const admin = await signIn(sandbox, ADMIN);
    for (let round = 0; round < 5; round += 1) {
      const reference = await pay(admin, `MOMENT-${round}`);
      expect(await exported(admin)).toContain(reference);
    }
    const before = rowsRead(replica);
    await (await admin.call('fuel-transaction/export', { body: { filters: [] } })).text();
    await sandbox.close();
    // Demo data of tests: 1,500 transactions.
    await expect.poll(() => rowsRead(replica) - before, { timeout: 5_000 }).toBeGreaterThan(1_400);
  });

  it('come from the primary while the replica is behind, at most two seconds late', async () => {
    const sandbox = await open(replica.url);
    const admin = await signIn(sandbox, ADMIN);
    await exported(admin);
    replica.sql('select pg_wal_replay_pause()');
    try {
      const reference = await pay(admin, 'BEHIND');
      const began = performance.now();
      expect(await exported(admin)).toContain(reference);
      expect(performance.now() - began).toBeGreaterThan(1_900);
      // For ten seconds it isn't asked again.
      const next = await pay(admin, 'BEHIND-2');
      const again = performance.now();
      expect(await exported(admin)).toContain(next);
      expect(performance.now() - again).toBeLessThan(1_900);
    } finally {
      replica.sql('select pg_wal_replay_resume()');
      await sandbox.close();
    }
  });

  it('come from the primary if the address is no replica of it', async () => {
    const other = await openCluster();
    const elsewhere = await other.addReplica({ synchronous: false });
    for (const { url } of [cluster.primary, other.primary, elsewhere]) {
      const sandbox = await open(url);
      const admin = await signIn(sandbox, ADMIN);
      expect(await exported(admin)).toContain('MOMENT-4');
      await sandbox.close();
    }
    await other.close();
  });

  it('come from the primary once the replica gives up a read or dies', async () => {
    const sandbox = await open(replica.url);
    const admin = await signIn(sandbox, ADMIN);
    await exported(admin);
    const client = new pg.Client(replica.url);
    client.on('error', () => undefined);
    await client.connect();
    // For two seconds, whatever the service does there is ended.
    const ending = client.query(`do $$ begin
      for round in 1..400 loop
        perform pg_terminate_backend(pid) from pg_stat_activity where application_name = 'forecourt-sandbox';
        perform pg_stat_clear_snapshot();
        perform pg_sleep(0.005);
      end loop; end $$`);
    for (let round = 0; round < 5; round += 1) {
      expect(await exported(admin)).toContain('MOMENT-4');
    }
    await ending;
    await client.end();
    await replica.kill();
    const reference = await pay(admin, 'DEAD');
    expect(await exported(admin)).toContain(reference);
    await sandbox.close();
  });
});
