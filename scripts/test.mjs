// `npm test`: installs what tests need, checks, builds, runs every test, and closes with the count.
// Arguments go to the test runner: `npm test -- --project core`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { at, build, capture, install, node } from './tasks.mjs';

function installChromium() {
  if (existsSync('/usr/bin/chromium')) return;
  console.log('Installing Chromium for the browser tests …');
  const apt = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '-n', 'apt-get'];
  const aptGet = (...args) => {
    const [command, ...first] = [...apt, ...args];
    const { status } = spawnSync(command, first, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    return status === 0;
  };
  if (aptGet('update') && aptGet('install', '-y', '--no-install-recommends', 'chromium')) return;
  console.error('The browser tests need Chromium at /usr/bin/chromium, and installing it failed.');
  console.error('Install it (Debian: apt-get install chromium) and run npm test again.');
  console.log('0 passed, 1 failed');
  process.exit(1);
}

install();
installChromium();
const checks = await capture(node, ['scripts/checks.mjs']);
console.log(checks.output);
build();

const report = at('node_modules', '.cache', 'forecourt', 'tests.json');
mkdirSync(at('node_modules', '.cache', 'forecourt'), { recursive: true });
rmSync(report, { force: true });
const vitest = spawnSync(
  node,
  [
    at('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  { cwd: at(), stdio: 'inherit' },
);

// A skipped test is a failed promise; so is a check, or a test file that could not even load.
const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
const passed = results?.numPassedTests ?? 0;
const unloaded = (results?.testResults ?? []).filter(
  (file) => file.status === 'failed' && file.assertionResults.length === 0,
).length;
let failed = (results?.numTotalTests ?? 1) - passed + unloaded + (checks.code === 0 ? 0 : 1);
if (failed === 0 && (vitest.status !== 0 || passed === 0)) failed = 1;
if (checks.code !== 0) console.log('npm run check found something: see above.');
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
