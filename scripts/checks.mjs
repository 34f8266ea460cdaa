// `npm run check`: types, lint and format, directions between folders, dead code, requirements and their tests. All run in parallel.
import { capture, install } from './tasks.mjs';

install();

/** Keeps the results, so that the next run checks only what changed. */
const typesOf = (project) => [
  ...['-p', project, '--incremental', '--tsBuildInfoFile'],
  `node_modules/.cache/forecourt/types-${project.replaceAll(/\W+/g, '-')}.tsbuildinfo`,
];

const checks = [
  ['types: core', 'tsc', typesOf('packages/core')],
  ['types: packaging tests', 'tsc', typesOf('packages/core/test')],
  ['types: cli', 'tsc', typesOf('packages/cli')],
  ['types: web', 'tsc', typesOf('packages/web')],
  ['types: sandbox', 'tsc', typesOf('examples/sandbox')],
  ['types: scripts and examples', 'tsc', typesOf('.')],
  ['lint and format', 'biome', ['ci', '--error-on-warnings', '--colors=off', '.']],
  [
    'directions',
    'depcruise',
    ['--config', '.dependency-cruiser.cjs', 'packages', 'examples', 'scripts', 'bench'],
  ],
  [
    'dead code',
    'knip',
    ['--no-progress', '--cache', '--cache-location', 'node_modules/.cache/forecourt/knip'],
  ],
  ['requirements', 'node', ['--conditions=source', 'docs/requirements/check.ts']],
];

const results = await Promise.all(
  checks.map(async ([name, command, args]) => ({ name, ...(await capture(command, args)) })),
);
for (const { name, code, output, ms } of results) {
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${(ms / 1000).toFixed(1)} s)`);
  if (code !== 0) console.log(output);
}
process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0;
