/**
 * Preloaded into the command (`--import`). Kills it with SIGKILL before, during or after one chosen
 * write to one of its folders; or, from that write on, simulates a full disk ('full') or one that
 * writes half without an error ('short'). Without `KILL_AT`, counts the writes.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { KILL_FOLDER = '', KILL_AT, KILL_HOW = 'before', KILL_COUNT } = process.env;
const at = KILL_AT === undefined ? undefined : Number(KILL_AT);
const watched = new Set<number>();
let writes = 0;

const isWatched = (path: unknown): boolean => String(path).startsWith(KILL_FOLDER);
const die = () => process.kill(process.pid, 'SIGKILL');

/** Counts a write and returns what to do at it. */
function reached(): string | undefined {
  writes += 1;
  if (KILL_HOW === 'full') return at !== undefined && writes >= at ? 'full' : undefined;
  return writes === at ? KILL_HOW : undefined;
}

const noSpace = (): Error =>
  Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', errno: -28 });

/** Calls that a full disk refuses; closing, deleting and renaming still work. */
const TAKES_SPACE = [
  'mkdirSync',
  'openSync',
  'writeSync',
  'mkdir',
  'open',
  'write',
  'writev',
  'writeFile',
];

type Call = (...args: never[]) => unknown;
// biome-ignore lint/suspicious/noExplicitAny: functions of every shape are wrapped alike
type Functions = Record<string, any>;

function wrap(
  of: Functions,
  name: string,
  isMeant: (args: unknown[]) => boolean,
  half?: Call,
): void {
  const real = of[name] as Call;
  of[name] = function wrapped(this: unknown, ...args: never[]) {
    if (!isMeant(args)) return real.apply(this, args);
    const how = reached();
    if (how === 'full') {
      if (!TAKES_SPACE.includes(name)) return real.apply(this, args);
      if (name.endsWith('Sync')) throw noSpace();
      return Promise.reject(noSpace());
    }
    if (how === 'short') return (half ?? real).apply(this, args);
    if (how === 'before') die();
    if (how === 'half' && half) {
      half.apply(this, args);
      die();
    }
    const result = real.apply(this, args);
    if (how === undefined) return result;
    if (result instanceof Promise) return result.finally(die);
    die();
    return result;
  };
}

const ofPath = ([path]: unknown[]) => isWatched(path);
const ofHandle = ([handle]: unknown[]) => watched.has(handle as number);
const { openSync: realOpen, writeSync: realWrite } = fs;

wrap(fs, 'mkdirSync', ofPath);
wrap(fs, 'openSync', ([path, flags]) => isWatched(path) && flags !== 'r');
const countedOpen = fs.openSync;
fs.openSync = ((...args: Parameters<typeof realOpen>) => {
  const handle = countedOpen(...args);
  if (isWatched(args[0])) watched.add(handle);
  return handle;
}) as typeof realOpen;
wrap(fs, 'writeSync', ofHandle, ((handle: number, text: string) =>
  realWrite(handle, text.slice(0, text.length >> 1))) as Call);
for (const name of ['fsyncSync', 'closeSync']) wrap(fs, name, ofHandle);
for (const name of ['renameSync', 'rmSync', 'unlinkSync']) wrap(fs, name, ofPath);
for (const name of ['link', 'rename', 'rm', 'unlink', 'mkdir', 'open']) {
  wrap(fs.promises, name, ofPath);
}

// Writes through a file handle: the result file.
const probe = await fs.promises.open(new URL(import.meta.url));
const handles: Functions = Object.getPrototypeOf(probe);
await probe.close();
for (const name of ['write', 'writev', 'writeFile', 'sync']) wrap(handles, name, () => true);
syncBuiltinESMExports();

if (KILL_COUNT !== undefined) {
  process.on('exit', () => fs.writeFileSync(KILL_COUNT, String(writes)));
}
