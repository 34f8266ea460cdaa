// Reads every row of a file, or its first ones, as the command line does, and discards them.
import { openWorkbook } from '@forecourt/core/provider-files';
import { inflate, openProviderFile } from '../../packages/cli/src/files/provider-file.ts';
import { reportResult } from './report-result.ts';

/** A million rows exceed the command line's default limit. */
const limits = { maxBytes: 2 ** 30 };
const file = await openProviderFile(String(process.argv[2]));
const workbook = await openWorkbook(file, { inflate, limits });
const wanted = Number(process.argv[3] ?? Number.POSITIVE_INFINITY);
let rows = 0;
let cells = 0;
let sum = 0;
sheets: for (const index of workbook.sheets.keys()) {
  for await (const batch of workbook.rows(index)) {
    for (const row of batch) {
      if (rows === wanted) break sheets;
      rows += 1;
      for (const cell of row.cells) {
        if (cell === undefined) continue;
        cells += 1;
        if (typeof cell === 'number') sum += cell;
      }
    }
  }
}
reportResult({ rows, cells, sum: Math.round(sum) });
