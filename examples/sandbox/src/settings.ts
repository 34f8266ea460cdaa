import { parseFaults } from './http/faults.ts';
import { inRepository } from './repository.ts';
import type { SandboxOptions } from './sandbox.ts';

const DEFAULT_DATA = inRepository('.data/sandbox');
const SEEDS = ['demo', 'empty', 'large'] as const;

function smtpUrlIn(text: string): string {
  if (/^smtps?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new Error('SMTP_URL must be an address such as smtp://user:password@host:587.');
}

function databaseUrlIn(text: string): string {
  if (/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new Error(
    'DATABASE_URL must be an address such as postgres://user:password@host:5432/database. Leave it out to use the embedded database in DATA_DIR.',
  );
}

/** Settings of the process. Throws with what is wrong and what to do. */
export function settingsFrom(
  env: Readonly<Record<string, string | undefined>>,
): SandboxOptions & { readonly port: number; readonly host: string } {
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
    seed,
    faults: env.FAULTS ? parseFaults(env.FAULTS) : [],
    ...(env.OUTBOX_DIR ? { outboxDir: env.OUTBOX_DIR } : {}),
    ...(env.SMTP_URL ? { smtpUrl: smtpUrlIn(env.SMTP_URL) } : {}),
    ...(env.LAYOUTS_FILE ? { layoutsFile: env.LAYOUTS_FILE } : {}),
    ...(env.BRANDS_FILE ? { brandsFile: env.BRANDS_FILE } : {}),
  };
}
