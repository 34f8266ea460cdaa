import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { exampleFile } from './example-file.ts';
import { Line, type LineStrike } from './line.ts';
import type { SandboxProcess } from './sandbox-process.ts';
import { type Measured, type Strike, strikeText } from './strikes.ts';

const KILLER = fileURLToPath(new URL('kill-at-write.ts', import.meta.url));
const ROWS = 12;
const MOST_RUNS = 40;

/** What all rounds share. */
export interface Ground {
  readonly binary: string;
  readonly dir: string;
  readonly sandbox: SandboxProcess;
  /** The file that `login` left. */
  readonly credentials: string;
}

/** How one round went: a file, struck, and imported again until it was said to be done. */
export interface Round {
  readonly seed: number;
  readonly told: readonly string[];
  readonly struck: number;
  readonly runs: number;
  readonly purchases: readonly string[];
  readonly faults: readonly string[];
}

class Desk {
  readonly dir: string;
  readonly line: Line;
  readonly #ground: Ground;
  #url = '';

  constructor(ground: Ground, seed: number) {
    this.#ground = ground;
    this.dir = join(ground.dir, `round-${seed}`);
    this.line = new Line(() => ground.sandbox.port);
  }

  async open(bytes: Uint8Array): Promise<void> {
    this.#url = await this.line.listen();
    const credentials = join(this.dir, 'config', 'credentials');
    mkdirSync(credentials, { recursive: true, mode: 0o700 });
    const stored = { ...JSON.parse(this.#ground.credentials), baseUrl: this.#url };
    writeFileSync(join(credentials, 'default.json'), JSON.stringify(stored), { mode: 0o600 });
    writeFileSync(join(this.dir, 'night.xlsx'), bytes);
  }

  start(env: Readonly<Record<string, string>> = {}): ChildProcess {
    const argv = ['transactions', 'import', join(this.dir, 'night.xlsx'), '--provider', 'Pipeline'];
    const loaded = env.KILL_FOLDER ? [`--import=${KILLER}`] : [];
    return spawn(
      process.execPath,
      [...loaded, this.#ground.binary, ...argv, '--json', '--ask-every', '0.02', '--timeout', '10'],
      {
        env: {
          PATH: process.env.PATH,
          HOME: this.dir,
          FORECOURT_CONFIG_DIR: join(this.dir, 'config'),
          FORECOURT_BASE_URL: this.#url,
          XDG_CACHE_HOME: join(this.#ground.dir, 'cache'),
          ...env,
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
  }

  get journal(): string {
    return join(this.dir, 'config', 'imports');
  }

  /** States of all entries of the journal. */
  states(): string[] {
    return readdirSync(this.journal, { recursive: true, encoding: 'utf8' })
      .filter((name) => /[0-9a-f]{64}\.json$/.test(name))
      .map((name) => JSON.parse(readFileSync(join(this.journal, name), 'utf8')).state);
  }
}

async function endOf(child: ChildProcess): Promise<{ code: number | null; errors: string }> {
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const [code] = await once(child, 'close');
  return { code, errors };
}

/** An undisturbed run, to know how much there is to disturb. */
export async function measure(ground: Ground): Promise<Measured> {
  const desk = new Desk(ground, 0);
  await desk.open(exampleFile(0, ROWS).bytes);
  const count = join(desk.dir, 'writes');
  const { code, errors } = await endOf(
    desk.start({ KILL_FOLDER: desk.journal, KILL_COUNT: count }),
  );
  desk.line.close();
  if (code !== 0) throw new Error(`The undisturbed run ended with ${code}: ${errors}`);
  return { writes: Number(readFileSync(count, 'utf8')), passed: desk.line.passed };
}

async function strikeRun(desk: Desk, ground: Ground, strike: Strike): Promise<boolean> {
  if (strike.kind === 'write') {
    const env = { KILL_AT: String(strike.at), KILL_HOW: strike.how, KILL_FOLDER: desk.journal };
    const child = desk.start(env);
    await endOf(child);
    return child.signalCode === 'SIGKILL';
  }
  const act = async () => {
    // What has arrived may have been worked on, or not yet.
    await delay(strike.bytes % 7);
    if (strike.kind === 'kill') {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    if (strike.kind === 'server') await restart(ground.sandbox);
  };
  desk.line.expect({ ...strike, act } satisfies LineStrike);
  const child = desk.start();
  await endOf(child);
  const { struck } = desk.line;
  desk.line.expect(undefined);
  return struck;
}

let restarting: Promise<void> | undefined;

/** Rounds run side by side, and the service is theirs together. */
function restart(sandbox: SandboxProcess): Promise<void> {
  restarting ??= (async () => {
    await sandbox.kill();
    sandbox.outlastLeases();
    await sandbox.start();
    restarting = undefined;
  })();
  return restarting;
}

/** One seed: strikes, then the same command again until it says that all is done. */
export async function playRound(
  ground: Ground,
  seed: number,
  strikes: readonly Strike[],
): Promise<Round> {
  const desk = new Desk(ground, seed);
  const { bytes, purchases } = exampleFile(seed, ROWS);
  await desk.open(bytes);
  const faults: string[] = [];
  let struck = 0;
  for (const strike of strikes) if (await strikeRun(desk, ground, strike)) struck += 1;
  let runs = 0;
  for (let code: number | null = null; code !== 0; ) {
    const end = await endOf(desk.start());
    code = end.code;
    runs += 1;
    if (code !== 0 && code !== 7 && code !== 8) faults.push(`ended with ${code}: ${end.errors}`);
    if (runs >= MOST_RUNS) {
      faults.push(`not done after ${runs} runs: ${end.errors}`);
      break;
    }
    if (code !== 0) await delay(250);
  }
  const states = desk.states();
  if (states.join() !== 'reconciled') faults.push(`the journal says ${states.join() || 'nothing'}`);
  desk.line.close();
  return { seed, told: strikes.map(strikeText), struck, runs, purchases, faults };
}
