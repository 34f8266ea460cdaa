import type { CommandSpec, GroupSpec } from './command.types.ts';

const ONE = ['<import>', 'the start of its key, or the imported file'] as const;

const commands: readonly CommandSpec[] = [
  {
    name: 'list',
    summary: 'list imports and their outcomes',
    options: [
      { flags: '--open', description: 'only imports with an unknown outcome' },
      {
        flags: '--failed',
        description: 'only imports that failed or have an unknown outcome, with the reason',
      },
      {
        flags: '--service',
        description: "the service's history instead: everybody's imports that you may see",
      },
      { flags: '--page <number>', description: 'page, from 1 (default: 1)' },
      { flags: '--size <number>', description: 'imports a page, 1 to 1000 (default: 50)' },
    ],
    examples: [
      'forecourt imports list',
      'forecourt imports list --failed',
      'forecourt imports list --open --json',
      'forecourt imports list --service',
    ],
    notes:
      "Reads this computer's journal and, when signed in, asks the service about open imports.\n" +
      'With --service, the number of an import is a filter of its rows: transactions list --filter import_id:7.\n' +
      'Changes nothing; `forecourt imports resolve` records the answers.',
    handler: () => import('../handlers/imports-list.ts'),
  },
  {
    name: 'show',
    summary: 'show one import from the journal and from the service',
    args: [ONE],
    examples: ['forecourt imports show 5f3c', 'forecourt imports show esso.xlsx --json'],
    handler: () => import('../handlers/imports-show.ts'),
  },
  {
    name: 'resolve',
    summary: 'ask the service how open imports ended and record it',
    args: [['[import]', ONE[1]]],
    options: [
      { flags: '--all', description: 'resolve all open imports' },
      {
        flags: '--verify',
        description:
          'with --all: also ask whether the service still knows the imports of the last 35 days',
      },
    ],
    examples: [
      'forecourt imports resolve --all',
      'forecourt imports resolve --all --verify',
      'forecourt imports resolve 5f3c',
    ],
    notes:
      'Sends no file. Exit code 8 when an outcome stays unknown. If the service never received a file, it says\n' +
      'so: import the file again. With --verify, exit code 6 when the service no longer knows an import, for\n' +
      'example after a restore of an older backup.',
    handler: () => import('../handlers/imports-resolve.ts'),
  },
];

export const IMPORTS_GROUPS: readonly GroupSpec[] = [
  {
    name: 'imports',
    summary: 'list, show and resolve the imports in the journal',
    commands: () => commands,
  },
];
