import type { CommandSpec, GroupSpec } from './command.types.ts';

const commands: readonly CommandSpec[] = [
  {
    name: 'show',
    summary:
      'draw a recording as a page: what a command asked, was answered and showed, with times',
    args: [['<file>', 'a recording, as --record made it']],
    options: [
      {
        flags: '-o, --out <file>',
        description:
          'where to save the page, or - for standard output (default: the recording’s name with .html)',
      },
    ],
    examples: [
      'forecourt runs show import.jsonl',
      'forecourt runs show import.jsonl --out /tmp/import.html',
      'forecourt runs show import.jsonl --json',
    ],
    notes:
      'Any command makes a recording: --record FILE. The page needs no server and has no scripts: open it in a\n' +
      'browser, or attach it to a ticket. It has no passwords, tokens or card numbers, but names and amounts. Into\n' +
      'a pipe, the recording is printed as JSON. Calls no service. What a killed command recorded is shown.',
    handler: () => import('../handlers/runs-show.ts'),
  },
];

export const RUNS_GROUPS: readonly GroupSpec[] = [
  { name: 'runs', summary: 'show what a recorded command did', commands: () => commands },
];
