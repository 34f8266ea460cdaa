import type { CommandSpec, GroupSpec, OptionSpec } from './command.types.ts';

export const TAX_TABLES: OptionSpec = {
  flags: '--tax-tables <file>',
  description: 'your own tax tables as JSON, file or folder, used before the built-in one',
};

const list: CommandSpec = {
  name: 'list',
  summary: 'list the tax rates used in checks',
  options: [
    { flags: '--on <day>', description: 'only rates valid on this day, YYYY-MM-DD (default: all)' },
    TAX_TABLES,
  ],
  examples: [
    'forecourt taxes list --on 2026-11-18',
    'forecourt taxes list --on 2027-02-01 --tax-tables taxes.json --json',
  ],
  notes:
    'Works without a sign-in. Rates by litre are in dollars, sales taxes are shares of the price. After the day until\n' +
    'which a rate is verified, a difference is a guard that --accept lets pass; a rate without a document as its\n' +
    'basis is never verified. For each tax on a day, the first table with a rate applies.',
  handler: () => import('../handlers/taxes-list.ts'),
};

export const TAX_GROUPS: readonly GroupSpec[] = [
  { name: 'taxes', summary: 'list tax rates by province and day', commands: () => [list] },
];
