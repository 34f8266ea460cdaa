// `npm run whole`: `npm test` with everything that it otherwise runs samples of. With arguments, of the tests that these
// select: `npm run whole -- --project cli refusals`.
import { at, become } from './tasks.mjs';

await become(process.execPath, [at('scripts', 'test.mjs'), ...process.argv.slice(2)], {
  TEST_SAMPLES: 'all',
});
