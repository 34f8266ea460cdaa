/**
 * A bad night, from nine in the evening to the morning: the service is down, then loses an answer; one file
 * arrives twice, and one has a bad row. Everything here is real: the script of the cron job, the built command,
 * and a sandbox that the example starts, stops and makes fail.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createSandbox, PASSWORD } from '@forecourt/sandbox';
import { pipelineSheet, workbookBytes } from '../provider-files/provider-files.ts';

const inRepository = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const SCRIPT = inRepository('examples/nightly/nightly.sh');
const SERVE = inRepository('examples/sandbox/src/serve.ts');
const BUILT = inRepository('packages/cli/dist/forecourt.js');

const DAY_MS = 86_400_000;
const DEMO = { customers: 12, cards: 2000, transactions: 50, invoices: 5 };
const LOST_ANSWER = [{ match: 'POST /api/v1/import_transactions', kind: 'drop-after', first: 1 }];

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
}

export interface BadNight {
  readonly evening: Ended;
  readonly morning: Ended;
  /** The files left in the inbox. */
  readonly files: readonly string[];
  /** The night's report. */
  readonly report: string;
}

interface Place {
  /** An empty folder. */
  readonly dir: string;
  /** The built command. */
  readonly command: string;
  readonly say: (text: string) => void;
}

/** Runs the night and returns what is left in the morning. */
export async function badNight({ dir, command, say }: Place): Promise<BadNight> {
  const data = join(dir, 'service');
  await (await createSandbox({ dataDir: data, demo: DEMO, passwordCost: 4 })).close();
  // Not one that the system gives to others, because nothing must answer there while the service is down.
  const port = String(20_000 + (process.pid % 10_000));
  const first = await startService({ DATA_DIR: data, PORT: port });
  const env = {
    ...process.env,
    FORECOURT: `${process.execPath} ${command}`,
    FORECOURT_CONFIG_DIR: join(dir, 'config'),
    FORECOURT_BASE_URL: `${first.url}/api/v1`,
    FORECOURT_INBOX: join(dir, 'inbox'),
    FORECOURT_DEADLINE: '10m',
    FORECOURT_TRIES: '1',
    FORECOURT_PAUSE: '1',
  };
  const login = ['login', '--email', 'admin@forecourt.test', '--password-stdin'];
  await run(process.execPath, [command, ...login], env, PASSWORD);
  await stop(first.child);
  putFiles(env.FORECOURT_INBOX);

  const options = ['--settle', '0', '--ask-every', '0.1', '--json'];
  say('23:00  The service is down. Nothing is moved, and the run ends with 7.');
  const evening = await run(SCRIPT, options, env);

  say('23:30  It is back, and loses its first answer: the outcome is looked up.');
  const faults = JSON.stringify(LOST_ANSWER);
  const second = await startService({ DATA_DIR: data, PORT: port, FAULTS: faults });
  const report = join(dir, 'report.json');
  const morning = await run(SCRIPT, [...options, '--report', report], env);
  await stop(second.child);
  return { evening, morning, files: filesIn(env.FORECOURT_INBOX), report };
}

/** A good file, the same file under another name, and one with a row that does not add up. */
function putFiles(inbox: string): void {
  mkdirSync(inbox, { recursive: true });
  const day = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
  const good = workbookBytes([pipelineSheet(day, 40, 7)]);
  const sheet = pipelineSheet(day, 30, 8);
  const rows = sheet.rows.map((row, index) =>
    index === 1 ? row.map((cell, column) => (column === 4 ? 'someday' : cell)) : row,
  );
  writeFileSync(join(inbox, 'monday.xlsx'), good);
  writeFileSync(join(inbox, 'monday again.xlsx'), good);
  writeFileSync(join(inbox, 'one bad row.xlsx'), workbookBytes([{ ...sheet, rows }]));
}

const filesIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .sort();

async function startService(settings: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['--conditions=source', SERVE], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) {
    const url = / is at (http\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return { child, url };
  }
  throw new Error('The sandbox ended before it listened.');
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function run(
  command: string,
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  input = '',
): Promise<Ended> {
  const child = spawn(command, argv, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.end(input);
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  const [code] = await once(child, 'close');
  return { code, stdout };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dir = mkdtempSync(join(tmpdir(), 'forecourt-night-'));
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const { evening, morning, files } = await badNight({ dir, command: BUILT, say });
  const { message, totals } = JSON.parse(morning.stdout);
  say(`05:30  The runs ended with ${evening.code} and ${morning.code}. ${message}`);
  say(`       ${totals.rows.imported} rows were imported, none of them twice. The inbox holds:`);
  for (const file of files) say(`         ${file}`);
  rmSync(dir, { recursive: true, force: true });
}
