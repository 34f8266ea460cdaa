import type { CommandSpec, GroupSpec } from './command.types.ts';
import { DAYS, FILTER, SORT } from './list-options.ts';
import { REPORT_COMMANDS } from './record-commands.ts';

/** Commands that a resource's definition can't express, by group. */
export const OWN_COMMANDS: Readonly<Record<string, readonly CommandSpec[]>> = {
  invoices: [
    {
      name: 'run',
      summary: 'create the invoices of a period from unbilled lines',
      options: [
        ...DAYS,
        {
          flags: '--company <company>',
          description:
            'name or id of one company, name:61 or id:61 where both exist (default: all)',
        },
        { flags: '--dry-run', description: 'show what would be created without creating it' },
      ],
      examples: [
        'forecourt invoices run --on last-month --dry-run',
        'forecourt invoices run --from 2026-10-01 --to 2026-10-31',
        "forecourt invoices run --from 2026-10-01 --to 2026-10-31 --company 'North Haul Carriers Ltd.' --json",
      ],
      notes:
        'Each company gets one Draft invoice for each currency. If stopped at any moment and run again, it creates none\n' +
        'twice and omits none; later lines wait for the next run. Exit code 6 when some could not be created, 8 when\n' +
        'another run is active or an outcome is unknown: run the same command again.',
      handler: () => import('../handlers/invoices-run.ts'),
    },
  ],
  customers: [
    {
      name: 'summary',
      summary: 'show what a customer owes, spends and has',
      resource: 'customers',
      args: [['<id>', "the customer's id"]],
      examples: ['forecourt customers summary 7', 'forecourt customers summary 7 --json'],
      notes:
        'Only what this account may read, by currency. --json has the list behind each figure: its resource, filters and\n' +
        'days. Exit code 6 when a part could not be computed; the rest is printed.',
      handler: () => import('../handlers/customers-summary.ts'),
    },
  ],
  payments: [
    {
      name: 'modes',
      summary: 'list the payment modes',
      examples: ['forecourt payments modes', 'forecourt payments modes --json'],
      handler: () => import('../handlers/payments-modes.ts'),
    },
  ],
  users: [
    {
      name: 'permissions',
      summary: 'show the permissions of a user',
      args: [['<id>', "the user's id"]],
      examples: ['forecourt users permissions 3', 'forecourt users permissions 3 --json'],
      notes:
        'To change them: `forecourt users update <id> --permissions view_users,view_invoices`.',
      handler: () => import('../handlers/users-permissions.ts'),
    },
  ],
};

const switching: readonly CommandSpec[] = [
  {
    name: 'list',
    summary: 'list the accounts that you can act for',
    examples: ['forecourt switch list', 'forecourt switch list --json'],
    handler: () => import('../handlers/switch-list.ts'),
  },
  {
    name: 'to',
    summary: 'act for another account from now on',
    args: [['[company]', "the company's name or id; prompts if left out"]],
    examples: ["forecourt switch to 'North Haul Carriers Ltd.'", 'forecourt switch to 3 --json'],
    notes: 'All commands of this profile act for it until `forecourt switch back`.',
    handler: () => import('../handlers/switch-to.ts'),
  },
  {
    name: 'back',
    summary: 'act for your own account again',
    examples: ['forecourt switch back'],
    handler: () => import('../handlers/switch-back.ts'),
  },
];

const sessions: readonly CommandSpec[] = [
  {
    name: 'end',
    summary: 'end one of your sessions, or all others',
    args: [['[id]', 'its id, as `forecourt whoami --sessions` lists it']],
    options: [{ flags: '--others', description: 'end all sessions except this one' }],
    examples: [
      'forecourt sessions end 0f3a9c5be1d24478a6c0b7d1',
      'forecourt sessions end --others',
    ],
    handler: () => import('../handlers/sessions-end.ts'),
  },
];

const LIST_AND_NAME = [
  ['<list>', "the list's name: transactions, invoices …"],
  ['<name>', "the view's name"],
] as const;

const views: readonly CommandSpec[] = [
  {
    name: 'list',
    summary: 'list your named views',
    options: [{ flags: '--list <list>', description: 'only those of this list' }],
    examples: ['forecourt views list', 'forecourt views list --list invoices --json'],
    handler: () => import('../handlers/views-list.ts'),
  },
  {
    name: 'save',
    summary: 'save filters, order and columns of a list under a name',
    args: LIST_AND_NAME,
    options: [
      FILTER,
      SORT,
      ...DAYS,
      { flags: '--columns <fields>', description: 'fields to show, separated by commas' },
      { flags: '--default', description: 'the portal opens the list with it' },
    ],
    examples: [
      "forecourt views save invoices Overdue --filter 'due_date<=yesterday' --filter 'amount_due>=0.01'",
      "forecourt views save transactions 'Last month' --on last-month --sort txn_amount:desc",
    ],
    notes:
      'A view of that name is replaced. Relative days stay relative. Views are kept at the service, for your account\n' +
      'alone; the portal shows them too. Show a list with one: `forecourt invoices list --view Overdue`.',
    handler: () => import('../handlers/views-save.ts'),
  },
  {
    name: 'delete',
    summary: 'delete one of your named views',
    args: LIST_AND_NAME,
    examples: ['forecourt views delete invoices Overdue'],
    handler: () => import('../handlers/views-delete.ts'),
  },
];

const nights: readonly CommandSpec[] = [
  {
    name: 'hand-in',
    summary: "hand in the reports of nights for the service's trail",
    args: [['[report...]', 'report files (default: those of the last 20 runs of this computer)']],
    examples: ['forecourt nights hand-in', 'forecourt nights hand-in night.json --json'],
    notes:
      'Each run is handed in once, however often the command is run; a run that has not ended is left out. The trail\n' +
      'shows them: `forecourt trail list --filter kind:Night`.',
    handler: () => import('../handlers/nights-hand-in.ts'),
  },
];

export const OWN_GROUPS: readonly GroupSpec[] = [
  { name: 'nights', summary: 'reports of nights', commands: () => nights },
  { name: 'reports', summary: 'make reports', commands: () => REPORT_COMMANDS },
  { name: 'sessions', summary: 'where you are signed in', commands: () => sessions },
  {
    name: 'switch',
    summary: 'act for a managed account, and switch back',
    commands: () => switching,
  },
  { name: 'views', summary: 'named views of lists', commands: () => views },
];
