import type { BuiltInProvider } from '@forecourt/core/provider-files';
import { comdataSheet } from './comdata.ts';
import { essoSheet } from './esso.ts';
import { pipelineSheet } from './pipeline.ts';
import { suncoreSheets } from './suncore.ts';
import { tapetroSheet } from './tapetro.ts';
import { type GeneratedFile, workbookBytes } from './workbook.ts';

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
    {
      provider: 'ESSO',
      name: `ESSO_TXN_70768501_${compact(day)}.xls`,
      bytes: workbookBytes([essoSheet(day, 240)], { type: 'biff8' }),
    },
    {
      provider: 'Suncore',
      name: `SuperPass_Transactions_${dayFirst(day)}.xlsx`,
      bytes: workbookBytes(suncoreSheets(day, 320)),
    },
    {
      provider: 'Comdata',
      name: `Comdata_JJ068_${compact(day)}.xlsx`,
      bytes: workbookBytes([comdataSheet(day, 180)]),
    },
    {
      provider: 'Pipeline',
      name: `Pipeline_${day}.xlsx`,
      bytes: workbookBytes([pipelineSheet(day, 300)]),
    },
    {
      provider: 'TAPetro',
      name: `TA_FORECOURT_${monthFirst(day)}.xlsx`,
      bytes: workbookBytes([tapetroSheet(day, 260)]),
    },
  ];
}
