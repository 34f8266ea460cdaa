// `npm run fuzz [-- --minutes N --seed S --engine sqlite|postgres]`: sends malformed calls to its own sandbox.
import { installPostgres, startPostgres } from './postgres.mjs';
import { at, inForeground, install, node } from './tasks.mjs';

install();
const main = at('examples', 'sandbox', 'test', 'fuzz', 'main.ts');
const onPostgres = process.argv.join(' ').includes('postgres');
if (onPostgres) installPostgres();
const server = onPostgres ? await startPostgres() : undefined;
process.exitCode = await inForeground(
  node,
  ['--conditions=source', main, ...process.argv.slice(2)],
  server ? { TEST_POSTGRES: server.url } : {},
);
await server?.stop();
