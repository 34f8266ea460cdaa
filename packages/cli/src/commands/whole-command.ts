import type { CommandSpec } from './command.types.ts';

const isHelp = (word: string): boolean => word === '--help' || word === '-h';

/** A command with the options, examples and notes that these arguments need. */
export async function wholeCommand(
  spec: CommandSpec,
  argv: readonly string[],
): Promise<CommandSpec> {
  if (spec.more === undefined || !argv.includes(spec.name)) return spec;
  if (spec.moreFor === 'help' && !argv.some(isHelp)) return spec;
  const { examples, notes, options = [] } = await spec.more();
  return {
    ...spec,
    options: [...options, ...(spec.options ?? [])],
    examples: [...examples, ...spec.examples],
    notes: [notes, spec.notes].filter((text) => text !== undefined).join('\n\n'),
  };
}
