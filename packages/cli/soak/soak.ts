import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { PASSWORD } from '@forecourt/sandbox';
import type { Ground, Kind } from './fixture.ts';
import { measure, playRound, type Round } from './round.ts';
import { SandboxProcess } from './sandbox-process.ts';
import { type Measured, strikesOf } from './strikes.ts';

export interface SoakOptions {
  /** Path of the built command. */
  readonly binary: string;
  /** An empty folder. */
  readonly dir: string;
  readonly rounds: number;
  /** The first seed; each round increments it. */
  readonly seed: number;
  readonly atOnce: number;
  readonly onRound?: (round: Round) => void;
}

export interface SoakResult {
  readonly measured: Readonly<Record<Kind, Measured>>;
  readonly rounds: readonly Round[];
  /** Purchases of all rounds' files that are not stored, and those stored too often. */
  readonly lost: readonly string[];
  readonly twice: readonly string[];
  /**
   * Files that the service entered under more than one key; only its own duplicate check kept their
   * rows from being stored twice.
   */
  readonly reentered: readonly string[];
}

/** Kills imports at seeded moments, runs them again, and compares the stored rows with the sent ones. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const { binary, dir, rounds, seed } = options;
  const sandbox = new SandboxProcess(join(dir, 'service'));
  await sandbox.prepare();
  await sandbox.start();
  try {
    const ground: Ground = { binary, dir, sandbox, credentials: await signIn(options, sandbox) };
    const stored = storedOf(sandbox);
    const measured = {
      file: await measure(ground, 'file'),
      inbox: await measure(ground, 'inbox'),
    };
    const before = storedOf(sandbox);
    if (before.length === stored.length) throw new Error('The undisturbed run entered nothing.');
    const seeds = Array.from({ length: rounds }, (_, index) => seed + index);
    const played: Round[] = [];
    const lane = async () => {
      for (let next = seeds.shift(); next !== undefined; next = seeds.shift()) {
        const kind: Kind = next % 3 === 0 ? 'inbox' : 'file';
        const strikes = strikesOf(next, measured[kind]);
        const round = await playRound(ground, { kind, seed: next, strikes });
        played.push(round);
        options.onRound?.(round);
      }
    };
    await Promise.all(Array.from({ length: options.atOnce }, lane));
    const expected = [...before, ...played.flatMap(({ purchases }) => purchases)];
    const now = storedOf(sandbox);
    return {
      measured,
      rounds: played,
      lost: without(expected, now),
      twice: without(now, expected),
      reentered: reenteredAt(sandbox),
    };
  } finally {
    await sandbox.stop();
  }
}

async function signIn({ binary, dir }: SoakOptions, sandbox: SandboxProcess): Promise<string> {
  const config = join(dir, 'sign-in');
  mkdirSync(config, { recursive: true });
  const argv = ['login', '--email', 'admin@forecourt.test', '--password-stdin'];
  const child = spawn(process.execPath, [binary, ...argv], {
    env: {
      ...process.env,
      FORECOURT_CONFIG_DIR: config,
      FORECOURT_BASE_URL: `http://127.0.0.1:${sandbox.port}/api/v1`,
    },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(PASSWORD);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`Signing in ended with ${code}.`);
  return readFileSync(join(config, 'credentials', 'default.json'), 'utf8');
}

const PURCHASES = `
  select l.card_number || ' ' || l.station_number || ' ' || l.quantity_e3 as purchase
  from transaction_lines l join transactions on transactions.id = l.transaction_id
  where transactions.import_id is not null`;

/** All imported rows, read from the service's database. */
const storedOf = (sandbox: SandboxProcess): string[] =>
  sandbox.read((database: DatabaseSync) =>
    database
      .prepare(PURCHASES)
      .all()
      .map(({ purchase }) => String(purchase)),
  );

const REENTERED = `
  select sha256 from imports where state = 'done' group by sha256 having count(*) > 1`;

const reenteredAt = (sandbox: SandboxProcess): string[] =>
  sandbox.read((database) =>
    database
      .prepare(REENTERED)
      .all()
      .map(({ sha256 }) => String(sha256)),
  );

/** Multiset difference: `list` with each element of `taken` removed once. */
function without(list: readonly string[], taken: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const item of taken) counts.set(item, (counts.get(item) ?? 0) + 1);
  return list.filter((item) => {
    const count = counts.get(item) ?? 0;
    counts.set(item, count - 1);
    return count <= 0;
  });
}
