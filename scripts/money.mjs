// `[MONEY_SEED=7] [MONEY_SECONDS=90] npm run money [-- sequences]`: runs random sequences of imports,
// invoices, voids, payments, reversals and edits on both engines, as many as fit into the time on each.
import { spawnSync } from 'node:child_process';
import { at, install, node } from './tasks.mjs';

install();
const runs = process.argv[2] ?? '10000';
const vitest = at('node_modules', 'vitest', 'vitest.mjs');
const test = (project) => [node, vitest, 'run', '--project', project, 'money-sequences'];
const env = { ...process.env, MONEY_RUNS: runs };
for (const [command, ...args] of [
  test('sandbox'),
  [node, at('scripts', 'postgres.mjs'), ...test('sandbox-postgres')],
]) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}
