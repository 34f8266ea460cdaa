import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

// The types repeat packages/cli/src/commands/command.types.ts, because the command line is a program, not a library.
export interface OptionSpec {
  readonly flags: string;
  readonly description: string;
  readonly repeat?: boolean;
  readonly section?: string;
  readonly hidden?: boolean;
}

export interface TreeCommand {
  readonly path: readonly string[];
  readonly spec: {
    readonly summary: string;
    readonly args?: readonly (readonly [name: string, description: string])[];
    readonly options?: readonly OptionSpec[];
    readonly examples: readonly string[];
    readonly notes?: string;
  };
}

interface Commands {
  readonly commandTree: () => Promise<readonly TreeCommand[]>;
  readonly GLOBAL_OPTIONS: readonly OptionSpec[];
}

const CLI = fileURLToPath(new URL('../../packages/cli/src/', import.meta.url));

/** Returns the command tree, bundled and evaluated, because Node can't import the sources of a CommonJS package. */
export async function loadCommands(): Promise<{
  readonly tree: readonly TreeCommand[];
  readonly globals: readonly OptionSpec[];
}> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { commandTree } from './completion/command-tree.ts';
        export { GLOBAL_OPTIONS } from './commands/global-options.ts';`,
      resolveDir: CLI,
      loader: 'ts',
    },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
    external: ['../handlers/*', './handlers/*'],
  });
  const text = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  const commands = (await import(`data:text/javascript;base64,${text}`)) as Commands;
  return { tree: await commands.commandTree(), globals: commands.GLOBAL_OPTIONS };
}
