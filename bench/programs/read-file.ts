// Reads every row of a file as the command line does, and does nothing with it.
import { openWorkbook } from '@forecourt/core/provider-files';
import { inflate, openProviderFile } from '../../packages/cli/src/io/provider-file.ts';
import { tell } from './tell.ts';

const workbook = await openWorkbook(await openProviderFile(String(process.argv[2])), { inflate });
let rows = 0;
let cells = 0;
let sum = 0;
for (const index of workbook.sheets.keys()) {
  for await (const batch of workbook.rows(index)) {
    for (const row of batch) {
      rows += 1;
      for (const cell of row.cells) {
        if (cell === undefined) continue;
        cells += 1;
        if (typeof cell === 'number') sum += cell;
      }
    }
  }
}
tell({ rows, cells, sum: Math.round(sum) });
