// Reads the same rows with csv-parse over a Node stream.
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { reportResult } from '../programs/report-result.ts';

let rows = 0;
let cells = 0;
const parser = createReadStream(process.argv[2]).pipe(parse({ skip_empty_lines: true }));
for await (const row of parser) {
  rows += 1;
  cells += row.length;
}
reportResult({ rows, cells, sum: 0 });
