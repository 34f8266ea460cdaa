import {
  BUILT_IN_LAYOUTS,
  BUILT_IN_RATE_LAYOUTS,
  type BuiltInProvider,
  type RateProvider,
} from '@forecourt/core/provider-files';
import { BAD_FILES_DAY } from '../bad/build.ts';
import { comdataSheet } from '../comdata.ts';
import { essoSheet } from '../esso.ts';
import { pipelineSheet } from '../pipeline.ts';
import { AMERICAN_STATIONS, CANADIAN_STATIONS } from '../places.ts';
import type { Random } from '../random.ts';
import { essoRateSheet } from '../rates/esso-rates.ts';
import { pipelineRateSheet } from '../rates/pipeline-rates.ts';
import { tapetroRateSheet } from '../rates/tapetro-rates.ts';
import { suncoreSheets } from '../suncore.ts';
import { tapetroSheet } from '../tapetro.ts';
import type { Cell, Sheet } from '../workbook.ts';

/** A row of data: its sheet and place in it, both zero-based. */
export interface Place {
  readonly sheet: number;
  readonly row: number;
}

/** A right file, and where its columns and rows are. */
export interface BaseFile {
  readonly provider: BuiltInProvider | RateProvider;
  readonly content: 'transactions' | 'rates';
  readonly sheets: readonly Sheet[];
  readonly headerRow: number;
  /** Zero-based column of a field; -1 where there is none. */
  readonly columnOf: (field: string) => number;
  readonly rows: readonly Place[];
}

type Columns = readonly {
  header: string;
  aliases?: readonly string[] | undefined;
  field: string;
}[];

const plain = (cell: Cell) =>
  String(cell ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9#]/g, '');

function locate(sheets: readonly Sheet[], columns: Columns, dated: string) {
  const wanted = new Set(columns.map(({ header }) => plain(header)));
  const [first] = sheets;
  const scored = (first?.rows ?? []).map(
    (row) => row.filter((cell) => wanted.has(plain(cell))).length,
  );
  const headerRow = scored.indexOf(Math.max(...scored));
  const headers = (first?.rows[headerRow] ?? []).map(plain);
  const columnOf = (field: string) => {
    const { header = '', aliases = [] } = columns.find((column) => column.field === field) ?? {};
    return Math.max(
      ...[header, ...aliases].filter(Boolean).map((name) => headers.indexOf(plain(name))),
      -1,
    );
  };
  const key = columnOf(dated);
  const rows = sheets.flatMap(({ rows: all }, sheet) =>
    all.flatMap((row, index) => {
      const cell = row[key];
      const text = typeof cell === 'object' ? String(cell.v) : String(cell ?? '');
      return index > headerRow && /\d/.test(text) && row.length > 6 ? [{ sheet, row: index }] : [];
    }),
  );
  return { headerRow, columnOf, rows };
}

/** A right file of a provider's transactions; the same numbers give the same file. */
export function baseTransactions(provider: BuiltInProvider, random: Random): BaseFile {
  const seed = random.between(1, 1e9);
  const count = random.between(12, 30);
  const sheets: Record<BuiltInProvider, () => Sheet[]> = {
    ESSO: () => [essoSheet(BAD_FILES_DAY, count, seed)],
    Suncore: () => suncoreSheets(BAD_FILES_DAY, count, seed),
    Comdata: () => [comdataSheet(BAD_FILES_DAY, count, seed)],
    Pipeline: () => [pipelineSheet(BAD_FILES_DAY, count, seed)],
    TAPetro: () => [tapetroSheet(BAD_FILES_DAY, count, seed)],
  };
  const made = sheets[provider]();
  const layout = BUILT_IN_LAYOUTS.find((candidate) => candidate.provider === provider);
  return {
    provider,
    content: 'transactions',
    sheets: made,
    ...locate(made, layout?.columns ?? [], 'businessDate'),
  };
}

/** A right file of a provider's rates for a day. */
export function baseRates(provider: RateProvider, day: string, random: Random): BaseFile {
  const some = <Of>(all: readonly Of[]) => {
    const start = random.between(0, Math.max(0, all.length - 6));
    return all.slice(start, start + random.between(4, 6));
  };
  const sheets: Record<RateProvider, () => Sheet> = {
    Esso: () => essoRateSheet(day, some(CANADIAN_STATIONS)),
    Pipeline: () => pipelineRateSheet(day, some(CANADIAN_STATIONS)),
    'TA-Petro': () => tapetroRateSheet(day, some(AMERICAN_STATIONS)),
  };
  const made = [sheets[provider]()];
  const layout = BUILT_IN_RATE_LAYOUTS.find((candidate) => candidate.provider === provider);
  return {
    provider,
    content: 'rates',
    sheets: made,
    ...locate(made, layout?.columns ?? [], 'site'),
  };
}

/** Sheets with one cell changed. */
export function withCell(
  sheets: readonly Sheet[],
  { sheet, row }: Place,
  column: number,
  value: Cell,
): readonly Sheet[] {
  return sheets.map((one, at) =>
    at === sheet
      ? {
          ...one,
          rows: one.rows.map((cells, index) => (index === row ? cells.with(column, value) : cells)),
        }
      : one,
  );
}
