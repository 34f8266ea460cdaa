import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { nodeProgram, type Program } from '../pairs.ts';
import { peer, peerVersion } from '../peers.ts';
import { type Programs, pipelineFile, type Row } from '../row.ts';

const LIBRARIES = ['zod', 'xstate', 'ky', '@noble/*', 'papaparse', 'xlsx'];
const CORE = fileURLToPath(new URL('../../packages/core', import.meta.url));
const CLIENT = "export { createClient, listRows, getRecord, signIn } from '@forecourt/core';";

/** Our own code in a bundle of these exports, gzip, in bytes instead of milliseconds. */
const bundled = (name: string, contents: string): Program => ({
  name,
  run: () => {
    const { outputFiles } = buildSync({
      stdin: { contents, resolveDir: CORE, loader: 'js' },
      absWorkingDir: CORE,
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'browser',
      target: 'es2024',
      minify: true,
      conditions: ['source'],
      external: LIBRARIES,
    });
    return { ms: gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length };
  },
});

const limit = (bytes: number): Program => ({
  name: `${bytes / 1000} kB`,
  run: () => ({ ms: bytes }),
});

const importBy = (program: Programs, way: string) => [
  program('import-machine'),
  pipelineFile(),
  way,
  'processor',
];

export const rows: readonly Row[] = [
  {
    name: 'core, the client alone, gzip',
    unit: 'bytes',
    prepare: () => ({
      goal: 1,
      ours: bundled('client', CLIENT),
      against: limit(12_000),
      runs: 1,
    }),
  },
  {
    name: 'rights of a menu and a page',
    prepare: (program) => ({
      goal: 1,
      ours: nodeProgram('11 entries, 50 rows × 4 actions', [program('rights')]),
      against: nodeProgram(`CASL ${peerVersion('@casl/ability')}`, [peer('rights-casl.mjs')]),
      runs: 5,
    }),
  },
  {
    name: "the machine's share of an import",
    prepare: (program) => ({
      goal: 1.02,
      ours: nodeProgram('led by the machine', [
        program('import-machine'),
        pipelineFile(),
        'machine',
      ]),
      against: nodeProgram('the same steps in turn', [
        program('import-machine'),
        pipelineFile(),
        'plain',
      ]),
      runs: 7,
    }),
  },
  {
    name: "the journal's share of an import",
    prepare: (program) => ({
      // Excludes sending: as a share of a whole import it is even smaller.
      goal: 1.05,
      ours: nodeProgram('with claim and journal', [
        program('import-machine'),
        pipelineFile(),
        'journal',
      ]),
      against: nodeProgram('without', [program('import-machine'), pipelineFile(), 'machine']),
      runs: 7,
    }),
  },
  {
    name: "the flight recorder's share of an import, processor time",
    prepare: (program) => ({
      goal: 1.02,
      ours: nodeProgram('recorded', importBy(program, 'recorded')),
      against: nodeProgram('not recorded', importBy(program, 'machine')),
      runs: 15,
    }),
  },
  {
    name: 'an import beside a recorder, processor time',
    prepare: (program) => ({
      goal: 1.01,
      ours: nodeProgram('another run is recorded', importBy(program, 'beside')),
      against: nodeProgram('no recorder', importBy(program, 'machine')),
      runs: 15,
    }),
  },
  {
    name: 'preflight, 100,000 rows, × zod alone',
    prepare: (program) => ({
      ours: nodeProgram('read and check', [program('check-file'), pipelineFile()]),
      against: nodeProgram('zod, 30 fields and a rule, nothing read', [program('zod-rows')]),
      runs: 5,
    }),
  },
];
