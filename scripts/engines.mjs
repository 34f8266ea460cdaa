// `npm run engines`: the sandbox's tests on SQLite and on PostgreSQL, also those that `npm test` runs on one
// engine or of which it runs a sample.
import { at, become, node } from './tasks.mjs';

await become(
  node,
  [
    at('scripts', 'test.mjs'),
    '--project=sandbox',
    '--project=sandbox-postgres',
    ...process.argv.slice(2),
  ],
  { TEST_SAMPLES: 'all' },
);
