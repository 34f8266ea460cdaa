import type { RateProvider } from '@forecourt/core/provider-files';
import { addDays, example, type GeneratedFile, workbookBytes } from '../workbook.ts';
import { essoRateSheet } from './esso-rates.ts';
import { pipelineRateSheet } from './pipeline-rates.ts';
import { tapetroRateSheet } from './tapetro-rates.ts';

/** A rate file as its provider would send it. */
export interface RateFileExample extends GeneratedFile {
  readonly provider: RateProvider;
}

const compact = (day: string) => day.replaceAll('-', '');

/** Esso names a file after the day before its prices apply. */
export function essoRateName(day: string): string {
  return `RP1DEN-70768501-${compact(addDays(day, -1))}.xls`;
}

/** Returns one good rate file per provider for a day, YYYY-MM-DD. The same day gives the same files. */
export function goodRates(day: string): RateFileExample[] {
  return [
    example({ provider: 'TA-Petro', name: `TA_Petro_Rates_${compact(day)}.xlsx` }, () =>
      workbookBytes([tapetroRateSheet(day)]),
    ),
    example({ provider: 'Pipeline', name: `Pipeline_Rates_${day}.xlsx` }, () =>
      workbookBytes([pipelineRateSheet(day)]),
    ),
    example({ provider: 'Esso', name: essoRateName(day) }, () =>
      workbookBytes([essoRateSheet(day)], { type: 'biff8' }),
    ),
  ];
}
