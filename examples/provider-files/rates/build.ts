import type { RateOptions, RateProvider } from '@forecourt/core/provider-files';
import type { Expectation } from '../bad/build.ts';
import { CANADIAN_STATIONS } from '../places.ts';
import {
  addDays,
  type Cell,
  type GeneratedFile,
  type Sheet,
  type WorkbookOptions,
  workbookBytes,
} from '../workbook.ts';
import { type ESSO_RATE_HEADER, essoRateSheet } from './esso-rates.ts';
import { essoRateName } from './good-rates.ts';
import { type PIPELINE_RATE_HEADER, pipelineRateSheet } from './pipeline-rates.ts';

/** A rate file that tries the check, with the options it is checked with and the answer that is right. */
export interface BadRateFile extends GeneratedFile {
  readonly provider: RateProvider;
  readonly options?: Pick<RateOptions, 'former' | 'maxChangePercent' | 'accept'>;
  readonly expected: Expectation;
}

/** The day on which these files' prices apply. */
export const BAD_RATES_TODAY = '2026-11-18';
export const YESTERDAY = addDays(BAD_RATES_TODAY, -1);

/** An Alberta, a Quebec and an Ontario site. */
export const SITES = ['53936', '59467', '07011'];
const stations = SITES.map((site) =>
  CANADIAN_STATIONS.find(({ number }) => number === site),
).filter((station) => station !== undefined);

/** Right rates of three sites: Pipeline's in rows 3 to 5, Esso's in rows 2 to 5, as the third sells two grades. */
export const pipelineRates = (day = BAD_RATES_TODAY): Sheet => pipelineRateSheet(day, stations);
export const essoRates = (): Sheet => essoRateSheet(BAD_RATES_TODAY, stations);

type Field = (typeof PIPELINE_RATE_HEADER)[number] | (typeof ESSO_RATE_HEADER)[number];
type Changes = Partial<Record<Field, Cell | ((cell: Cell) => Cell)>>;

/** A sheet with some cells of a row changed; `row` as a spreadsheet counts. */
export function withRow(sheet: Sheet, row: number, changes: Changes): Sheet {
  const headers = (sheet.rows.find((cells) => cells.length > 2) ?? []).map((header) =>
    String(header).trim(),
  );
  const rows = sheet.rows.map((cells, index) =>
    index === row - 1
      ? cells.map((cell, column) => {
          const change = changes[headers[column] as Field];
          if (typeof change === 'function') return change(cell);
          return (headers[column] ?? '') in changes ? change : cell;
        })
      : cells,
  );
  return { ...sheet, rows };
}

/** A sheet without some rows; `rows` as a spreadsheet counts. */
export function withoutRows(sheet: Sheet, ...rows: readonly number[]): Sheet {
  return { ...sheet, rows: sheet.rows.filter((_, index) => !rows.includes(index + 1)) };
}

export const times =
  (factor: number) =>
  (cell: Cell): Cell =>
    typeof cell === 'number' ? Math.round(cell * factor * 1e6) / 1e6 : cell;

export function pipelineFile(
  name: string,
  sheets: Sheet | readonly Sheet[],
  expected: Expectation,
  options?: BadRateFile['options'],
): BadRateFile {
  const bytes = workbookBytes('rows' in sheets ? [sheets] : sheets);
  return { name, provider: 'Pipeline', bytes, expected, ...(options && { options }) };
}

/** An Esso file, which must have its day in its name. */
export function essoFile(
  sheet: Sheet,
  expected: Expectation,
  {
    name = essoRateName(BAD_RATES_TODAY),
    type = 'biff8',
  }: { name?: string; type?: WorkbookOptions['type'] } = {},
): BadRateFile {
  return { name, provider: 'Esso', bytes: workbookBytes([sheet], { type }), expected };
}
