// `npm run corpus [count] [first seed]`: compares the spreadsheet readers with SheetJS over that many
// odd workbooks. `npm test` includes a seeded sample.
// `npm run corpus -- --from DIR`: does the same over the real files of a folder.
import { at, become, install, node } from './tasks.mjs';

const args = process.argv.slice(2);
install();
if (args.some((arg) => arg.startsWith('--'))) {
  const main = at('examples', 'provider-files', 'corpus', 'main.ts');
  await become(node, ['--conditions=source', main, ...args]);
}
const [count = '3000', seed = '1'] = args;
await become(
  node,
  [at('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project=core', 'reading/corpus'],
  { CORPUS: count, CORPUS_SEED: seed },
);
