import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { storageFailure } from '../db/engine.ts';
import type { Store } from '../db/store.ts';
import type { Services } from '../services.ts';
import type { AppEnv } from './env.ts';
import { type FieldError, Problem } from './problem.ts';

/** Anybody may call this, so it checks at most once a second. */
const KEPT_MS = 1_000;
const PROBE = Buffer.alloc(64 * 1024);

const REASONS = {
  full: 'It has no space left.',
  slow: 'It takes too long.',
  unreachable: "It can't be reached.",
} as const;

const faultOf = (pointer: string, error: unknown): FieldError => ({
  pointer,
  detail: REASONS[storageFailure(error) ?? 'unreachable'],
});

/** Inserts a row and deletes it, in one transaction. */
const writeToDatabase = ({ now, store }: Services): Promise<unknown> =>
  store.write(async (tx) => {
    const probe = { scope: 'readyz', key: randomUUID() };
    const at = now().toISOString();
    await tx
      .insertInto('idempotency_keys')
      .values({ ...probe, request_hash: '', state: 'running', lease_until: at, created_at: at })
      .execute();
    await tx.deleteFrom('idempotency_keys').where('key', '=', probe.key).execute();
  });

async function writeToDisk({ directory }: Store): Promise<void> {
  const path = join(directory, `.ready-${randomUUID()}`);
  try {
    await writeFile(path, PROBE, { flush: true });
  } finally {
    await rm(path, { force: true });
  }
}

async function lookAt(services: Services): Promise<readonly FieldError[]> {
  const [database, disk] = await Promise.allSettled([
    writeToDatabase(services),
    writeToDisk(services.store),
  ]);
  return [
    ...(database.status === 'rejected' ? [faultOf('/database', database.reason)] : []),
    ...(disk.status === 'rejected' ? [faultOf('/disk', disk.reason)] : []),
  ];
}

/** `GET readyz`: 200 if the service can write, otherwise 503 with what is wrong; also 503 during shutdown. */
export function readinessRoute(app: Hono<AppEnv>): void {
  let kept: { readonly until: number; readonly faults: ReturnType<typeof lookAt> } | undefined;
  app.get('/readyz', async (c) => {
    const services = c.get('services');
    const headers = { 'retry-after': '5' };
    if (services.draining?.aborted) {
      throw new Problem(503, 'The service is shutting down.', { headers });
    }
    if (!kept || kept.until <= performance.now()) {
      kept = { until: performance.now() + KEPT_MS, faults: lookAt(services) };
    }
    const errors = await kept.faults;
    if (errors.length === 0)
      return c.json({ status: 'ready' }, 200, { 'cache-control': 'no-store' });
    throw new Problem(503, 'The service can’t write.', { errors, headers });
  });
}
