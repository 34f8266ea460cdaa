import type { CommandSpec, GroupSpec } from './command.types.ts';

const SHELLS: readonly (readonly [shell: string, how: string])[] = [
  ['bash', 'source <(forecourt completion bash)'],
  ['zsh', 'source <(forecourt completion zsh)'],
  ['fish', 'forecourt completion fish | source'],
];

const script = ([shell, how]: (typeof SHELLS)[number]): CommandSpec => ({
  name: shell,
  summary: `print the completion script for ${shell}`,
  examples: [`forecourt completion ${shell}`],
  notes:
    `Add to ${shell}'s start-up file:  ${how}\n` +
    'Completes commands, options, fields, providers and profiles, and, when signed in, ids, companies and\n' +
    'choices, which it requests from the service.',
  handler: () => import('../handlers/completion.ts'),
});

const values: CommandSpec = {
  name: 'values',
  summary: 'print completion candidates; called by the scripts',
  args: [['[words...]', 'the words typed so far after --, the current one last']],
  examples: ['forecourt completion values -- cards list --so'],
  handler: () => import('../handlers/completion-values.ts'),
};

export const COMPLETION_GROUPS: readonly GroupSpec[] = [
  {
    name: 'completion',
    summary: 'set up completion for bash, zsh and fish',
    commands: () => [...SHELLS.map(script), values],
  },
];
