import { nodeProgram } from '../pairs.ts';
import { pipelineFile, type Row, textFile, workbook } from '../row.ts';

export const rows: readonly Row[] = [
  {
    name: '.xlsx, 100,000 rows',
    prepare: (program) => ({
      goal: 2.0,
      memoryGoal: 250,
      ours: nodeProgram('read .xlsx', [program('read-file'), workbook()]),
      against: nodeProgram('bare streaming scanner', [program('bare-scanner'), workbook()]),
      runs: 9,
    }),
  },
  {
    name: '.xlsx, 100,000 rows, as peers do',
    prepare: (program) => ({
      // Twice the bare scanner, which is itself 11.7 times as fast as SheetJS.
      goal: 0.17,
      memoryGoal: 250,
      ours: nodeProgram('read .xlsx', [program('read-file'), workbook()]),
      against: nodeProgram('SheetJS dense', [program('sheetjs-dense'), workbook()]),
      runs: 3,
    }),
  },
  {
    name: '.csv, 100,000 rows',
    prepare: (program) => ({
      goal: 1.2,
      memoryGoal: 100,
      ours: nodeProgram('read .csv', [program('read-file'), textFile()]),
      against: nodeProgram('Papa Parse streaming', [program('papa-stream'), textFile()]),
      runs: 9,
    }),
  },
  {
    name: 'preflight, 100,000 rows',
    prepare: (program) => ({
      goal: 1.8,
      ours: nodeProgram('read and check', [program('check-file'), pipelineFile()]),
      against: nodeProgram('read alone', [program('read-file'), pipelineFile()]),
      runs: 9,
    }),
  },
];
