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
    `In ${shell}'s own start-up file:  ${how}\n` +
    'Commands, options, fields, providers and profiles are completed; ids, companies and choices are asked\n' +
    'of the service, where somebody is signed in.',
  handler: () => import('../handlers/completion.ts'),
});

const values: CommandSpec = {
  name: 'values',
  summary: 'print what may stand next; the scripts ask it',
  args: [['[words...]', 'what is typed so far, the word under way last; behind --']],
  examples: ['forecourt completion values -- cards list --so'],
  handler: () => import('../handlers/completion-values.ts'),
};

export const COMPLETION_GROUPS: readonly GroupSpec[] = [
  {
    name: 'completion',
    summary: 'completion for bash, zsh and fish',
    commands: () => [...SHELLS.map(script), values],
  },
];
