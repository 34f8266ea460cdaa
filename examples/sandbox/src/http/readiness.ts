import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Hono } from 'hono';
import { storageFailure } from '../db/engine.ts';
import type { Store } from '../db/store.ts';
import type { Services } from '../services.ts';
import type { AppEnv } from './env.ts';
import { type FieldError, Problem } from './problem.ts';

/** Anybody may call this, so it checks at most once a second. */
const KEPT_MS = 1_000;
/**
 * After this, a check counts as failed and isn't begun again until it ends: a commit waits for as long as its standby is
 * away. On SQLite, a write waits for some seconds while a large file is entered.
 */
const PATIENCE_MS = 15_000;
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

interface Check {
  readonly until: number;
  readonly fault: Promise<FieldError | undefined>;
  ended: boolean;
}

/** Makes a check of something that is written to. It returns what is wrong with that; undefined if nothing is. */
function checkOf(pointer: string, write: (services: Services) => Promise<unknown>) {
  let last: Check | undefined;
  const begin = (services: Services): Check => {
    const fault = write(services).then(
      () => undefined,
      (error) => faultOf(pointer, error),
    );
    const check = { until: performance.now() + KEPT_MS, fault, ended: false };
    fault.then(() => {
      check.ended = true;
    });
    return check;
  };
  return async (services: Services): Promise<FieldError | undefined> => {
    if (!last || (last.ended && last.until <= performance.now())) last = begin(services);
    const answered = new AbortController();
    const late = delay(PATIENCE_MS, { pointer, detail: REASONS.slow }, answered).catch(
      () => undefined,
    );
    try {
      return await Promise.race([last.fault, late]);
    } finally {
      answered.abort();
    }
  };
}

/** `GET readyz`: 200 if the service can write, otherwise 503 with what is wrong; also 503 during shutdown. */
export function readinessRoute(app: Hono<AppEnv>): void {
  const checks = [
    checkOf('/database', writeToDatabase),
    checkOf('/disk', ({ store }) => writeToDisk(store)),
  ];
  app.get('/readyz', async (c) => {
    const services = c.get('services');
    const headers = { 'retry-after': '5' };
    if (services.draining?.aborted) {
      throw new Problem(503, 'The service is shutting down.', { headers });
    }
    const faults = await Promise.all(checks.map((check) => check(services)));
    const errors = faults.filter((fault) => fault !== undefined);
    if (errors.length === 0)
      return c.json({ status: 'ready' }, 200, { 'cache-control': 'no-store' });
    throw new Problem(503, 'The service can’t write.', { errors, headers });
  });
}
