// `npm run soak [-- rounds [seed]]`: kills imports at seeded moments and runs them again, in real processes.
import { at, become, build, install, node } from './tasks.mjs';

install();
build();
const main = at('packages', 'cli', 'soak', 'main.ts');
become(node, ['--conditions=source', main, ...process.argv.slice(2)]);
