// Writes a large file to disk as the command line does: counted, flushed, and named once it is complete.
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createClient, memoryStore } from '@forecourt/core';
import { keepFile } from '../../packages/cli/src/files/keep-file.ts';
import { reportResult } from './report-result.ts';

const client = createClient({ baseUrl: String(process.env.BENCH_BASE_URL), store: memoryStore() });
const started = performance.now();
const download = await client.http.download({
  operation: 'export',
  method: 'GET',
  path: 'export.csv',
});
const keep = keepFile(async () => ({
  dir: tmpdir(),
  name: `forecourt-bench-${process.pid}.csv`,
  fresh: false,
  makeDir: true,
}));
const { bytes, location } = await keep(download, {
  signal: new AbortController().signal,
  onProgress: () => undefined,
});
const ms = performance.now() - started;
rmSync(String(location));
reportResult({ rows: 0, cells: bytes }, ms);
