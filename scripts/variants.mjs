// `npm run variants [seeds] [first seed]`: tests the check of provider files with every variant of a good file, for
// that many seeds. `npm test` includes the first seed.
import { at, become, install, node } from './tasks.mjs';

install();
const main = at('examples', 'provider-files', 'variants', 'main.ts');
await become(node, ['--conditions=source', main, ...process.argv.slice(2)]);
