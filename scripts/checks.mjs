// `npm run check`: types, lint and format, directions between folders, dead code, licences, requirements and their tests. All run in parallel.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { at, capture, install, root } from './tasks.mjs';

install();

const LINTED = at('node_modules', '.cache', 'forecourt', 'linted.json');
const hashOf = (file) =>
  createHash('sha256')
    .update(readFileSync(at(file)))
    .digest('hex');

/** These decide what the linter says of every other file: its settings, its version, and the packages it knows rules for. */
const SETTINGS = /(^|\/)(biome\.json|package\.json|pnpm-lock\.yaml|\.gitignore)$/;

/** The repository's files by content: tracked ones, and new ones in this checkout. Undefined without git. */
function contents() {
  try {
    const args = ['ls-files', '-co', '--exclude-standard', '-z'];
    const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0');
    return Object.fromEntries(
      files.filter((file) => file && existsSync(at(file))).map((file) => [file, hashOf(file)]),
    );
  } catch {
    return undefined;
  }
}

/**
 * Lints what changed since the last run without a finding. Each of the linter's rules looks at one file alone, so the
 * others would pass again; they are all linted after a change of a setting.
 */
async function lint(command, args) {
  const now = contents();
  const green = existsSync(LINTED) ? JSON.parse(readFileSync(LINTED, 'utf8')) : {};
  const changed = Object.keys(now ?? {}).filter((file) => now[file] !== green[file]);
  const gone = Object.keys(green).filter((file) => now?.[file] === undefined);
  const whole =
    now === undefined ||
    changed.length > 500 ||
    [...changed, ...gone].some((file) => SETTINGS.test(file));
  const files = whole ? ['.'] : changed;
  const result =
    files.length === 0
      ? { code: 0, output: '', ms: 0 }
      : await capture(command, [...args, ...files]);
  if (result.code === 0 && now) writeFileSync(LINTED, JSON.stringify(now));
  return result;
}

/** Keeps the results, so that the next run checks only what changed. */
const typesOf = (project) => [
  ...['-p', project, '--incremental', '--tsBuildInfoFile'],
  `node_modules/.cache/forecourt/types-${project.replaceAll(/\W+/g, '-')}.tsbuildinfo`,
];

const checks = [
  ['types: core', 'tsc', typesOf('packages/core')],
  ['types: web', 'tsc', typesOf('packages/web')],
  // All with the same settings: one program reads core's sources once instead of four times.
  ['types: all others', 'tsc', typesOf('.')],
  [
    'lint and format',
    'biome',
    ['ci', '--error-on-warnings', '--no-errors-on-unmatched', '--colors=off'],
    lint,
  ],
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
  ['free versions', 'node', ['scripts/free-versions.mjs']],
  ['requirements', 'node', ['--conditions=source', 'docs/requirements/check.ts']],
];

const results = await Promise.all(
  checks.map(async ([name, command, args, work = capture]) => ({
    name,
    ...(await work(command, args)),
  })),
);
for (const { name, code, output, ms } of results) {
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${(ms / 1000).toFixed(1)} s)`);
  if (code !== 0) console.log(output);
}
process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0;
