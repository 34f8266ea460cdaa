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
  readonly EXIT_LINES: readonly string[];
}

/** What the references say of the command line: its commands, the options of all, and the exit codes as its help lists them. */
export interface CommandLine {
  readonly tree: readonly TreeCommand[];
  readonly globals: readonly OptionSpec[];
  readonly exits: readonly string[];
}

const CLI = fileURLToPath(new URL('../../packages/cli/src/', import.meta.url));

/** Returns the command tree, bundled and evaluated, because Node can't import the sources of a CommonJS package. */
export async function loadCommands(): Promise<CommandLine> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { commandTree } from './completion/command-tree.ts';
        export { GLOBAL_OPTIONS } from './commands/global-options.ts';
        export { EXIT_LINES } from './exit-codes.ts';`,
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
  const {
    commandTree,
    EXIT_LINES: exits,
    GLOBAL_OPTIONS: globals,
  } = (await import(`data:text/javascript;base64,${text}`)) as Commands;
  return { tree: await commandTree(), globals, exits };
}
