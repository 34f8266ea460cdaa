import { makeOnce } from '../cache.ts';
import { writeXlsx } from '../inputs/workbook-file.ts';
import { writeXls } from '../inputs/xls-file.ts';
import { nodeProgram } from '../pairs.ts';
import { type Row, workbook } from '../row.ts';

const million = () => makeOnce('1m.xlsx', (path) => writeXlsx(path, 1_000_000));
const oldWorkbook = () => makeOnce('65k.xls', (path) => writeXls(path, 65_000));

/** Other files: the first rows of one, ten times the rows, and the format before .xlsx. */
export const rows: readonly Row[] = [
  {
    name: '.xlsx, first 20 rows',
    prepare: (program) => ({
      goal: 0.05,
      ours: nodeProgram('read 20 rows', [program('read-file'), workbook(), '20']),
      against: nodeProgram('SheetJS, 20 rows', [program('sheetjs-dense'), workbook(), '20']),
      runs: 5,
    }),
  },
  {
    name: '.xlsx, 1,000,000 rows',
    prepare: (program) => ({
      goal: 2.0,
      // As for fewer rows, plus the unique texts: two million of 62 bytes each in V8.
      memoryGoal: 250 + 125,
      ours: nodeProgram('read .xlsx', [program('read-file'), million()]),
      against: nodeProgram('bare streaming scanner', [program('bare-scanner'), million()]),
      runs: 3,
    }),
  },
  {
    name: '.xls, 65,000 rows',
    prepare: (program) => ({
      goal: 2.0,
      memoryGoal: 200,
      ours: nodeProgram('read .xls', [program('read-file'), oldWorkbook()]),
      against: nodeProgram('bare BIFF8 scanner', [program('bare-biff-scanner'), oldWorkbook()]),
      runs: 9,
    }),
  },
  {
    name: '.xls, 65,000 rows, as peers do',
    prepare: (program) => ({
      // Twice the bare scanner, which is itself some 20 times as fast as SheetJS on this file.
      goal: 0.1,
      memoryGoal: 200,
      ours: nodeProgram('read .xls', [program('read-file'), oldWorkbook()]),
      against: nodeProgram('SheetJS dense', [program('sheetjs-dense'), oldWorkbook()]),
      runs: 3,
    }),
  },
];
