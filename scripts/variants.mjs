// `npm run variants [seeds] [first seed]`: holds the check of provider files against every variant of a good file, of so
// many seeds. Those of the first seed are part of `npm test`.
import { at, become, install, node } from './tasks.mjs';

install();
const main = at('examples', 'provider-files', 'variants', 'main.ts');
await become(node, ['--conditions=source', main, ...process.argv.slice(2)]);
