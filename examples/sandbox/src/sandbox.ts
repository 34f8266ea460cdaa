import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createApp } from './app.ts';
import { Refusals } from './audit/refusals.ts';
import { Presence } from './auth/presence.ts';
import type { SessionLimits } from './auth/sessions.ts';
import { DEFAULT_LINE, type LineLimits, SignInLine } from './auth/sign-in-line.ts';
import { WaitingRoom } from './auth/waiting-room.ts';
import { openStore } from './db/engine.ts';
import type { Store } from './db/store.ts';
import { type ProxyHeader, trustedProxies } from './http/client-address.ts';
import { type Fault, FaultyLine } from './http/faults.ts';
import { addProviderCompanies, ownLayouts, ownTaxTables } from './imports/own-layouts.ts';
import type { TimeLimits } from './listen.ts';
import { DEFAULT_MAIL_LIMITS, type MailLimits } from './mail/mail-limit.ts';
import { servePortal } from './portal/serve-portal.ts';
import { DEMO_SCALE, type DemoScale } from './seed/demo-scale.ts';
import type { Services } from './services.ts';
import { DEFAULT_READING, type ReadingLimits, ReadingThreads } from './threads/reading-threads.ts';
import { DEFAULT_THREADS, type ThreadLimits, Threads } from './threads/threads.ts';

export interface SandboxOptions {
  /** Where the database is kept between starts. Without it the data live as long as the sandbox. */
  readonly dataDir?: string;
  /** postgres://…, a PostgreSQL database instead, which any number of processes may share. */
  readonly databaseUrl?: string;
  /**
   * What a commit waits for in the embedded database: 'full' (default) for the disk; 'normal' is faster, and a power
   * cut may cost the last commits, though it never harms the database.
   */
  readonly synchronous?: 'full' | 'normal';
  /** What a new database holds; default 'demo'. A database that is there is left as it is. */
  readonly seed?: 'demo' | 'empty' | 'large';
  /** How much demo data; tests take less. */
  readonly demo?: Partial<DemoScale>;
  /** YYYY-MM-DD, the last day of the demo data; default 2026-11-20. */
  readonly referenceDay?: string;
  /** The clock: sessions, leases and the audit trail go by it. */
  readonly now?: () => Date;
  /** IANA name of the zone that 'today' is a day of: a payment can't be later (PAY-05). Default 'UTC'. */
  readonly timeZone?: string;
  readonly faults?: readonly Fault[];
  /** Folder of the built portal; by default packages/web/dist beside this package. */
  readonly portalDir?: string;
  /** File answered as /brands.json in place of the portal's own; invoices carry its brands too (INV-13). */
  readonly brandsFile?: string;
  /** File of own layouts of provider files, one or a list, in place of the built-in ones. */
  readonly layoutsFile?: string;
  /** Folder of such files (TXN-16). */
  readonly layouts?: string;
  /** Folder of tax tables, before the built-in one (TXN-15). */
  readonly taxTables?: string;
  /** Upload limit in bytes; default 100,000,000. */
  readonly maxUpload?: number;
  /** Base-2 logarithm of scrypt's work factor; default 15. Tests take less. */
  readonly passwordCost?: number;
  /** When sessions end; default after 8 hours without a call and 12 hours at most (AUTH-11). */
  readonly sessions?: Partial<SessionLimits>;
  /** Addresses and networks of proxies whose `Forwarded` or `X-Forwarded-For` is believed; default none. */
  readonly trustProxy?: readonly string[];
  /** The one header that these proxies set; default either of the two, and neither where they differ. */
  readonly trustProxyHeader?: ProxyHeader;
  /** How many sign-ins are worked on and wait at the same time (AUTH-12). */
  readonly signInLine?: Partial<LineLimits>;
  /** How attempts to sign in are held back after failures; tests take no time. */
  readonly pause?: (ms: number) => Promise<unknown>;
  /** Folder for e-mails that are sent; by default outbox within the data's own. */
  readonly outboxDir?: string;
  /** smtp://user:password@host:port, a server to send e-mails by instead. */
  readonly smtpUrl?: string;
  /** E-mails within an hour: of one invoice (default 3), and by one account (default 200). */
  readonly mailLimits?: Partial<MailLimits>;
  /** How long clients may take to send, in milliseconds. */
  readonly timeLimits?: Partial<TimeLimits>;
  /** How many threads compute long answers, and for how long. */
  readonly threads?: Partial<ThreadLimits>;
  /** How many threads read uploaded files, and for how long. */
  readonly reading?: Partial<ReadingLimits>;
}

export interface Sandbox {
  /** A call in the same process. A connection that a fault cuts rejects with a TypeError, as fetch does. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Serves on a port (0 picks a free one) until its `close`. */
  readonly listen: (at?: {
    readonly port?: number;
    readonly host?: string;
  }) => Promise<{ readonly url: string; readonly close: () => Promise<void> }>;
  /** Stops listening, lets running calls end for `graceMs` (default 1,000), and closes the database. */
  readonly close: (graceMs?: number) => Promise<void>;
}

const DEFAULT_UPLOAD = 100_000_000;
const DEFAULT_COST = 15;
const GRACE_MS = 1_000;
const SESSIONS: SessionLimits = { idleHours: 8, hours: 12 };

/** The migration made it: one of each database, whichever process asks. */
async function callKeyOf({ read }: Store): Promise<string> {
  const { value } = await read
    .selectFrom('service_secrets')
    .select('value')
    .where('name', '=', 'calls')
    .executeTakeFirstOrThrow();
  return value;
}

type Seeding = Pick<Services, 'store' | 'now' | 'passwordCost'>;

async function seedWhenNew(services: Seeding, options: SandboxOptions): Promise<void> {
  const known = await services.store.read.selectFrom('users').select('id').limit(1).execute();
  if (known.length > 0) return;
  const { seedDatabase } = await import('./seed/seed.ts');
  const kind = options.seed ?? 'demo';
  await seedDatabase(services, {
    referenceDay: options.referenceDay,
    scale: kind === 'empty' ? undefined : { ...DEMO_SCALE[kind], ...options.demo },
  });
}

/** Says once a start which old rows broke a rule when it came; who has looked at them deletes them from the table. */
async function reportFindings({ read }: Store): Promise<void> {
  const found = await read
    .selectFrom('migration_findings')
    .select((eb) => [
      'migration',
      eb.fn.countAll<number>().as('all'),
      eb.fn
        .sum<number>(eb.case().when('correction', '=', '').then(0).else(1).end())
        .as('corrected'),
    ])
    .groupBy('migration')
    .execute();
  for (const { all, corrected, migration } of found) {
    console.warn(
      `Migration ${migration} found ${all} breaches of a rule in old rows and corrected ${corrected} of them. The rows are kept; see the table migration_findings.`,
    );
  }
}

/** Opens a complete backend of the contract, in this process. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const layouts = await ownLayouts(options.layoutsFile, options.layouts);
  const taxTables = await ownTaxTables(options.taxTables);
  const trusted = trustedProxies(options.trustProxy ?? []);
  const store = await openStore(options);
  const draining = new AbortController();
  const now = options.now ?? (() => new Date());
  const passwordCost = options.passwordCost ?? DEFAULT_COST;
  try {
    await store.setUp(() => seedWhenNew({ store, now, passwordCost }, options));
    await reportFindings(store);
    await addProviderCompanies(store, layouts);
  } catch (error) {
    await store.close();
    throw error;
  }
  const timeZone = options.timeZone ?? 'UTC';
  const { brandsFile } = options;
  const threads = new Threads(
    { reads: store.readsAt, timeZone, brandsFile },
    { ...DEFAULT_THREADS, ...options.threads },
  );
  const reading = new ReadingThreads({ ...DEFAULT_READING, ...options.reading });
  const services: Services = {
    store,
    threads,
    reading,
    now,
    timeZone,
    layouts,
    taxTables,
    maxUpload: options.maxUpload ?? DEFAULT_UPLOAD,
    passwordCost,
    sessionLimits: { ...SESSIONS, ...options.sessions },
    presence: new Presence(store, now),
    line: new SignInLine({ ...DEFAULT_LINE, ...options.signInLine }),
    waitingRoom: new WaitingRoom(options.pause ?? delay),
    refusals: new Refusals(store, now),
    trusted,
    proxyHeader: options.trustProxyHeader,
    callKey: await callKeyOf(store),
    mail: {
      outboxDir: options.outboxDir ?? join(store.directory, 'outbox'),
      smtpUrl: options.smtpUrl,
    },
    mailLimits: { ...DEFAULT_MAIL_LIMITS, ...options.mailLimits },
    brandsFile,
    draining: draining.signal,
  };
  const app = createApp(services, servePortal(options));
  const line = new FaultyLine(options.faults ?? [], (request, env) => app.fetch(request, env));
  let closing: Promise<void> | undefined;
  const listeners = new Set<(graceMs: number) => Promise<void>>();

  return {
    fetch: async (request) => line.fetch(request, {}),
    listen: async (at) => {
      const { listen, TIME_LIMITS } = await import('./listen.ts');
      const limits = { ...TIME_LIMITS, ...options.timeLimits };
      const listener = await listen((request, env) => line.fetch(request, env), at, limits);
      listeners.add(listener.close);
      return { url: listener.url, close: () => listener.close(GRACE_MS) };
    },
    close: (graceMs = GRACE_MS) => {
      draining.abort();
      closing ??= Promise.all([...listeners].map((close) => close(graceMs)))
        .then(() => Promise.all([services.presence.settled(), services.refusals.settled()]))
        .then(() => Promise.all([threads.close(), reading.close()]))
        .then(() => store.close());
      return closing;
    },
  };
}
