import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { cached } from './cache.ts';

const PROGRAMS = fileURLToPath(new URL('programs', import.meta.url));

/** Bundles the programs like the command line, so that the figures exclude loading sources. */
export async function bundlePrograms(): Promise<(name: string) => string> {
  await build({
    entryPoints: readdirSync(PROGRAMS).map((name) => `${PROGRAMS}/${name}`),
    outdir: cached('programs'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.22',
    conditions: ['source'],
    logLevel: 'warning',
    banner: {
      js: "import { createRequire as nodeRequire } from 'node:module'; const require = nodeRequire(import.meta.url);",
    },
  });
  return (name) => cached('programs', `${name}.mjs`);
}
