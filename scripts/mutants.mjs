// `npm run mutants -- [--count 60] [--seed 1] [--parts money,rights] [--map core,cli,sandbox]`: breaks the code in small ways
// and lists the breaks that no test notices. Exits with 1 if the tests catch fewer than 95 of 100. An interrupted run goes on
// where it was. `--help` lists the options.
import { at, become, install, node } from './tasks.mjs';

install();
const main = at('scripts', 'mutants', 'main.ts');
await become(node, ['--conditions=source', main, ...process.argv.slice(2)]);
