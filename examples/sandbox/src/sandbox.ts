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
import { ownThresholds } from './exceptions/own-thresholds.ts';
import { type ProxyHeader, trustedProxies } from './http/client-address.ts';
import { type Fault, FaultyLine } from './http/faults.ts';
import { watchImports } from './imports/dead-imports.ts';
import { addProviderCompanies, ownLayouts, ownTaxTables } from './imports/own-layouts.ts';
import type { TimeLimits } from './listen.ts';
import { DEFAULT_MAIL_LIMITS, type MailLimits } from './mail/mail-limit.ts';
import { loadPlugins } from './own/own-plugins.ts';
import { makeOwnTables } from './own/own-tables.ts';
import { servePortal } from './portal/serve-portal.ts';
import { DEMO_SCALE, type DemoScale } from './seed/demo-scale.ts';
import type { Services } from './services.ts';
import { EntryThread } from './threads/entry-thread.ts';
import { DEFAULT_READING, type ReadingLimits, ReadingThreads } from './threads/reading-threads.ts';
import { DEFAULT_THREADS, type ThreadLimits, Threads } from './threads/threads.ts';

export interface SandboxOptions {
  /** Where the database is kept between starts. Without it, the data lives as long as the sandbox. */
  readonly dataDir?: string;
  /** postgres://…, a PostgreSQL database to use instead, which any number of processes can share. */
  readonly databaseUrl?: string;
  /** postgres://…, a streaming replica of that database, from which exports, reports and documents are read. */
  readonly replicaUrl?: string;
  /**
   * What a commit waits for in the embedded database: 'full' (default) for the disk; 'normal' is faster, and a power
   * cut may cost the last commits, though it never harms the database.
   */
  readonly synchronous?: 'full' | 'normal';
  /** What a new database contains; default 'demo'. An existing database is not changed. */
  readonly seed?: 'demo' | 'empty' | 'large';
  /** Amount of demo data; tests use less. */
  readonly demo?: Partial<DemoScale>;
  /** YYYY-MM-DD, the last day of the demo data; default 2026-11-20. */
  readonly referenceDay?: string;
  /** The clock of sessions, leases and the audit trail. */
  readonly now?: () => Date;
  /** IANA name of the zone that defines 'today': a payment can't be dated later (PAY-05). Default 'UTC'. */
  readonly timeZone?: string;
  readonly faults?: readonly Fault[];
  /** Folder of the built portal; default packages/web/dist of this repository. */
  readonly portalDir?: string;
  /** File to serve as /brands.json instead of the portal's own; invoices use its brands, too (INV-13). */
  readonly brandsFile?: string;
  /** File with your own layouts of provider files, one or a list, instead of the built-in ones. */
  readonly layoutsFile?: string;
  /** Folder of such files (TXN-16). */
  readonly layouts?: string;
  /** Folder of tax tables that precede the built-in one (TXN-15). */
  readonly taxTables?: string;
  /** JSON file of thresholds of the rules that find exceptions (TXN-18); what it leaves out has its default. */
  readonly exceptionRulesFile?: string;
  /** Modules with resources of your own, which the API serves by their definitions and the portal loads (EXT-01). */
  readonly plugins?: readonly string[];
  /** Upload limit in bytes; default 100,000,000. */
  readonly maxUpload?: number;
  /** Base-2 logarithm of scrypt's work factor; default 15. Tests use less. */
  readonly passwordCost?: number;
  /** When sessions end; default after 8 hours without a call and 12 hours in total (AUTH-11). */
  readonly sessions?: Partial<SessionLimits>;
  /** Addresses and networks of proxies whose `Forwarded` or `X-Forwarded-For` is trusted; default none. */
  readonly trustProxy?: readonly string[];
  /** The one header that these proxies set; default either of the two, and neither if they differ. */
  readonly trustProxyHeader?: ProxyHeader;
  /** How many sign-ins run and wait at the same time (AUTH-12). */
  readonly signInLine?: Partial<LineLimits>;
  /** How attempts to sign in are delayed after failures; tests don't wait. */
  readonly pause?: (ms: number) => Promise<unknown>;
  /** Folder for sent e-mails; default `outbox` in the data directory. */
  readonly outboxDir?: string;
  /** smtp://user:password@host:port, a server to send e-mails through instead. */
  readonly smtpUrl?: string;
  /** Most e-mails within an hour: of one invoice (default 3), and by one account (default 200). */
  readonly mailLimits?: Partial<MailLimits>;
  /** Time limits for what clients send, in milliseconds. */
  readonly timeLimits?: Partial<TimeLimits>;
  /** How often it looks for imports of servers that stopped, in milliseconds; default 15 s. */
  readonly importWatchMs?: number;
  /** How many threads compute long answers, and for how long. */
  readonly threads?: Partial<ThreadLimits>;
  /** How many threads read uploaded files, and for how long. */
  readonly reading?: Partial<ReadingLimits>;
}

export interface Sandbox {
  /** Makes a call in this process. Rejects with a TypeError if a fault cuts the connection, like fetch. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Serves on a port (0 picks a free one) until `close` is called. */
  readonly listen: (at?: {
    readonly port?: number;
    readonly host?: string;
  }) => Promise<{ readonly url: string; readonly close: () => Promise<void> }>;
  /** Stops listening, waits up to `graceMs` (default 1,000) for running calls, and closes the database. */
  readonly close: (graceMs?: number) => Promise<void>;
}

const DEFAULT_UPLOAD = 100_000_000;
const DEFAULT_COST = 15;
const GRACE_MS = 1_000;
const SESSIONS: SessionLimits = { idleHours: 8, hours: 12 };

/** Created by the migration: one per database, the same for every process. */
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

/** Logs at each start which old rows broke a rule when it was added. Delete the findings once you have reviewed them. */
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
  const thresholds = await ownThresholds(options.exceptionRulesFile);
  const trusted = trustedProxies(options.trustProxy ?? []);
  const { plugins = [] } = options;
  const endPlugins = await loadPlugins(plugins);
  const store = await openStore(options);
  const draining = new AbortController();
  const now = options.now ?? (() => new Date());
  const passwordCost = options.passwordCost ?? DEFAULT_COST;
  try {
    await store.setUp(async () => {
      await seedWhenNew({ store, now, passwordCost }, options);
      if (plugins.length > 0) await store.write(makeOwnTables);
    });
    await reportFindings(store);
    await addProviderCompanies(store, layouts);
  } catch (error) {
    endPlugins();
    await store.close();
    throw error;
  }
  const timeZone = options.timeZone ?? 'UTC';
  const { brandsFile } = options;
  const threads = new Threads(
    { reads: store.readsAt, timeZone, brandsFile, plugins },
    { ...DEFAULT_THREADS, ...options.threads },
  );
  const reading = new ReadingThreads({ ...DEFAULT_READING, ...options.reading });
  const entry = new EntryThread(store.storeAt);
  const services: Services = {
    store,
    threads,
    reading,
    entry,
    now,
    timeZone,
    layouts,
    taxTables,
    thresholds,
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
  const endWatch = await watchImports(services, options.importWatchMs);
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
        .then(() =>
          Promise.all([services.presence.settled(), services.refusals.settled(), endWatch()]),
        )
        .then(() => Promise.all([threads.close(), reading.close(), entry.close()]))
        .then(() => store.close())
        .then(endPlugins);
      return closing;
    },
  };
}
