import { flagOf } from '../input/flag-names.ts';
import type { CommandSpec, OptionSpec } from './command.types.ts';
import { DAYS } from './list-options.ts';
import type { ActionEntry, BulkEntry, ResourceEntry } from './resource-entry.ts';

/** Details loaded when the command runs, by operation: form options and examples. */
export const moreOf = (operation: string): Pick<CommandSpec, 'more' | 'examples'> => ({
  more: async () =>
    (await import('./command-table.ts')).COMMAND_TABLE[operation] ?? { examples: [] },
  examples: [],
});

const BY_NAME: readonly OptionSpec[] = [
  { flags: '--set <field=value>', description: 'set any field by its wire name', repeat: true },
  {
    flags: '--data <file>',
    description: "fields and values as a JSON document; '-' for standard input",
  },
];

const WORDS =
  'Give a choice by its key or its text. Options take precedence over --set, and --set over --data.';

const ID = (noun: string) => [['<id>', `the ${noun}'s id`]] as const;

const create = ({ from, name, noun }: ResourceEntry): CommandSpec => ({
  name: 'create',
  summary: `create a ${noun[0]}`.replace(/^create a ([aeio])/, 'create an $1'),
  resource: name,
  ...(from && { from: from.name }),
  options: BY_NAME,
  notes: `${WORDS} On a terminal it prompts for missing values.`,
  ...moreOf(`${name}.create`),
  handler: () => import('../handlers/create.ts'),
});

const update = ({ name, noun }: ResourceEntry): CommandSpec => ({
  name: 'update',
  summary: `change a ${noun[0]}`.replace(/^change a ([aeio])/, 'change an $1'),
  resource: name,
  args: ID(noun[0]),
  options: BY_NAME,
  notes: `${WORDS} Other fields stay as they are; if nothing changes, nothing is sent.`,
  ...moreOf(`${name}.update`),
  handler: () => import('../handlers/update.ts'),
});

const YES: OptionSpec = { flags: '--yes', description: 'skip the confirmation' };

const remove = ({ name, noun }: ResourceEntry): CommandSpec => ({
  name: 'delete',
  summary: `delete a ${noun[0]} permanently`,
  resource: name,
  args: ID(noun[0]),
  options: [YES],
  examples: [`forecourt ${name} delete 1042`, `forecourt ${name} delete 1042 --yes --json`],
  handler: () => import('../handlers/delete.ts'),
});

const OUT: OptionSpec = {
  flags: '-o, --out <file>',
  description: "file or folder; '-' for standard output (default: this folder, with its own name)",
};

const lowerFirst = (text: string): string => `${text[0]?.toLowerCase() ?? ''}${text.slice(1)}`;

/** One or several records, or '-'. */
const IDS = (noun: readonly [string, string]) =>
  [['<id...>', `ids of ${noun[1]}; '-' reads them from standard input`]] as const;

const BULK_NOTES =
  'Goes through them one after another and reports each that was left, with the reason. Exit code 6 when some were\n' +
  'left. Run again, it does nothing twice.';

/** What is sent can be wanted again, so a second run sends it. */
const SENT_NOTES =
  'Goes through them one after another and reports each that was left, with the reason. Exit code 6 when some were\n' +
  'left. Run it again with those only: it sends again what you name again.';

const bulk = (
  { name, noun }: ResourceEntry,
  { fields, label, name: verb }: BulkEntry,
): CommandSpec => ({
  name: verb,
  summary: lowerFirst(`${label} ${noun[1]}`),
  resource: name,
  args: IDS(noun),
  options: [
    ...fields.map((field) => ({
      flags: `${flagOf(name, field.name)} <text>`,
      description: field.label,
    })),
    YES,
  ],
  examples: [
    `forecourt ${name} ${verb} 1042 1043`,
    `forecourt ${name} ${verb} - --yes --json < ids.txt`,
  ],
  notes: BULK_NOTES,
  handler: () => import('../handlers/bulk.ts'),
});

/** 'void an invoice', 'email invoices', 'save the statement of a customer'. */
function actionSummary({ noun }: ResourceEntry, { file, label, on }: ActionEntry, many: boolean) {
  if (on !== 'row') return label;
  if (many) return `${label} ${noun[1]}`;
  const one = `a ${noun[0]}`.replace(/^a ([aeio])/, 'an $1');
  return file ? `save the ${lowerFirst(label)} of ${one}` : `${label} ${one}`;
}

const action = (resource: ResourceEntry, entry: ActionEntry): CommandSpec => {
  const { bulk: bulks, name, noun } = resource;
  const { asks, file, name: verb, on } = entry;
  const many = bulks.some(({ runs }) => runs === verb);
  return {
    name: verb,
    summary: lowerFirst(actionSummary(resource, entry, many)),
    resource: name,
    ...(on === 'row' && { args: many ? IDS(noun) : ID(noun[0]) }),
    options: [...(file ? [OUT] : []), ...(asks || many ? [YES] : [])],
    ...(!asks && many && { notes: BULK_NOTES }),
    ...(asks && {
      notes: [
        'On a terminal it asks for confirmation first; without a terminal, or with --yes, it does not.',
        ...(many ? [SENT_NOTES] : []),
      ].join('\n'),
    }),
    ...moreOf(`${name}.${verb}`),
    handler: () => import('../handlers/action.ts'),
  };
};

const upload = ({ name, noun }: ResourceEntry, accept: readonly string[]): CommandSpec => ({
  name: 'import',
  summary: `upload a file of ${noun[1]}`,
  resource: name,
  args: [['<file>', accept.join(', ')]],
  examples: [
    `forecourt ${name} import ${name}.csv`,
    `forecourt ${name} import ${name}.xlsx --json`,
  ],
  notes: 'Exit code 6 when some rows were refused; they are listed with the reason.',
  handler: () => import('../handlers/upload.ts'),
});

const download = ({ name, noun }: ResourceEntry, types: readonly string[]): CommandSpec => ({
  name: 'download',
  summary: `save ${noun[1]} as files`,
  resource: name,
  args: [['<number...>', `numbers of ${noun[1]}`]],
  options: [{ flags: '--format <type>', description: types.join(' or ') }, OUT],
  examples: [
    `forecourt ${name} download INV-10021 --format pdf`,
    `forecourt ${name} download INV-10021 INV-10022 --format csv --out ${name}.zip`,
  ],
  notes: 'Several files are saved as one ZIP. If one of them fails, no file is saved.',
  handler: () => import('../handlers/download.ts'),
});

/** The commands that create, update, delete and upload records, as the definition allows. */
export const savingCommands = (entry: ResourceEntry): CommandSpec[] => [
  ...(entry.create ? [create(entry)] : []),
  ...(entry.update ? [update(entry)] : []),
  ...(entry.remove ? [remove(entry)] : []),
  ...(entry.upload ? [upload(entry, entry.upload.accept)] : []),
];

/** The other actions on records, as the definition lists them. */
export const actionCommands = (entry: ResourceEntry): CommandSpec[] => [
  ...(entry.bundle ? [download(entry, entry.bundle)] : []),
  ...entry.actions.map((offered) => action(entry, offered)),
  ...entry.bulk.filter(({ runs }) => runs === undefined).map((offered) => bulk(entry, offered)),
];

const REPORT_NAME = [['<report>', 'aging or sales']] as const;

const REPORT_CHOICES: readonly OptionSpec[] = [
  {
    flags: '--by <rows>',
    description:
      'only the rows by this: customer or invoice of aging; month, product, province or customer of sales',
  },
  {
    flags: '--columns <names>',
    description: 'columns to keep beside the first, separated by commas, such as amount,litres',
  },
];

export const REPORT_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'email',
    summary: 'send a report by e-mail, once a day',
    args: REPORT_NAME,
    options: [
      { flags: '--to <addresses>', description: 'recipients, separated by commas (required)' },
      { flags: '--format <format>', description: 'pdf or excel (default: pdf)' },
      ...REPORT_CHOICES,
      ...DAYS.filter(({ flags }) => !flags.startsWith('--to ')),
      { flags: '--until <day>', description: 'last day, YYYY-MM-DD or relative, inclusive' },
    ],
    examples: [
      'forecourt reports email aging --to admin@forecourt.test',
      'forecourt reports email sales --on last-month --by product --format excel --to admin@forecourt.test,clerk@forecourt.test',
    ],
    notes:
      'Recipients are users who may make the report themselves. The same report to the same recipients is sent once a\n' +
      'day, so a night that runs twice sends once. E-mails are limited as those of invoices are.',
    handler: () => import('../handlers/reports-email.ts'),
  },
  {
    name: 'show',
    summary: "print a report's figures",
    args: REPORT_NAME,
    options: [...REPORT_CHOICES, ...DAYS],
    examples: [
      'forecourt reports show aging',
      'forecourt reports show sales --by product --on last-month --columns amount,litres',
      'forecourt reports show aging --by invoice --json',
    ],
    notes:
      'The figures are those of the file that `forecourt reports generate` saves. --json has exact amounts, and the list\n' +
      'behind each: its resource, filters and days. Currencies and units are never added.',
    handler: () => import('../handlers/reports-show.ts'),
  },
  {
    name: 'generate',
    summary: 'create a report and save it',
    options: [OUT],
    ...moreOf('reports.generate'),
    examples: ['forecourt reports generate --type sales --format excel --from 2026-11-01 --out -'],
    handler: () => import('../handlers/reports-generate.ts'),
  },
];
