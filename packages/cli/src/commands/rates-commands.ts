import type { CommandSpec, OptionSpec } from './command.types.ts';
import { DAYS, FILTER } from './list-options.ts';
import { RATE_SENDERS } from './resource-table.ts';
import { TAX_TABLES } from './taxes-commands.ts';

const FILE = [['<file>', 'daily rates of the provider: .xlsx or .xls']] as const;

const CHECKING: readonly OptionSpec[] = [
  { flags: '--provider <name>', description: `provider of the rates: ${RATE_SENDERS.join(', ')}` },
  {
    flags: '--day <day>',
    description: 'day for which prices are needed, YYYY-MM-DD (default: today)',
  },
  {
    flags: '--former <file>',
    description: 'file of rates to compare with (default: those last uploaded from here)',
  },
  {
    flags: '--max-change <percent>',
    description: 'largest change of a price, in percent (default: 10)',
  },
  TAX_TABLES,
  {
    flags: '--accept <rule>',
    description: 'accept a guard after checking it, such as RATE-CHANGE; it is recorded',
    repeat: true,
  },
];

const GUARDED =
  'Guards hold back rates that look wrong but may be right: prices of another day, cents for dollars, a large\n' +
  'change, sites without a price. Each is listed with its cell and rule; --accept <rule> lets it pass.';

/** The commands of `rates` beyond the list from its definition. */
export const RATE_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'check',
    summary: "check a provider's daily rates without sending them",
    args: FILE,
    options: [
      ...CHECKING,
      {
        flags: '--annotate <path>',
        description: 'save a copy with the reasons in each row: .xlsx or .csv, or a folder',
      },
    ],
    examples: [
      'forecourt rates check RP1DEN-70768501-20261117.xls --provider Esso',
      'forecourt rates check pipeline.xlsx --provider Pipeline --former yesterday.xlsx --json',
    ],
    notes: `${GUARDED}\nWorks without a sign-in. Exit code 5 when a price or a guard fails.`,
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
      `${GUARDED}\nExit code 5 when the check fails and nothing is sent; 6 when the service refused rows. Uploaded rates are kept\n` +
      'for each account and provider, to compare the next ones with.',
    handler: () => import('../handlers/rates-upload.ts'),
  },
  {
    name: 'days',
    summary: 'show what stored rates were day by day',
    resource: 'rates',
    options: [FILTER, ...DAYS],
    examples: [
      'forecourt rates days --filter province:ON --from 2026-11-01 --to 2026-11-20',
      'forecourt rates days --filter site_number:53112 --on last-30-days --json',
    ],
    notes:
      'For each product, currency and unit: the price of one site, or the lowest, average and highest of several. Without\n' +
      'days, the thirty up to the newest one with rates; at most 366. Filters are those of `forecourt rates list`.',
    handler: () => import('../handlers/rates-days.ts'),
  },
];
