// `npm test`: installs what the tests need, checks, builds, runs every test, and prints the count at the end.
// Arguments go to the test runner and select tests: `npm test -- --project core dates`. In that case the script installs
// and starts only what these tests need, and skips `npm run check`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { installPostgres, programs, startPostgres } from './postgres.mjs';
import {
  aptInstallMeanwhile,
  at,
  build,
  capture,
  inForeground,
  install,
  isBuilt,
  node,
  root,
} from './tasks.mjs';

const args = process.argv.slice(2);
const chosen = args.flatMap((arg, index) => {
  if (arg === '--project') return [args[index + 1]];
  return arg.startsWith('--project=') ? [arg.slice('--project='.length)] : [];
});
/** A name with a pattern (`sandbox*`, `!web`) may match any project. */
const isChosen = (project) =>
  chosen.length === 0 || chosen.some((name) => name === project || /[*!]/.test(name));

/** Programs that tests run, and the projects that need them: the portal's browser, and the shells with completion. */
const PROGRAMS = [
  { name: 'chromium', projects: ['web', 'packaging', 'project'] },
  // Most of the portal's tests take half as long in it; without it they run in the full browser.
  { name: 'chromium-headless-shell', projects: ['web', 'packaging', 'project'], optional: true },
  { name: 'zsh', projects: ['cli'] },
  { name: 'fish', projects: ['cli'] },
];

const needed = PROGRAMS.filter(({ projects }) => projects.some(isChosen));
const isMissing = ({ name }) => !existsSync(`/usr/bin/${name}`);
const needsPostgres = isChosen('sandbox-postgres');

/** Starts the installation of what is missing, which goes on while packages are installed and built. */
function installPrograms() {
  const missing = needed.filter(isMissing);
  const namesOf = (some) => some.map(({ name }) => name);
  const names = namesOf(missing.filter(({ optional }) => !optional));
  if (needsPostgres && !programs()) names.push('postgresql');
  const optional = namesOf(missing.filter((program) => program.optional));
  if (names.length + optional.length === 0) return '';
  console.log(`Installing ${[...names, ...optional].join(', ')} for the tests in the meantime …`);
  return aptInstallMeanwhile(names, optional);
}

/** Ends the run if a program is missing that the tests can't do without. */
function requirePrograms(said) {
  for (const { name, optional } of needed.filter(isMissing)) {
    if (optional) {
      console.log(`Continuing without ${name}: the tests take longer.`);
      continue;
    }
    console.error(said);
    console.error(`The tests need ${name} at /usr/bin/${name}, and installing it failed.`);
    console.error(`Install it (Debian: apt-get install ${name}) and run npm test again.`);
    console.log('0 passed, 1 failed');
    process.exit(1);
  }
}

/** Starts a PostgreSQL server for the sandbox's tests, which is removed when they end. */
async function openPostgres() {
  try {
    installPostgres();
    return await startPostgres();
  } catch (error) {
    console.error(error.message);
    console.log('0 passed, 1 failed');
    process.exit(1);
  }
}

/** The committed files' own hash: another commit has another sample, and each machine has the same one of the same files. */
function seedOfFiles() {
  const tree = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: root, encoding: 'utf8' });
  return tree.stdout?.slice(0, 8) || '1';
}

const programsInstalled = installPrograms();
install();
/** Their tests run from the sources; the few that need a build make one of their own if there is none of these sources. */
const FROM_SOURCES = ['core', 'cli'];
const fromSources = chosen.length > 0 && chosen.every((name) => FROM_SOURCES.includes(name));
// Neither checks nor build have work for all cores all of the time.
const checking = args.length === 0 ? capture(node, ['scripts/checks.mjs']) : { code: 0 };
if (!fromSources) build();
const checks = await checking;
if (checks.output) console.log(checks.output);
requirePrograms(await programsInstalled);

const report = at('node_modules', '.cache', 'forecourt', 'tests.json');
mkdirSync(at('node_modules', '.cache', 'forecourt'), { recursive: true });
rmSync(report, { force: true });
const seed = process.env.TEST_SEED ?? seedOfFiles();
const postgres = needsPostgres ? await openPostgres() : undefined;
const vitestCode = await inForeground(
  node,
  [
    at('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...args,
  ],
  {
    // The builds are up to date, so no test builds the packages again.
    TEST_BUILDS: !fromSources || isBuilt() ? 'current' : '',
    TEST_SEED: seed,
    // Who names tests wants all of them.
    TEST_TURNS: args.length === 0 && process.env.TEST_SAMPLES !== 'all' ? 'yes' : '',
    ...(postgres && { TEST_POSTGRES: postgres.url }),
  },
);
await postgres?.stop();

// A skipped test counts as failed, and so does a failed check or a test file that could not load.
const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
const passed = results?.numPassedTests ?? 0;
const unloaded = (results?.testResults ?? []).filter(
  (file) => file.status === 'failed' && file.assertionResults.length === 0,
).length;
let failed = (results?.numTotalTests ?? 1) - passed + unloaded + (checks.code === 0 ? 0 : 1);
if (failed === 0 && (vitestCode !== 0 || passed === 0)) failed = 1;
if (checks.code !== 0) console.log('npm run check failed: see above.');
if (process.env.TEST_SAMPLES !== 'all')
  console.log(`The samples were those of TEST_SEED=${seed}; npm run whole runs everything.`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
