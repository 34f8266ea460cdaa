import { startService } from '../../examples/cluster/service.ts';
import { nodeProgram } from '../pairs.ts';
import { peer, peerVersion } from '../peers.ts';
import { bareNode, type Prepared, type Programs, type Row } from '../row.ts';
import { firstAnswer, signedIn, startSandbox } from '../sandbox-process.ts';
import { underLoad } from '../wrk.ts';

const starting = (name: string, version: () => string, program: string): Row => ({
  name: `sandbox, start to first answer, × ${name}`,
  prepare: async () => {
    await firstAnswer();
    return {
      ours: { name: 'sandbox', run: firstAnswer },
      against: nodeProgram(version(), [peer(program)]),
      runs: 7,
    };
  },
});

/** Calls a second, as time per call, against node:http with an equally long answer. */
async function rate(program: Programs, path: string, goal: number | undefined): Promise<Prepared> {
  const sandbox = await startSandbox();
  const headers = { authorization: await signedIn(sandbox.url) };
  const url = `${sandbox.url}${path}`;
  const answer = await (await fetch(url, { headers })).text();
  const bare = await startService(program('bare-server'), { BENCH_ANSWER: answer });
  return {
    ...(goal !== undefined && { goal }),
    ours: underLoad('sandbox', url, headers),
    against: underLoad('node:http and JSON.stringify', `${bare.url}/`, headers),
    runs: 5,
    tidy: async () => {
      await Promise.all([sandbox.stop(), bare.stop()]);
    },
  };
}

export const rows: readonly Row[] = [
  {
    name: 'sandbox, start to first answer',
    prepare: async () => {
      // The very first start creates the data.
      await firstAnswer();
      return {
        goal: 3,
        ours: { name: 'sandbox', run: firstAnswer },
        against: bareNode,
        runs: 15,
      };
    },
  },
  starting(
    'hono',
    () => `hono ${peerVersion('hono')} and node:sqlite, no tables`,
    'start-hono.mjs',
  ),
  starting(
    'fastify',
    () => `fastify ${peerVersion('fastify')} and node:sqlite, no tables`,
    'start-fastify.mjs',
  ),
  starting(
    'PGlite',
    () => `PGlite ${peerVersion('@electric-sql/pglite')} in memory, no tables`,
    'start-pglite.mjs',
  ),
  {
    name: 'sandbox, time per call without the database',
    prepare: (program) => rate(program, '/healthz', 1.5),
  },
  {
    name: 'sandbox, time per page of 50 transactions',
    prepare: (program) => rate(program, '/api/v1/fuel-transaction/authcode?size=50', undefined),
  },
];
