// `npm run engines`: the sandbox's tests on SQLite and on PostgreSQL, also those that `npm test` runs on one engine.
import { at, become, node } from './tasks.mjs';

await become(
  node,
  [
    at('scripts', 'test.mjs'),
    '--project=sandbox',
    '--project=sandbox-postgres',
    ...process.argv.slice(2),
  ],
  { TEST_ENGINES: 'all' },
);
