import type { RateProvider } from '@forecourt/core/provider-files';
import { addDays, type GeneratedFile, workbookBytes } from '../workbook.ts';
import { essoRateSheet } from './esso-rates.ts';
import { pipelineRateSheet } from './pipeline-rates.ts';
import { tapetroRateSheet } from './tapetro-rates.ts';

/** A rate file as its provider would send it. */
export interface RateFileExample extends GeneratedFile {
  readonly provider: RateProvider;
}

const compact = (day: string) => day.replaceAll('-', '');

/** Esso names a file by the day before the one its prices hold. */
export function essoRateName(day: string): string {
  return `RP1DEN-70768501-${compact(addDays(day, -1))}.xls`;
}

/** One good rate file of each provider for the day its prices hold, YYYY-MM-DD; the same day gives the same files. */
export function goodRates(day: string): RateFileExample[] {
  return [
    {
      provider: 'TA-Petro',
      name: `TA_Petro_Rates_${compact(day)}.xlsx`,
      bytes: workbookBytes([tapetroRateSheet(day)]),
    },
    {
      provider: 'Pipeline',
      name: `Pipeline_Rates_${day}.xlsx`,
      bytes: workbookBytes([pipelineRateSheet(day)]),
    },
    {
      provider: 'Esso',
      name: essoRateName(day),
      bytes: workbookBytes([essoRateSheet(day)], { type: 'biff8' }),
    },
  ];
}
