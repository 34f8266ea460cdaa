import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Fixture, type Ground, type Kind } from './fixture.ts';
import type { LineStrike } from './line.ts';
import type { SandboxProcess } from './sandbox-process.ts';
import { type Measured, type Strike, strikeText } from './strikes.ts';

const MAX_RUNS = 40;
/** A run that takes longer than this hangs, even on a busy machine. */
const MAX_MS = 90_000;

/** The result of one round: a file is imported, disturbed, and imported again until it succeeds. */
export interface Round {
  readonly seed: number;
  /** The kind of import, and what struck it. */
  readonly strikes: readonly string[];
  readonly struck: number;
  readonly runs: number;
  readonly purchases: readonly string[];
  readonly faults: readonly string[];
}

async function endOf(child: ChildProcess): Promise<{ code: number | null; errors: string }> {
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  let hung = false;
  const timer = setTimeout(() => {
    hung = true;
    child.kill('SIGKILL');
  }, MAX_MS);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  if (hung) throw new Error(`A run hung for ${MAX_MS / 1000} s: ${child.spawnargs.join(' ')}`);
  return { code, errors };
}

/** Measures an undisturbed run, to choose where to disturb it. */
export async function measure(ground: Ground, kind: Kind): Promise<Measured> {
  const fixture = new Fixture(ground, kind, 0);
  await fixture.open();
  const count = join(ground.dir, `writes-${kind}`);
  const { code, errors } = await endOf(
    fixture.start({ KILL_FOLDER: fixture.writes, KILL_COUNT: count }),
  );
  fixture.line.close();
  if (code !== 0) throw new Error(`The undisturbed run ended with ${code}: ${errors}`);
  return { writes: Number(readFileSync(count, 'utf8')), passed: fixture.line.passed };
}

async function strikeRun(fixture: Fixture, ground: Ground, strike: Strike): Promise<boolean> {
  if (strike.kind === 'write') {
    const env = { KILL_AT: String(strike.at), KILL_HOW: strike.how, KILL_FOLDER: fixture.writes };
    const child = fixture.start(env);
    await endOf(child);
    return child.signalCode === 'SIGKILL';
  }
  if (strike.kind === 'disk') {
    const count = join(fixture.dir, 'writes');
    const env = { KILL_AT: String(strike.at), KILL_HOW: strike.how, KILL_FOLDER: fixture.writes };
    await endOf(fixture.start({ ...env, KILL_COUNT: count }));
    return Number(readFileSync(count, 'utf8')) >= strike.at;
  }
  const act = async () => {
    // The connection stays open and silent until the run ends.
    if (strike.kind === 'stall') return void (await once(child, 'exit'));
    // The service may have processed what it received, or not yet.
    await delay(strike.bytes % 7);
    if (strike.kind === 'kill') {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    if (strike.kind === 'server') await restart(ground.sandbox);
  };
  fixture.line.expect({ ...strike, act } satisfies LineStrike);
  const child = fixture.start({}, strike.kind === 'stall' ? '2' : undefined);
  await endOf(child);
  const { struck } = fixture.line;
  fixture.line.expect(undefined);
  return struck;
}

let restarting: Promise<void> | undefined;

/** Serializes restarts: parallel rounds share the service. */
function restart(sandbox: SandboxProcess): Promise<void> {
  restarting ??= (async () => {
    await sandbox.kill();
    sandbox.outlastLeases();
    await sandbox.start();
    restarting = undefined;
  })();
  return restarting;
}

/** Plays one seed: disturbs the command, then repeats it until it reports success. */
export async function playRound(
  ground: Ground,
  { kind, seed, strikes }: { kind: Kind; seed: number; strikes: readonly Strike[] },
): Promise<Round> {
  const fixture = new Fixture(ground, kind, seed);
  await fixture.open();
  const faults: string[] = [];
  let struck = 0;
  for (const strike of strikes) if (await strikeRun(fixture, ground, strike)) struck += 1;
  let runs = 0;
  for (let code: number | null = null; code !== 0; ) {
    const end = await endOf(fixture.start());
    code = end.code;
    runs += 1;
    if (code !== 0 && code !== 7 && code !== 8) faults.push(`ended with ${code}: ${end.errors}`);
    if (runs >= MAX_RUNS) {
      faults.push(`not done after ${runs} runs: ${end.errors}`);
      break;
    }
    if (code !== 0) await delay(250);
  }
  faults.push(...fixture.faults());
  fixture.line.close();
  const played = [kind, ...strikes.map(strikeText)];
  return { seed, strikes: played, struck, runs, purchases: fixture.purchases, faults };
}
