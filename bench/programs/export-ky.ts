// Writes the same file through ky into a Node stream, flushed.
import { createWriteStream, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import ky from 'ky';
import { reportResult } from './report-result.ts';

const path = join(tmpdir(), `forecourt-bench-${process.pid}.csv`);
const started = performance.now();
const answer = await ky(`${process.env.BENCH_BASE_URL}/export.csv`, { timeout: false });
await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(path));
const file = await open(path);
await file.sync();
const bytes = (await file.stat()).size;
await file.close();
const ms = performance.now() - started;
rmSync(path);
reportResult({ rows: 0, cells: bytes }, ms);
