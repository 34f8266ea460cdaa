// Reads the same rows with Papa Parse over a Node stream.
import { createReadStream } from 'node:fs';
import Papa from 'papaparse';
import { reportResult } from './report-result.ts';

let rows = 0;
let cells = 0;
Papa.parse<string[]>(createReadStream(String(process.argv[2])), {
  skipEmptyLines: true,
  step: ({ data }) => {
    rows += 1;
    cells += data.length;
  },
  complete: () => reportResult({ rows, cells, sum: 0 }),
});
