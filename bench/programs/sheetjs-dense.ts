// Reads the same rows, all or the first ones, in SheetJS's fastest way.
import { readFileSync } from 'node:fs';
import { read } from 'xlsx';
import { reportResult } from './report-result.ts';

const wanted = process.argv[3];
const workbook = read(readFileSync(String(process.argv[2])), {
  dense: true,
  cellText: false,
  cellHTML: false,
  cellFormula: false,
  cellNF: false,
  ...(wanted !== undefined && { sheetRows: Number(wanted) }),
});
let rows = 0;
let cells = 0;
let sum = 0;
for (const sheet of Object.values(workbook.Sheets)) {
  for (const row of sheet['!data'] ?? []) {
    rows += 1;
    for (const cell of row) {
      if (cell?.v === undefined) continue;
      cells += 1;
      if (typeof cell.v === 'number') sum += cell.v;
    }
  }
}
reportResult({ rows, cells, sum: Math.round(sum) });
