// `npm run bench [name …]`: measures, side by side in one run, and prints ratios. `npm run bench load` asks a sandbox for
// more and more at a time; `npm run bench scaling` tries several behind one address; `npm run bench
// portal` looks at the portal in a browser. --write puts figures into docs.
import { at, build, install, node, run } from './tasks.mjs';

const OTHERS = {
  load: ['load', 'run.ts'],
  scaling: ['load', 'scaling.ts'],
  portal: ['portal', 'run.ts'],
};

const [first, ...rest] = process.argv.slice(2);
const other = Object.hasOwn(OTHERS, first) ? OTHERS[first] : undefined;
const args = other
  ? [at('bench', ...other), ...rest]
  : [at('bench', 'run.ts'), ...process.argv.slice(2)];

install();
build();
run(node, ['--conditions=source', ...args]);
