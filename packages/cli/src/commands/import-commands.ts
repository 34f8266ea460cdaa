import type { CommandSpec, OptionSpec } from './command.types.ts';
import { PROVIDERS } from './resource-table.ts';
import { TAX_TABLES } from './taxes-commands.ts';

const PROVIDER: OptionSpec = {
  flags: '--provider <name>',
  description: `who the file comes from: ${PROVIDERS.join(', ')}, or a provider of your own layouts`,
};

const LAYOUT: OptionSpec = {
  flags: '--layout <file>',
  description: "a layout of your own as JSON, in place of the provider's or of a new one",
};

const ACCEPT: OptionSpec = {
  flags: '--accept <rule>',
  description: 'a guard that was looked at and is right: TAX-UNVERIFIED; it is recorded',
  repeat: true,
};

const ACCEPT_REASON: OptionSpec = {
  flags: '--accept-reason <text>',
  description: 'why what --accept names is right; it is recorded with your account',
};

const check: CommandSpec = {
  name: 'check',
  summary: "check a provider's files row by row; nothing is sent",
  args: [['<file...>', "files of the provider: .xlsx or .xls; '-' for standard input"]],
  options: [
    PROVIDER,
    LAYOUT,
    TAX_TABLES,
    ACCEPT,
    {
      flags: '--annotate <path>',
      description: 'a copy with the reason in each row: .xlsx or .csv, or a folder for several',
    },
    {
      flags: '--max-issues <number>',
      description: 'issues told for each file; all are counted (default: 1000)',
    },
  ],
  examples: [
    'forecourt transactions check esso.xlsx --provider ESSO',
    'forecourt transactions check *.xlsx --provider Comdata --json > report.json',
    'forecourt transactions check - --provider ESSO < esso.xlsx',
    'forecourt transactions check night/*.xlsx --provider Pipeline --annotate checked/',
  ],
  notes: 'Needs no sign-in. Exit code 5 where a file has errors; warnings let it pass.',
  handler: () => import('../handlers/check.ts'),
};

const NIGHT: readonly OptionSpec[] = [
  { flags: '--inbox <dir>', description: 'take all files of a folder, and report on the night' },
  {
    flags: '--report <file>',
    description: "a copy of the night's report (default: in reports beside the settings alone)",
  },
  {
    flags: '--expected <file>',
    description: 'the deliveries that are expected, as JSON (default: expected.json of the inbox)',
  },
  {
    flags: '--metrics-file <file>',
    description: 'the night as Prometheus text, for a collector of text files',
  },
  {
    flags: '--on-finish <command>',
    description:
      'run through the shell at the end, with FORECOURT_REPORT, FORECOURT_REPORT_HTML and FORECOURT_EXIT_CODE',
  },
  {
    flags: '--on-finish-timeout <seconds>',
    description: 'when that command is ended (default: 60)',
  },
  {
    flags: '--settle <seconds>',
    description: 'how long a file of the inbox must stay as it is (default: 2)',
  },
  {
    flags: '--deadline <time>',
    description: "start no file after it: '05:30', or '45m' from now",
  },
  { flags: '--max-rate <n/min>', description: 'at most so many requests a minute: 120/min' },
  {
    flags: '--ask-every <seconds>',
    description: 'between questions about a lost answer (default: 1, 2, 4, then 5)',
  },
];

const send: CommandSpec = {
  name: 'import',
  summary: "check a provider's files, then send them",
  args: [
    [
      '[file...]',
      "files of the provider: .xlsx or .xls; '-' for standard input; none with --inbox",
    ],
  ],
  options: [
    PROVIDER,
    { flags: '--dry-run', description: 'stop after the check' },
    { flags: '--force', description: 'send again what was imported already' },
    {
      flags: '--reject-rows',
      description: 'send the good rows, and keep the others in a file to be mended',
    },
    {
      flags: '--allow-repeat <row>',
      description:
        "enter a row though its equal is stored: '214' or 'Sheet1!214'; the trail says so",
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
        'bound on the whole of one import, its outcome asked for (FORECOURT_IMPORT_TIMEOUT; default: 1800)',
    },
    {
      flags: '--concurrency <number>',
      description: 'files under way at once, 1 to 8 (default: 1)',
    },
    ...NIGHT,
  ],
  examples: [
    'forecourt transactions import esso.xlsx --provider ESSO',
    'forecourt transactions import night/*.xlsx --provider Pipeline --out results --json',
    'forecourt transactions import --inbox /srv/fuel --deadline 05:30 --max-rate 120/min',
  ],
  notes:
    'A file is sent once: running the same command again sends nothing that was imported, and finds out\n' +
    'how an interrupted import ended. The journal is kept in the folder that `forecourt config path` names.\n' +
    'With --inbox, a file is taken in when its provider is known: by its folder (inbox/ESSO/…), by --provider,\n' +
    'or by its own headers. It goes to done/ or rejected/; what is not known yet stays for the next run, and what\n' +
    "will never be a provider's file goes to set-aside/. Whatever is not taken is named in the report.\n" +
    '--report, --expected, --metrics-file, --on-finish and --settle need --inbox.\n' +
    'With --reject-rows, refused rows go to <file>.rejected.xlsx beside the result files; mended, that file is\n' +
    'imported as any other, and its rows count as they did in the file they come from.\n' +
    'A service answers when all rows are entered: for that it has 300 seconds, or --timeout where that is set,\n' +
    'and what the file takes at 64 KB a second. Then it is asked what became of the file, under its key, until\n' +
    '--import-timeout is over; what is not known by then ends with 8.\n' +
    'An interrupt lets what is being sent end, a second one stops at once.',
  handler: () => import('../handlers/import.ts'),
};

/** The commands of `transactions` beyond those of every resource. */
export const IMPORT_COMMANDS: readonly CommandSpec[] = [send, check];
