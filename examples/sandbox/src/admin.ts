import { parseArgs } from 'node:util';
import type { CheckReport } from './operations/check.ts';
import { operationError } from './operations/trouble.ts';
import { settingsFrom } from './settings.ts';

const USAGE = `Use:
  admin.js backup --to FILE       write all data, as of one moment, to a file; servers work on
  admin.js restore --from FILE    put a backup in place of all data; everybody signs in anew
  admin.js migrate [--dry-run]    bring the schema up to date, or try it and change nothing
  admin.js check                  look through the whole database
  admin.js brand --company NAME --as BRAND
                                  give a company a brand, which its invoices carry

The database is the one of DATA_DIR or DATABASE_URL. Exit codes: 0 done and sound, 1 something is wrong, 2 usage.`;

class UsageError extends Error {}

function countLine(rows: ReadonlyMap<string, number>): string {
  const filled = [...rows].filter(([, count]) => count > 0);
  return filled.map(([table, count]) => `${table} ${count}`).join(', ');
}

/** Prints what a check found. Returns the command's exit code. */
function printReport({ findings, pending, rows }: CheckReport): number {
  console.log(`Rows: ${countLine(rows)}`);
  for (const name of pending) console.log(`Not yet done: migration ${name}`);
  for (const finding of findings) console.error(finding);
  console.log(findings.length === 0 ? 'The database is sound.' : 'The database is not sound.');
  return findings.length === 0 ? 0 : 1;
}

function wordFrom(value: string | undefined, option: string): string {
  if (value !== undefined && value !== '') return value;
  throw new UsageError(`--${option} is missing.`);
}

/** Runs `backup`, `restore`, `migrate`, `check` or `brand` on the database of the settings. Returns the exit code. */
async function run(args: readonly string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      from: { type: 'string' },
      company: { type: 'string' },
      as: { type: 'string' },
      'dry-run': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const [command, ...rest] = positionals;
  if (values.help || command === 'help') {
    console.log(USAGE);
    return 0;
  }
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is one word too many.`);
  const { brandsFile, dataDir, databaseUrl } = settingsFrom(process.env);
  const location = {
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  };
  const { openDatabase } = await import('./operations/databases.ts');
  if (command === 'restore') {
    const { restore } = await import('./operations/restore.ts');
    const report = await restore(location, wordFrom(values.from, 'from FILE'));
    console.log('Restored. Everybody has to sign in anew.');
    return printReport(report);
  }
  if (command === 'brand') {
    const company = wordFrom(values.company, 'company NAME');
    const brand = wordFrom(values.as, 'as BRAND');
    const database = await openDatabase(location);
    try {
      const { setCompanyBrand } = await import('./operations/company-brand.ts');
      await setCompanyBrand(database, brandsFile, { company, brand });
    } finally {
      await database.close();
    }
    console.log(`Invoices of ${company} carry the brand ${brand}.`);
    return 0;
  }
  if (command !== 'backup' && command !== 'check' && command !== 'migrate') {
    throw new UsageError(command ? `"${command}" is no command.` : 'A command is missing.');
  }
  const to = command === 'backup' ? wordFrom(values.to, 'to FILE') : '';
  const database = await openDatabase(location);
  try {
    if (command === 'backup') {
      const { backUp } = await import('./operations/backup.ts');
      console.log(`Rows: ${countLine(await backUp(database, to))}`);
      console.log(`The backup is ${to}.`);
      return 0;
    }
    if (command === 'check') {
      const { checkDatabase } = await import('./operations/check.ts');
      return printReport(await checkDatabase(database));
    }
    const { upgrade } = await import('./operations/upgrade.ts');
    const dryRun = values['dry-run'] === true;
    const { findings, pending } = await upgrade(database, { dryRun });
    const word = dryRun ? 'Would do' : 'Did';
    for (const name of pending) console.log(`${word}: migration ${name}`);
    if (pending.length === 0) console.log('The schema is up to date.');
    for (const finding of findings) console.error(finding);
    return findings.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}

run(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const { DATA_DIR, DATABASE_URL } = process.env;
    const where = DATABASE_URL ? 'at DATABASE_URL' : `in ${DATA_DIR || '.'}`;
    const failed = `The database ${where} could not be used`;
    const known = operationError(error, failed, 'Nothing is half done.');
    const { code, message, name } = known as { code?: string; message?: string; name?: string };
    const usage = known instanceof UsageError || code?.startsWith('ERR_PARSE_ARGS');
    // What the operator can fix is one sentence; anything else prints its stack.
    if (usage) console.error(`${message}\n\n${USAGE}`);
    else console.error(name === 'OperationError' || !(known instanceof Error) ? message : known);
    process.exitCode = usage ? 2 : 1;
  },
);
