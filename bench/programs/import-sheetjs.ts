// A typical import script: SheetJS, zod, and rows as JSON, with a number of rows per call and of parallel calls.
import { readFileSync } from 'node:fs';
import { read, utils } from 'xlsx';
import * as z from 'zod';
import { reportResult } from './report-result.ts';

const [, , path = '', size = '500', atOnce = '4', most = 'all'] = process.argv;
const row = z.array(z.union([z.string(), z.number(), z.null()])).min(3);

const started = performance.now();
const workbook = read(readFileSync(path), { dense: true, cellText: false, cellHTML: false });
const rows = Object.values(workbook.Sheets).flatMap((sheet) =>
  utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: null }),
);
const good = rows.filter((cells) => row.safeParse(cells).success);
const read_ms = performance.now() - started;

const sent = most === 'all' ? good : good.slice(0, Number(most));
const queue = Array.from({ length: Math.ceil(sent.length / Number(size)) }, (_, index) =>
  sent.slice(index * Number(size), (index + 1) * Number(size)),
);
const sending = performance.now();
await Promise.all(
  Array.from({ length: Number(atOnce) }, async () => {
    for (let batch = queue.shift(); batch; batch = queue.shift()) {
      const answer = await fetch(String(process.env.BENCH_BASE_URL), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(batch),
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
    }
  }),
);
// If only some rows were sent, the time is scaled up to all.
const send_ms = ((performance.now() - sending) * good.length) / sent.length;
reportResult(undefined, read_ms + send_ms);
