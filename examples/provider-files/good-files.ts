import type { BuiltInProvider } from '@forecourt/core/provider-files';
import { comdataSheet } from './comdata.ts';
import { essoSheet } from './esso.ts';
import { pipelineSheet } from './pipeline.ts';
import { suncoreSheets } from './suncore.ts';
import { tapetroSheet } from './tapetro.ts';
import { example, type GeneratedFile, workbookBytes } from './workbook.ts';

/** A file as its provider would send it. */
export interface ProviderFileExample extends GeneratedFile {
  readonly provider: BuiltInProvider;
}

const compact = (day: string) => day.replaceAll('-', '');
const dayFirst = (day: string) => `${day.slice(8)}${day.slice(5, 7)}${day.slice(0, 4)}`;
const monthFirst = (day: string) => `${day.slice(5, 7)}${day.slice(8)}${day.slice(0, 4)}`;

/** One good file of each provider for a business day, YYYY-MM-DD; the same day gives the same files. */
export function goodFiles(day: string): ProviderFileExample[] {
  return [
    example({ provider: 'ESSO', name: `ESSO_TXN_70768501_${compact(day)}.xls` }, () =>
      workbookBytes([essoSheet(day, 240)], { type: 'biff8' }),
    ),
    example({ provider: 'Suncore', name: `SuperPass_Transactions_${dayFirst(day)}.xlsx` }, () =>
      workbookBytes(suncoreSheets(day, 320)),
    ),
    example({ provider: 'Comdata', name: `Comdata_JJ068_${compact(day)}.xlsx` }, () =>
      workbookBytes([comdataSheet(day, 180)]),
    ),
    example({ provider: 'Pipeline', name: `Pipeline_${day}.xlsx` }, () =>
      workbookBytes([pipelineSheet(day, 300)]),
    ),
    example({ provider: 'TAPetro', name: `TA_FORECOURT_${monthFirst(day)}.xlsx` }, () =>
      workbookBytes([tapetroSheet(day, 260)]),
    ),
  ];
}
