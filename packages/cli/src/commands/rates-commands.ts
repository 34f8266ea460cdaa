import type { CommandSpec, OptionSpec } from './command.types.ts';
import { RATE_SENDERS } from './resource-table.ts';
import { TAX_TABLES } from './taxes-commands.ts';

const FILE = [['<file>', 'daily rates of the provider: .xlsx or .xls']] as const;

const CHECKING: readonly OptionSpec[] = [
  { flags: '--provider <name>', description: `who the rates are from: ${RATE_SENDERS.join(', ')}` },
  {
    flags: '--day <day>',
    description: 'day the prices are wanted for, YYYY-MM-DD (default: today)',
  },
  {
    flags: '--former <file>',
    description: 'rates to hold these against (default: those uploaded last from here)',
  },
  {
    flags: '--max-change <percent>',
    description: 'how far a price may move from its former one (default: 10)',
  },
  TAX_TABLES,
  {
    flags: '--accept <rule>',
    description: 'a guard that was looked at and is right: RATE-CHANGE; it is recorded',
    repeat: true,
  },
];

const GUARDED =
  'Guards hold back what may be right after all: prices of another day, cents for dollars, a price that moved\n' +
  'too far, sites without a price. Each is told with its cell and rule; --accept with that rule goes on.';

/** The commands of `rates` beyond the list from its definition. */
export const RATE_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'check',
    summary: "check a provider's daily rates; nothing is sent",
    args: FILE,
    options: [
      ...CHECKING,
      {
        flags: '--annotate <path>',
        description: 'a copy with the reason in each row: .xlsx or .csv, or a folder',
      },
    ],
    examples: [
      'forecourt rates check RP1DEN-70768501-20261117.xls --provider Esso',
      'forecourt rates check pipeline.xlsx --provider Pipeline --former yesterday.xlsx --json',
    ],
    notes: `${GUARDED}\nNeeds no sign-in. Exit code 5 where a price or a guard fails.`,
    handler: () => import('../handlers/rates-check.ts'),
  },
  {
    name: 'upload',
    summary: "check a provider's daily rates, then upload them",
    args: FILE,
    options: CHECKING,
    examples: [
      'forecourt rates upload RP1DEN-70768501-20261117.xls --provider Esso',
      'forecourt rates upload pipeline.xlsx --provider Pipeline --accept RATE-CHANGE --json',
    ],
    notes:
      `${GUARDED}\nExit code 5 where the check fails, and nothing is sent; 6 where the service refused rows. The uploaded rates are\n` +
      'kept, for each account and provider, to hold the next ones against.',
    handler: () => import('../handlers/rates-upload.ts'),
  },
];
