import { PROXY_HEADERS, type ProxyHeader } from './http/client-address.ts';
import { parseFaults } from './http/faults.ts';
import { DEFAULT_MAIL_LIMITS } from './mail/mail-limit.ts';
import { inRepository } from './repository.ts';
import type { SandboxOptions } from './sandbox.ts';
import { DEFAULT_READING } from './threads/reading-threads.ts';
import { DEFAULT_THREADS } from './threads/threads.ts';

const DEFAULT_DATA = inRepository('.data/sandbox');
type Env = Readonly<Record<string, string | undefined>>;

const SEEDS = ['demo', 'empty', 'large'] as const;

function smtpUrlIn(text: string): string {
  if (/^smtps?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new Error('SMTP_URL must be an address such as smtp://user:password@host:587.');
}

const isPostgresUrl = (text: string): boolean =>
  /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '');

function databaseUrlIn(text: string): string {
  if (isPostgresUrl(text)) return text;
  throw new Error(
    'DATABASE_URL must be an address such as postgres://user:password@host:5432/database. Leave it out to use the embedded database in DATA_DIR.',
  );
}

function replicaUrlIn(env: Env, text: string): string {
  if (!env.DATABASE_URL) {
    throw new Error(
      'DATABASE_READ_URL is for a replica of the database at DATABASE_URL, which is not set.',
    );
  }
  if (isPostgresUrl(text)) return text;
  throw new Error(
    'DATABASE_READ_URL must be an address such as postgres://user:password@replica:5432/database. Leave it out to read everything from DATABASE_URL.',
  );
}

/** Converts seconds to milliseconds. */
function timeIn(env: Env, name: string, fallback: number): number {
  const seconds = Number(env[name] ?? fallback);
  if (seconds > 0 && seconds <= 86_400) return seconds * 1_000;
  throw new Error(`${name} must be a number of seconds above 0, not "${env[name]}".`);
}

function threadsIn(text: string): number {
  const threads = Number(text);
  if (Number.isInteger(threads) && threads >= 1 && threads <= 64) return threads;
  throw new Error(`THREADS must be a whole number from 1 to 64, not "${text}".`);
}

function limitIn(env: Env, name: string, fallback: number): number {
  const limit = Number(env[name] ?? fallback);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1_000_000) return limit;
  throw new Error(`${name} must be a whole number from 1 to 1000000, not "${env[name]}".`);
}

function synchronousIn(text: string): 'full' | 'normal' {
  if (text === 'full' || text === 'normal') return text;
  throw new Error(`SYNCHRONOUS must be full or normal, not "${text}".`);
}

function timeZoneIn(text: string): string {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw new Error(`TIME_ZONE must be a zone such as America/Toronto, not "${text}".`);
  }
}

function hoursIn(name: string, text: string): number {
  const hours = Number(text);
  if (hours > 0 && hours <= 8_760) return hours;
  throw new Error(`${name} must be a number of hours such as 8, not "${text}".`);
}

function proxyHeaderIn(text: string): ProxyHeader {
  const header = PROXY_HEADERS.find((name) => name === text.trim().toLowerCase());
  if (header) return header;
  throw new Error(
    `TRUST_PROXY_HEADER must be ${PROXY_HEADERS.join(' or ')}, the one header that your proxy sets, not "${text}".`,
  );
}

/** Returns the settings of the process. Throws with what is wrong and what to do. */
export function settingsFrom(env: Env): SandboxOptions & {
  readonly port: number;
  readonly host: string;
  /** How long running calls may take to finish after SIGTERM. */
  readonly drainMs: number;
} {
  const port = Number(env.PORT ?? 4300);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`PORT must be a port number from 0 to 65535, not "${env.PORT}".`);
  }
  const seed = SEEDS.find((name) => name === (env.SEED ?? 'demo'));
  if (!seed) throw new Error(`SEED must be one of ${SEEDS.join(', ')}, not "${env.SEED}".`);
  return {
    port,
    host: env.HOST ?? '127.0.0.1',
    dataDir: env.DATA_DIR ?? DEFAULT_DATA,
    ...(env.DATABASE_URL ? { databaseUrl: databaseUrlIn(env.DATABASE_URL) } : {}),
    ...(env.DATABASE_READ_URL ? { replicaUrl: replicaUrlIn(env, env.DATABASE_READ_URL) } : {}),
    synchronous: synchronousIn(env.SYNCHRONOUS ?? 'full'),
    timeLimits: {
      headers: timeIn(env, 'HEADER_TIMEOUT', 15),
      bodySilence: timeIn(env, 'BODY_TIMEOUT', 30),
      request: timeIn(env, 'REQUEST_TIMEOUT', 900),
    },
    drainMs: timeIn(env, 'DRAIN_TIMEOUT', 30),
    threads: {
      threads: threadsIn(env.THREADS ?? String(DEFAULT_THREADS.threads)),
      pageMs: timeIn(env, 'PAGE_TIMEOUT', DEFAULT_THREADS.pageMs / 1_000),
      fileMs: timeIn(env, 'FILE_TIMEOUT', DEFAULT_THREADS.fileMs / 1_000),
    },
    reading: { threads: threadsIn(env.THREADS ?? String(DEFAULT_READING.threads)) },
    seed,
    faults: env.FAULTS ? parseFaults(env.FAULTS) : [],
    sessions: {
      ...(env.SESSION_IDLE_HOURS && {
        idleHours: hoursIn('SESSION_IDLE_HOURS', env.SESSION_IDLE_HOURS),
      }),
      ...(env.SESSION_HOURS && { hours: hoursIn('SESSION_HOURS', env.SESSION_HOURS) }),
    },
    mailLimits: {
      perInvoice: limitIn(env, 'EMAILS_PER_INVOICE', DEFAULT_MAIL_LIMITS.perInvoice),
      perAccount: limitIn(env, 'EMAILS_PER_ACCOUNT', DEFAULT_MAIL_LIMITS.perAccount),
    },
    trustProxy: (env.TRUST_PROXY ?? '').split(/[\s,]+/).filter((text) => text !== ''),
    ...(env.TRUST_PROXY_HEADER ? { trustProxyHeader: proxyHeaderIn(env.TRUST_PROXY_HEADER) } : {}),
    ...(env.OUTBOX_DIR ? { outboxDir: env.OUTBOX_DIR } : {}),
    ...(env.TIME_ZONE ? { timeZone: timeZoneIn(env.TIME_ZONE) } : {}),
    ...(env.SMTP_URL ? { smtpUrl: smtpUrlIn(env.SMTP_URL) } : {}),
    ...(env.LAYOUTS_FILE ? { layoutsFile: env.LAYOUTS_FILE } : {}),
    ...(env.LAYOUTS ? { layouts: env.LAYOUTS } : {}),
    ...(env.TAX_TABLES ? { taxTables: env.TAX_TABLES } : {}),
    ...(env.EXCEPTION_RULES ? { exceptionRulesFile: env.EXCEPTION_RULES } : {}),
    ...(env.PLUGINS ? { plugins: env.PLUGINS.split(',').map((file) => file.trim()) } : {}),
    ...(env.BRANDS_FILE ? { brandsFile: env.BRANDS_FILE } : {}),
  };
}
