import type { CommandSpec, OptionSpec } from './command.types.ts';
import { PROVIDERS } from './resource-table.ts';
import { TAX_TABLES } from './taxes-commands.ts';

const PROVIDER: OptionSpec = {
  flags: '--provider <name>',
  description: `provider of the file: ${PROVIDERS.join(', ')}, or one of your own layouts`,
};

const LAYOUT: OptionSpec = {
  flags: '--layout <file>',
  description: 'your own layout as JSON, for a built-in or a new provider',
};

const ACCEPT: OptionSpec = {
  flags: '--accept <rule>',
  description: 'accept a guard after checking it, such as TAX-UNVERIFIED; it is recorded',
  repeat: true,
};

const ACCEPT_REASON: OptionSpec = {
  flags: '--accept-reason <text>',
  description: 'why the accepted guards are right; it is recorded with your account',
};

const CORRECT_REASON: OptionSpec = {
  flags: '--correct-reason <text>',
  description:
    'why cells are corrected; required for a total that the provider states, recorded with your account',
};

const CORRECT: OptionSpec = {
  flags: '--correct <cell=value>',
  description:
    "correct a cell of one file: 'Z4=882.37' or 'Sheet1!Z4=882.37'; a copy is checked and sent",
  repeat: true,
};

const check: CommandSpec = {
  name: 'check',
  summary: "check a provider's files row by row without sending them",
  args: [['<file...>', "files of the provider: .xlsx or .xls; '-' for standard input"]],
  options: [
    PROVIDER,
    LAYOUT,
    TAX_TABLES,
    ACCEPT,
    CORRECT,
    CORRECT_REASON,
    {
      flags: '--annotate <path>',
      description:
        'save a copy with the reasons in each row: .xlsx or .csv, or a folder for several',
    },
    {
      flags: '--max-issues <number>',
      description:
        'issues to list for each file, errors before warnings; all are counted (default: 1000)',
    },
  ],
  examples: [
    'forecourt transactions check esso.xlsx --provider ESSO',
    'forecourt transactions check *.xlsx --provider Comdata --json > report.json',
    'forecourt transactions check - --provider ESSO < esso.xlsx',
    'forecourt transactions check night/*.xlsx --provider Pipeline --annotate checked/',
  ],
  notes: 'Works without a sign-in. Exit code 5 when a file has errors; warnings let it pass.',
  handler: () => import('../handlers/check.ts'),
};

const NIGHT: readonly OptionSpec[] = [
  { flags: '--inbox <dir>', description: 'import all files of a folder and report on the night' },
  {
    flags: '--report <file>',
    description: "save another copy of the night's report (default: only in the settings' folder)",
  },
  {
    flags: '--expected <file>',
    description: 'calendar of expected deliveries, as JSON (default: expected.json in the inbox)',
  },
  {
    flags: '--metrics-file <file>',
    description: 'write metrics as Prometheus text, for a textfile collector',
  },
  {
    flags: '--on-finish <command>',
    description:
      'shell command to run at the end, with FORECOURT_REPORT, FORECOURT_REPORT_HTML and FORECOURT_EXIT_CODE set',
  },
  {
    flags: '--on-finish-timeout <seconds>',
    description: 'time limit of that command (default: 60)',
  },
  {
    flags: '--settle <seconds>',
    description: 'how long a file in the inbox must be unchanged (default: 2)',
  },
  {
    flags: '--deadline <time>',
    description: "start no more files after this: '05:30', or '45m' from now",
  },
  { flags: '--max-rate <n/min>', description: 'limit of requests a minute: 120/min' },
  {
    flags: '--ask-every <seconds>',
    description: 'seconds between questions about a lost answer (default: 1, 2, 4, then 5)',
  },
];

const send: CommandSpec = {
  name: 'import',
  summary: "check a provider's files, then import them",
  args: [
    [
      '[file...]',
      "files of the provider: .xlsx or .xls; '-' for standard input; none with --inbox",
    ],
  ],
  options: [
    PROVIDER,
    { flags: '--dry-run', description: 'stop after the check' },
    CORRECT,
    CORRECT_REASON,
    { flags: '--force', description: 'send files even if they were imported already' },
    {
      flags: '--reject-rows',
      description: 'send the good rows and save the others to a file for correction',
    },
    {
      flags: '--allow-repeat <row>',
      description:
        "enter a row even if an identical one is stored: '214' or 'Sheet1!214'; it is recorded",
      repeat: true,
    },
    LAYOUT,
    TAX_TABLES,
    ACCEPT,
    ACCEPT_REASON,
    {
      flags: '-o, --out <dir>',
      description: 'folder for the result files (default: beside the journal)',
    },
    {
      flags: '--import-timeout <seconds>',
      description:
        'time limit for one import, including questions about its outcome (FORECOURT_IMPORT_TIMEOUT; default: 1800)',
    },
    {
      flags: '--concurrency <number>',
      description: 'number of files to import in parallel, 1 to 8 (default: 1)',
    },
    ...NIGHT,
  ],
  examples: [
    'forecourt transactions import esso.xlsx --provider ESSO',
    'forecourt transactions import night/*.xlsx --provider Pipeline --out results --json',
    "forecourt transactions import esso.xlsx --provider ESSO --correct 'Z4=882.37'",
    'forecourt transactions import --inbox /srv/fuel --deadline 05:30 --max-rate 120/min',
  ],
  notes:
    'Each file is sent once: running the same command again skips what was imported and finds out\n' +
    'how an interrupted import ended. `forecourt config path` shows where the journal is kept.\n' +
    'With --inbox, a file is imported once its provider is known: from its folder (inbox/ESSO/…), from --provider,\n' +
    'or from its headers. It then moves to done/ or rejected/; a file with an unknown outcome stays for the next\n' +
    "run, and one that can't be a provider's file moves to set-aside/. The report lists every file not imported.\n" +
    '--report, --expected, --metrics-file, --on-finish and --settle need --inbox.\n' +
    'With --correct, a corrected copy is sent and saved as <file>.corrected.xlsx (.csv for text) next to the result\n' +
    'files; your file stays as it is. The service records each cell with its former value and your --correct-reason;\n' +
    '`forecourt imports show` lists them.\n' +
    'With --reject-rows, refused rows are saved to <file>.rejected.xlsx next to the result files. Correct and import\n' +
    'that file like any other; its rows count as rows of the original file.\n' +
    'The service answers once all rows are entered. It has 300 seconds for that, or --timeout if set, plus the\n' +
    "time to send the file at 64 KB a second. After that, the command asks for the outcome by the file's key until\n" +
    '--import-timeout is over; an outcome still unknown then gives exit code 8.\n' +
    'An interrupt waits for the file being sent; a second one stops at once.',
  handler: () => import('../handlers/import.ts'),
};

/** The commands of `transactions` beyond those of every resource. */
export const IMPORT_COMMANDS: readonly CommandSpec[] = [send, check];
