import type { CommandSpec, GroupSpec, OptionSpec } from './command.types.ts';

export const TAX_TABLES: OptionSpec = {
  flags: '--tax-tables <file>',
  description: 'tax tables of your own as JSON, file or folder, before the built-in one',
};

const list: CommandSpec = {
  name: 'list',
  summary: 'list the tax rates that files are checked by',
  options: [
    { flags: '--on <day>', description: 'those that hold on a day, YYYY-MM-DD (default: all)' },
    TAX_TABLES,
  ],
  examples: [
    'forecourt taxes list --on 2026-11-18',
    'forecourt taxes list --on 2027-02-01 --tax-tables taxes.json --json',
  ],
  notes:
    'Needs no sign-in. Rates by litre are dollars, those of sales taxes shares of the price. Past the day a rate was\n' +
    'verified until, a difference is a guard that --accept lets pass; a rate whose basis is recalled, not a document, is\n' +
    'verified on no day. Taxes of one day: the first table that has a rate.',
  handler: () => import('../handlers/taxes-list.ts'),
};

export const TAX_GROUPS: readonly GroupSpec[] = [
  { name: 'taxes', summary: 'tax rates by province and day', commands: () => [list] },
];
