// `npm run runtimes`: the packed SDK on each runtime that it is promised for. `npm test` tries Node and Chromium.
import { at, become, node } from './tasks.mjs';

await become(
  node,
  [at('scripts', 'test.mjs'), '--project=packaging', 'runtimes', ...process.argv.slice(2)],
  { RUNTIMES: 'every' },
);
