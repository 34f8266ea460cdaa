// Reads every row with exceljs's row-by-row reader for large files.
import ExcelJS from 'exceljs';
import { reportResult } from '../programs/report-result.ts';

const reader = new ExcelJS.stream.xlsx.WorkbookReader(process.argv[2], {
  worksheets: 'emit',
  sharedStrings: 'cache',
  styles: 'ignore',
  hyperlinks: 'ignore',
});
let rows = 0;
let cells = 0;
let sum = 0;
for await (const sheet of reader) {
  for await (const row of sheet) {
    rows += 1;
    for (const value of row.values) {
      if (value === undefined || value === null) continue;
      cells += 1;
      if (typeof value === 'number') sum += value;
    }
  }
}
reportResult({ rows, cells, sum: Math.round(sum) });
