import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeOnce } from '../cache.ts';
import { debianProgram, versionOf } from '../debian.ts';
import { serveFiles } from '../file-server.ts';
import { nodeProgram, type Program } from '../pairs.ts';
import type { Prepared, Programs, Row } from '../row.ts';

const SIZE = 555_000_000;
const LINE =
  'A250000001,000417,2026-11-18T08:30:00,7083050000000017,1042,ON,"Highway 17",North Haul\n';

const largeFile = () =>
  makeOnce('export.csv', (path) => {
    const file = openSync(path, 'w');
    const block = LINE.repeat(10_000);
    for (let written = 0; written < SIZE; written += block.length) writeSync(file, block);
    closeSync(file);
  });

/** curl, and the flush that makes it safe to name the file. */
function byCurl(url: string): Program {
  const curl = debianProgram('/usr/bin/curl', 'curl');
  const path = join(tmpdir(), `forecourt-bench-${process.pid}-curl.csv`);
  return {
    name: `${versionOf(curl, '--version').split(' ').slice(0, 2).join(' ')} and a flush`,
    run: () => {
      const started = performance.now();
      const { status } = spawnSync('sh', [
        '-c',
        `"${curl}" -sf -o "$1" "$2" && sync -d "$1"`,
        '-',
        path,
        url,
      ]);
      const ms = performance.now() - started;
      rmSync(path, { force: true });
      if (status !== 0) throw new Error(`curl ended with ${status}.`);
      return { ms };
    },
  };
}

async function exported(
  program: Programs,
  name: string,
  goals: Pick<Prepared, 'goal' | 'memoryGoal'>,
): Promise<Prepared> {
  const server = await serveFiles(dirname(largeFile()));
  return {
    ...goals,
    ours: nodeProgram(name, [program(name)], { BENCH_BASE_URL: server.url }),
    against: byCurl(`${server.url}/export.csv`),
    runs: 7,
    tidy: server.stop,
  };
}

export const rows: readonly Row[] = [
  {
    name: 'export of 555 MB to disk',
    prepare: (program) => exported(program, 'export-file', { goal: 1.15, memoryGoal: 170 }),
  },
  {
    name: 'export of 555 MB to disk, ky and a pipe',
    prepare: (program) => exported(program, 'export-ky', {}),
  },
];
