// `npm run corpus [count] [first seed]`: holds the readers of spreadsheets against SheetJS over that many
// odd workbooks. A seeded sample of them is part of `npm test`.
import { at, become, install, node } from './tasks.mjs';

const [count = '3000', seed = '1'] = process.argv.slice(2);
install();
await become(
  node,
  [at('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project=core', 'reading/corpus'],
  { CORPUS: count, CORPUS_SEED: seed },
);
