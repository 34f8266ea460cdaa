// `node --conditions=source examples/cluster/start.ts`: three services behind one address, on a PostgreSQL with a replica
// that answers exports and reports, and pgbouncer before it. Ctrl-C ends all of it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { inTurn } from './one-address.ts';
import { openPooler } from './pooler.ts';
import { openCluster } from './postgres.ts';
import { startService } from './service.ts';

const SERVE = fileURLToPath(new URL('../sandbox/dist/serve.js', import.meta.url));

const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '3' },
    port: { type: 'string', default: '4300' },
  },
});
const processes = Number(values.processes);
if (!Number.isInteger(processes) || processes < 1 || processes > 8) {
  throw new Error(`--processes must be a whole number from 1 to 8, not "${values.processes}".`);
}
if (!existsSync(SERVE)) throw new Error('The service is not built. Run npm run build first.');

const cluster = await openCluster();
const replica = await cluster.addReplica();
const pooler = await openPooler(cluster);
const services = await Promise.all(
  Array.from({ length: processes }, (_, index) =>
    startService(SERVE, {
      PORT: '0',
      DATA_DIR: join(cluster.folder, `service-${index}`),
      DATABASE_URL: pooler.url,
      DATABASE_READ_URL: replica.url,
    }),
  ),
);
const address = await inTurn(
  services.map(({ url }) => url),
  Number(values.port),
);
console.log(`PostgreSQL ${cluster.version}: a primary, and a replica for exports and reports
${processes} services: ${services.map(({ url }) => url).join(', ')}
Forecourt is at ${address.url}`);

let ending = false;
const end = async () => {
  if (ending) return;
  ending = true;
  await address.close();
  await Promise.all(services.map(({ stop }) => stop()));
  await pooler.kill();
  await cluster.close();
  process.exit(0);
};
process.once('SIGINT', end);
process.once('SIGTERM', end);
