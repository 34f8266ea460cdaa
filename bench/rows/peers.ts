import { nodeProgram } from '../pairs.ts';
import { peer, peerVersion } from '../peers.ts';
import { FORECOURT, type Row, textFile, workbook } from '../row.ts';

/** Comparison with similar programs: a ratio below 1 means that ours is faster. */
export const rows: readonly Row[] = [
  ...(['--version', '--help'] as const).map(
    (flag): Row => ({
      name: `forecourt ${flag}, as peers do`,
      prepare: () => ({
        goal: 1,
        ours: nodeProgram(`forecourt ${flag}`, [FORECOURT, flag]),
        against: nodeProgram(
          `vercel ${peerVersion('vercel')} ${flag}`,
          [peer('node_modules', 'vercel', 'dist', 'vc.js'), flag],
          { CI: '1', VERCEL_TELEMETRY_DISABLED: '1', NO_UPDATE_NOTIFIER: '1' },
        ),
        runs: 15,
      }),
    }),
  ),
  ...(['hucre', 'exceljs'] as const).map(
    (name): Row => ({
      name: `.xlsx, 100,000 rows, × ${name}`,
      prepare: (program) => ({
        ours: nodeProgram('read .xlsx', [program('read-file'), workbook()]),
        against: nodeProgram(`${name} ${peerVersion(name)}, row by row`, [
          peer(`read-${name}.mjs`),
          workbook(),
        ]),
        runs: 3,
      }),
    }),
  ),
  {
    name: '.csv, 100,000 rows, × csv-parse',
    prepare: (program) => ({
      ours: nodeProgram('read .csv', [program('read-file'), textFile()]),
      against: nodeProgram(`csv-parse ${peerVersion('csv-parse')}`, [
        peer('read-csv-parse.mjs'),
        textFile(),
      ]),
      runs: 5,
    }),
  },
];
