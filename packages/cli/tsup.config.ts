import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

const TARGET = 'node22.22';

/** Tests build into another folder, so that they don't overwrite the package's build. */
const OUT = process.env.FORECOURT_BUILD_DIR || 'dist';

/**
 * Handlers that scripts call in loops, each in one file of its own: reading the seventy modules that it shares with other
 * handlers takes a tenth of such a command. Plugins and hosts use the shared ones, whose registry they extend.
 */
const WHOLE = ['list', 'get'];

/**
 * Keeps groups of commands, their handlers and form tables outside the entry, so that they load on
 * demand.
 */
const handlersOutside: Plugin = {
  name: 'handlers-outside',
  setup({ onResolve }) {
    onResolve({ filter: /\/handlers\/[\w-]+\.ts$/ }, ({ path }) => {
      const name = basename(path, '.ts');
      return {
        path: `./${WHOLE.includes(name) ? 'whole' : 'handlers'}/${name}.mjs`,
        external: true,
      };
    });
    onResolve({ filter: /\/load-plugins\.ts$/ }, () => ({
      path: './handlers/plugins.mjs',
      external: true,
    }));
    onResolve({ filter: /\/(?:(?:command-)?table|suggestions)\.ts$/ }, ({ kind, path }) =>
      kind === 'dynamic-import'
        ? { path: path.replace(/^.*\/([\w-]+)\.ts$/, './$1.mjs'), external: true }
        : undefined,
    );
  },
};

/** Evaluates the tables and the help at build time and bundles their values, so that core stays out of the entry. */
const frozenTable: Plugin = {
  name: 'frozen-table',
  setup({ onLoad, esbuild }) {
    onLoad(
      { filter: /\/(?:resource-table|command-table|group-names|program-help)\.ts$/ },
      async ({ path }) => {
        const { outputFiles } = await esbuild.build({
          entryPoints: [path],
          bundle: true,
          write: false,
          platform: 'node',
          format: 'esm',
          target: TARGET,
          conditions: ['source'],
          plugins: [handlersOutside],
        });
        const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
        const values: Record<string, unknown> = await import(`data:text/javascript;base64,${code}`);
        const lines = Object.entries(values).map(
          ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
        );
        return { contents: lines.join('\n'), loader: 'js' };
      },
    );
  },
};

const CHILD_PROCESS = "import childProcess from 'node:child_process';";

/** Commander loads child_process for commands in separate programs; there are none, and it costs 4 ms. */
const noChildProcess: Plugin = {
  name: 'no-child-process',
  setup({ onLoad }) {
    onLoad({ filter: /commander\/lib\/command\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      if (!source.includes(CHILD_PROCESS)) throw new Error(`${path} no longer imports it so.`);
      return { contents: source.replace(CHILD_PROCESS, 'const childProcess = undefined;') };
    });
  },
};

const CORE = fileURLToPath(new URL('../core/src/', import.meta.url));

/** Maps each name exported by core to the module that defines it. */
async function modulesByName(): Promise<Map<string, string>> {
  const door = await readFile(`${CORE}index.ts`, 'utf8');
  const lines = door.matchAll(/^export \{([^}]*)\} from '\.\/([^']*)';/gm);
  return new Map(
    lines.flatMap(([, names = '', path = '']) =>
      names.split(',').map((name) => [name.trim(), CORE + path] as const),
    ),
  );
}

/** Comments and imports before a file's first other statement: what follows may hold imports as text, in a template. */
const HEAD =
  /^(?:\s+|\/\*[\s\S]*?\*\/|\/\/.*|(?:import|export)\b[^;]*? from '[^']*';|import '[^']*';)*/;

/**
 * Lets handlers import core's modules instead of its index. With splitting, esbuild follows all
 * re-exports of an index, so each handler would load what any other one needs.
 */
const aroundTheDoor: Plugin = {
  name: 'around-the-door',
  setup({ onLoad }) {
    const modules = modulesByName();
    onLoad({ filter: /\/packages\/cli\/src\/.*\.ts$/ }, async ({ path }) => {
      const known = await modules;
      const direct = (name: string) => {
        const from = known.get(name);
        if (from === undefined) throw new Error(`${path}: core's door has no ${name}.`);
        return `import { ${name} } from ${JSON.stringify(from)};`;
      };
      const source = await readFile(path, 'utf8');
      const contents = source.replace(HEAD, (head) =>
        head.replace(/^import \{([^}]*)\} from '@forecourt\/core';/gm, (_, names: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== '' && !name.startsWith('type '))
            .map(direct)
            .join(' '),
        ),
      );
      return { contents, loader: 'ts' };
    });
  },
};

const handlers = readdirSync('src/handlers').filter((name) => !name.endsWith('.test.ts'));

const HANDLERS = {
  format: 'esm',
  outExtension: () => ({ js: '.mjs' }),
  target: TARGET,
  platform: 'node',
  minify: true,
  esbuildPlugins: [aroundTheDoor],
  esbuildOptions: (options) => {
    options.conditions = ['source'];
  },
  silent: true,
} satisfies Options;

export default defineConfig([
  {
    entry: { forecourt: 'src/forecourt.ts' },
    outDir: OUT,
    format: 'cjs',
    target: TARGET,
    platform: 'node',
    minify: true,
    noExternal: ['commander'],
    banner: { js: '#!/usr/bin/env node' },
    esbuildPlugins: [handlersOutside, frozenTable, noChildProcess],
    silent: true,
  },
  {
    entry: {
      table: 'src/commands/table.ts',
      'command-table': 'src/commands/command-table.ts',
      suggestions: 'src/commands/suggestions.ts',
    },
    outDir: OUT,
    format: 'esm',
    outExtension: () => ({ js: '.mjs' }),
    target: TARGET,
    platform: 'node',
    minify: true,
    splitting: false,
    esbuildPlugins: [handlersOutside, frozenTable],
    silent: true,
  },
  {
    // The door for other programs shares the handlers' modules.
    entry: {
      host: 'src/host.ts',
      plugins: 'src/plugins/load-plugins.ts',
      ...Object.fromEntries(
        handlers.map((name) => [name.replace('.ts', ''), `src/handlers/${name}`]),
      ),
    },
    outDir: `${OUT}/handlers`,
    splitting: true,
    clean: true,
    ...HANDLERS,
  },
  {
    entry: Object.fromEntries(WHOLE.map((name) => [name, `src/handlers/${name}.ts`])),
    outDir: `${OUT}/whole`,
    splitting: false,
    ...HANDLERS,
  },
  {
    // The door's declarations, with the types of core in them: a program needs no other package to be compiled.
    entry: { host: 'src/host.ts' },
    outDir: `${OUT}/handlers`,
    format: 'esm',
    outExtension: () => ({ dts: '.d.mts' }),
    dts: { only: true, compilerOptions: { paths: { '@forecourt/core': [`${CORE}index.ts`] } } },
    silent: true,
  },
]);
