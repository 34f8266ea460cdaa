// `npm run bench [name …]`: measures, side by side in one run, and prints ratios.
import { at, build, install, node, run } from './tasks.mjs';

install();
build();
run(node, ['--conditions=source', at('bench', 'run.ts'), ...process.argv.slice(2)]);
