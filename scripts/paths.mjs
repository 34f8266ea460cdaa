// `npm run paths [-- name]`: walks every path through the workflows' machines against the sandbox and
// its faults. `npm test` takes each transition, and a sample of the ways to it.
import { at, become, install, node } from './tasks.mjs';

install();
await become(
  node,
  [
    at('node_modules', 'vitest', 'vitest.mjs'),
    ...['run', '--project', 'sandbox', 'machine-paths', '-t', process.argv[2] ?? 'paths through'],
  ],
  { MACHINE_PATHS: 'every' },
);
