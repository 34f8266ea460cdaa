// `npm run bench [name …]`: runs programs side by side and prints ratios. `npm run bench load` puts a sandbox under
// increasing load; `npm run bench scaling` tests several processes behind one address; `npm run bench portal` measures
// the portal in a browser, `npm run bench tab` what a tab holds after an hour, `npm run bench growth` how lists grow, and
// `npm run bench partitions` what a table a month changes.
// --write writes the figures into docs.
import { at, build, install, node, run } from './tasks.mjs';

const OTHERS = {
  load: ['load', 'run.ts'],
  scaling: ['load', 'scaling.ts'],
  portal: ['portal', 'run.ts'],
  tab: ['portal', 'tab.ts'],
  growth: ['growth', 'run.ts'],
  partitions: ['growth', 'partitions.ts'],
};

const [first, ...rest] = process.argv.slice(2);
const other = Object.hasOwn(OTHERS, first) ? OTHERS[first] : undefined;
const args = other
  ? [at('bench', ...other), ...rest]
  : [at('bench', 'run.ts'), ...process.argv.slice(2)];

install();
build();
run(node, ['--conditions=source', ...args]);
