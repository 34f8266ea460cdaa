import type { CommandSpec, GroupSpec } from './command.types.ts';
import { DAYS, FILTER, SORT, VIEW } from './list-options.ts';
import { actionCommands, moreOf, savingCommands } from './record-commands.ts';
import type { ResourceEntry } from './resource-entry.ts';

/** Fields and examples appear only in the help, so they load with it. */
const helpOf = (operation: string): Pick<CommandSpec, 'more' | 'moreFor' | 'examples'> => ({
  ...moreOf(operation),
  moreFor: 'help',
});

const listCommand = ({ dated, name, noun, totals }: ResourceEntry): CommandSpec => ({
  name: 'list',
  summary: `show a page of ${noun[1]}`,
  resource: name,
  options: [
    { flags: '--page <number>', description: 'page, from 1 (default: 1)' },
    { flags: '--size <rows>', description: 'rows a page, 1 to 50 (default: 10)' },
    { flags: '--all', description: 'print every page' },
    SORT,
    FILTER,
    ...(dated ? DAYS : []),
    VIEW,
    { flags: '--columns <fields>', description: 'fields to show, separated by commas' },
    ...(totals
      ? [{ flags: '--totals', description: 'add the sums of the whole filter, by currency' }]
      : []),
  ],
  ...helpOf(`${name}.list`),
  handler: () => import('../handlers/list.ts'),
});

const getCommand = ({ name, noun }: ResourceEntry): CommandSpec => ({
  name: 'get',
  summary: `show one ${noun[0]}`,
  resource: name,
  args: [['<id>', `the ${noun[0]}'s id`]],
  examples: [`forecourt ${name} get 1042`, `forecourt ${name} get 1042 --json`],
  handler: () => import('../handlers/get.ts'),
});

function exportCommand(entry: ResourceEntry, fileName: string): CommandSpec {
  const { name, noun, dated } = entry;
  return {
    name: 'export',
    summary: `save ${noun[1]} as a file`,
    resource: name,
    options: [
      { flags: '--ids <ids>', description: `ids of ${noun[1]}, separated by commas` },
      FILTER,
      ...(dated ? DAYS : []),
      SORT,
      VIEW,
      { flags: '--all', description: `all ${noun[1]}` },
      {
        flags: '--format <format>',
        description: 'csv, json, ndjson or xlsx (default: from the name in --out, else csv)',
      },
      {
        flags: '-o, --out <file>',
        description: `file or folder; '-' for standard output (default: ${fileName} here, or the name the service gives)`,
      },
    ],
    ...helpOf(`${name}.export`),
    handler: () => import('../handlers/export.ts'),
  };
}

const AUDIT_EXAMPLES = {
  list: [
    'forecourt audit list --filter action::sign --from 2026-11-01',
    'forecourt audit list --filter actor:clerk@example.com --all --json',
  ],
  export: ['forecourt audit export --from 2026-11-01 --to 2026-11-30 --out november.csv'],
};

/** The audit trail: a list of its own, without a menu entry or forms. */
const auditCommands = (): readonly CommandSpec[] => {
  const entry = { dated: true, name: 'audit', noun: ['audit entry', 'audit entries'] } as const;
  const { more: _, moreFor: __, ...list } = listCommand(entry as unknown as ResourceEntry);
  return [
    { ...list, examples: AUDIT_EXAMPLES.list },
    {
      name: 'export',
      summary: 'save the audit trail as a CSV file',
      options: [
        FILTER,
        ...DAYS,
        SORT,
        {
          flags: '-o, --out <file>',
          description:
            "file or folder; '-' for standard output (default: the name the service gives)",
        },
      ],
      examples: AUDIT_EXAMPLES.export,
      handler: () => import('../handlers/audit-export.ts'),
    },
  ];
};

export const AUDIT_GROUP: GroupSpec = {
  name: 'audit',
  summary: 'audit trail of changes, sign-ins, refusals and files',
  commands: auditCommands,
};

/** A resource's commands, from its definition alone; a new resource needs no change here. */
const commandsOf = (entry: ResourceEntry): CommandSpec[] => [
  listCommand(entry),
  ...(entry.hasRecord ? [getCommand(entry)] : []),
  ...savingCommands(entry),
  ...(entry.export ? [exportCommand(entry, entry.export.fileName)] : []),
  ...actionCommands(entry),
];

/** The group of a resource; `own` are the commands that its definition can't express. */
export function resourceGroup(entry: ResourceEntry, own: readonly CommandSpec[] = []): GroupSpec {
  const commands = [...commandsOf(entry), ...own];
  const summary = commands.map(({ name }) => name).join(', ');
  return { name: entry.name, summary, commands: () => commands };
}
