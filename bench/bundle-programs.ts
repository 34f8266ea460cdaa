import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { cached } from './cache.ts';

const PROGRAMS = fileURLToPath(new URL('programs', import.meta.url));

/**
 * Bundles a program of `programs/` like the command line when it is first asked for, so that the figures exclude
 * loading sources. Each on its own: together they share modules, and a program would load what only others use.
 */
export function bundlePrograms(): (name: string) => string {
  const bundled = new Map<string, string>();
  rmSync(cached('programs'), { recursive: true, force: true });
  return (name) => {
    const path = bundled.get(name) ?? bundle(name);
    bundled.set(name, path);
    return path;
  };
}

function bundle(name: string): string {
  const outdir = cached('programs', name);
  buildSync({
    entryPoints: [`${PROGRAMS}/${name}.ts`],
    outdir,
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
  return `${outdir}/${name}.mjs`;
}
