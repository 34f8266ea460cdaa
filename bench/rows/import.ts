import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { startService } from '../../examples/cluster/service.ts';
import { nodeProgram, type Program } from '../pairs.ts';
import { FORECOURT, type Prepared, type Programs, pipelineFile, type Row } from '../row.ts';
import { signedIn, startSandbox } from '../sandbox-process.ts';

const fresh = () => mkdtempSync(join(tmpdir(), 'forecourt-bench-'));

/**
 * The command on a new sandbox each time: reads, checks, journals and sends a file, waits until its rows are
 * entered, and stores its result file.
 */
const byCommand = (file: string, keep = (_data: string) => {}): Program => ({
  name: 'forecourt transactions import',
  run: async () => {
    const folder = fresh();
    const data = join(folder, 'data');
    const sandbox = await startSandbox({ DATA_DIR: data, SEED: 'empty' });
    try {
      const env = {
        ...process.env,
        FORECOURT_CONFIG_DIR: join(folder, 'config'),
        FORECOURT_BASE_URL: `${sandbox.url}/api/v1`,
        FORECOURT_TOKEN: await signedIn(sandbox.url),
      };
      const args = ['transactions', 'import', file, '--provider', 'Pipeline', '--out', folder];
      const started = performance.now();
      const { status, stderr } = spawnSync(
        process.execPath,
        [FORECOURT, ...args, '--timeout', '600', '--json'],
        { env, encoding: 'utf8' },
      );
      const ms = performance.now() - started;
      if (status !== 0) throw new Error(`The import ended with ${status}: ${stderr.slice(0, 500)}`);
      await sandbox.stop();
      keep(data);
      return { ms };
    } finally {
      await sandbox.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

type StoredRow = Readonly<Record<string, SQLInputValue>>;

// In the order of their references.
const ENTERED = [
  'imports',
  'transactions',
  'transaction_lines',
  'import_rows',
  'exceptions',
] as const;

const openIn = (data: string): DatabaseSync => new DatabaseSync(join(data, 'forecourt.sqlite'));

/** Reads what an import has entered, by table. */
function enteredIn(data: string): ReadonlyMap<string, readonly StoredRow[]> {
  const database = openIn(data);
  const rowsOf = (table: string) => database.prepare(`select * from "${table}"`).all();
  const tables = ENTERED.map((table) => [table, rowsOf(table) as StoredRow[]] as const);
  database.close();
  return new Map(tables);
}

/** Inserts rows into a table one by one, as fast as a loop can. */
function insertAll(database: DatabaseSync, table: string, rows: readonly StoredRow[]): void {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return;
  const columns = names.map((name) => `"${name}"`).join(', ');
  const places = names.map(() => '?').join(', ');
  const insert = database.prepare(`insert into "${table}" (${columns}) values (${places})`);
  for (const row of rows) insert.run(...names.map((name) => row[name] ?? null));
}

/** The rows of an earlier import, inserted with all indexes and no sums, in one transaction that waits for the disk. */
const byLoop = (
  empty: string,
  entered: () => ReadonlyMap<string, readonly StoredRow[]>,
): Program => ({
  name: 'a bare loop into the same tables',
  run: () => {
    const folder = fresh();
    cpSync(empty, folder, { recursive: true });
    const database = openIn(folder);
    const triggers = database
      .prepare("select name from sqlite_master where type = 'trigger'")
      .all();
    for (const { name } of triggers) database.exec(`drop trigger "${name}"`);
    // As the service opens it.
    database.exec(
      'pragma synchronous = full; pragma cache_size = -256000; pragma foreign_keys = on',
    );
    database.exec('begin');
    const started = performance.now();
    for (const [table, rows] of entered()) insertAll(database, table, rows);
    database.exec('commit');
    const ms = performance.now() - started;
    database.close();
    rmSync(folder, { recursive: true, force: true });
    return { ms };
  },
});

async function againstLoop(): Promise<Prepared> {
  const empty = fresh();
  await (await startSandbox({ DATA_DIR: empty, SEED: 'empty' })).stop();
  let entered: ReadonlyMap<string, readonly StoredRow[]> | undefined;
  const ours = byCommand(pipelineFile(), (data) => {
    entered ??= enteredIn(data);
  });
  return {
    goal: 1.5,
    ours,
    against: byLoop(empty, () => entered ?? new Map()),
    runs: 3,
    tidy: async () => rmSync(empty, { recursive: true, force: true }),
  };
}

const byScript = (program: Programs, name: string, args: readonly string[]): Program => ({
  name,
  run: async () => {
    const folder = fresh();
    const server = await startService(program('batch-server'), {
      BENCH_DATABASE: join(folder, 'rows.sqlite'),
    });
    try {
      const script = [program('import-sheetjs'), pipelineFile(), ...args];
      return await nodeProgram(name, script, { BENCH_BASE_URL: server.url }).run();
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

const against = (program: Programs, name: string, args: readonly string[]): Prepared => ({
  ours: byCommand(pipelineFile()),
  against: byScript(program, name, args),
  runs: 3,
});

export const rows: readonly Row[] = [
  {
    name: 'import of 100,000 rows, end to end',
    prepare: (program) => ({
      ...against(program, 'SheetJS dense, 500 rows a call, 4 calls at a time', ['500', '4']),
      goal: 1,
    }),
  },
  {
    name: 'import of 100,000 rows, × the same rows in a bare loop',
    prepare: againstLoop,
  },
  {
    name: 'import of 100,000 rows, × a call a row',
    prepare: (program) =>
      against(program, 'SheetJS dense, a call a row (3,000 sent, the rest reckoned)', [
        '1',
        '1',
        '3000',
      ]),
  },
];
