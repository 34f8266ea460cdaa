import type { CommandSpec, OptionSpec } from './command.types.ts';
import { PROVIDERS } from './resource-table.ts';

const FILES = ['<file...>', 'files of the provider: .xlsx or .xls'] as const;
const PROVIDER: OptionSpec = {
  flags: '--provider <name>',
  description: `who the file comes from: ${PROVIDERS.join(', ')}`,
};

const check: CommandSpec = {
  name: 'check',
  summary: "check a provider's files row by row; nothing is sent",
  args: [FILES],
  options: [
    PROVIDER,
    {
      flags: '--max-issues <number>',
      description: 'issues told for each file; all are counted (default: 1000)',
    },
  ],
  examples: [
    'forecourt transactions check esso.xlsx --provider ESSO',
    'forecourt transactions check *.xlsx --provider Comdata --json > report.json',
  ],
  notes: 'Needs no sign-in. Exit code 5 where a file has errors; warnings let it pass.',
  body: () => import('../bodies/check.ts'),
};

const send: CommandSpec = {
  name: 'import',
  summary: "check a provider's files, then send them",
  args: [FILES],
  options: [
    PROVIDER,
    { flags: '--dry-run', description: 'stop after the check' },
    { flags: '--force', description: 'send again what was imported already' },
    {
      flags: '--out <dir>',
      description: 'folder for the result files (default: beside the journal)',
    },
    {
      flags: '--concurrency <number>',
      description: 'files under way at once, 1 to 8 (default: 1)',
    },
  ],
  examples: [
    'forecourt transactions import esso.xlsx --provider ESSO',
    'forecourt transactions import night/*.xlsx --provider Pipeline --out results --json',
  ],
  notes:
    'A file is sent once: running the same command again sends nothing that was imported, and finds out\n' +
    'how an interrupted import ended. The journal is kept in the folder that `forecourt config path` names.',
  body: () => import('../bodies/import.ts'),
};

/** What `transactions` can do besides the commands that every resource has. */
export const IMPORT_COMMANDS: readonly CommandSpec[] = [check, send];
