import type { CommandSpec, GroupSpec } from './command.types.ts';

const ONE = ['<import>', 'the beginning of its key, or the file that was imported'] as const;

const commands: readonly CommandSpec[] = [
  {
    name: 'list',
    summary: 'list what was sent, and how it ended',
    options: [
      { flags: '--open', description: 'only those whose outcome is not known yet' },
      { flags: '--page <number>', description: 'page, from 1 (default: 1)' },
      { flags: '--size <number>', description: 'imports a page, 1 to 1000 (default: 50)' },
    ],
    examples: ['forecourt imports list', 'forecourt imports list --open --json'],
    notes:
      'Reads the journal of this computer. For those that are open the service is asked, where somebody\n' +
      'is signed in; nothing is changed. `forecourt imports resolve` writes down what it says.',
    handler: () => import('../handlers/imports-list.ts'),
  },
  {
    name: 'show',
    summary: 'show one import: what the journal says, and the service',
    args: [ONE],
    examples: ['forecourt imports show 5f3c', 'forecourt imports show esso.xlsx --json'],
    handler: () => import('../handlers/imports-show.ts'),
  },
  {
    name: 'resolve',
    summary: 'ask the service how open imports ended, and write it down',
    args: [['[import]', ONE[1]]],
    options: [
      { flags: '--all', description: 'all that are open' },
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
      'Sends no file. Exit code 8 where an outcome stays unknown. Where the service has nothing of a file,\n' +
      'it is said: import it again then. With --verify exit code 6 where the service no longer knows an\n' +
      'import, as after a restore of an older backup.',
    handler: () => import('../handlers/imports-resolve.ts'),
  },
];

export const IMPORTS_GROUPS: readonly GroupSpec[] = [
  {
    name: 'imports',
    summary: 'the journal of what was sent, and its outcome',
    commands: () => commands,
  },
];
