// `npm run soak [-- rounds [seed]]`: imports killed at seeded moments and run again, on real processes.
import { at, become, build, install, node } from './tasks.mjs';

install();
build();
const main = at('packages', 'cli', 'soak', 'main.ts');
become(node, ['--conditions=source', main, ...process.argv.slice(2)]);
