import type { BuiltInProvider, ProviderFileErrorCode } from '@forecourt/core/provider-files';
import { ESSO_HEADER, essoDiesel, essoRecords } from '../esso.ts';
import { type Random, seededRandom } from '../random.ts';
import {
  type Cell,
  type GeneratedFile,
  type Sheet,
  type WorkbookOptions,
  workbookBytes,
} from '../workbook.ts';

/** What the check must answer. */
export type Expectation =
  | { readonly kind: 'refused'; readonly code: ProviderFileErrorCode; readonly says?: string }
  | {
      readonly kind: 'checked';
      readonly rows: number;
      readonly accepted: number;
      /** Every issue in order: 'Z3 TXN-QTY', '- FILE-TRAILER' where no cell is meant. */
      readonly issues: readonly string[];
    };

/** A file that tries the check, with the answer that is right. */
export interface BadFile extends GeneratedFile {
  readonly provider: BuiltInProvider;
  readonly expected: Expectation;
}

/** The business day of these files; checks run two days later. */
export const BAD_FILES_DAY = '2026-11-18';
export const BAD_FILES_TODAY = '2026-11-20';

export const accepted = (rows: number, ...issues: string[]): Expectation => ({
  kind: 'checked',
  rows,
  accepted: rows,
  issues,
});

export const refused = (code: ProviderFileErrorCode, says?: string): Expectation => ({
  kind: 'refused',
  code,
  ...(says !== undefined && { says }),
});

/** Some rows in, the others out. */
export const partly = (rows: number, accepted: number, ...issues: string[]): Expectation => ({
  kind: 'checked',
  rows,
  accepted,
  issues,
});

/** Right ESSO details, all of Ontario and of the same day unless said otherwise. */
export function essoDetails(
  count: number,
  {
    day = BAD_FILES_DAY,
    province = 'ON',
    seed = 11,
  }: { day?: string; province?: string; seed?: number } = {},
): Cell[][] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => essoDetail(random, day, province));
}

function essoDetail(random: Random, day: string, province: string): Cell[] {
  const litres = random.between(20_000, 60_000);
  return essoDiesel(random, { day, province, litres, net: random.between(13_000, 14_500) });
}

type EssoField = (typeof ESSO_HEADER)[number];

/** A detail with some of its cells changed. */
export function withCells(row: readonly Cell[], changes: Partial<Record<EssoField, Cell>>): Cell[] {
  return row.map((cell, column) => {
    const field = ESSO_HEADER[column];
    return field !== undefined && field in changes ? changes[field] : cell;
  });
}

export function essoSheetOf(details: readonly (readonly Cell[])[]): Sheet {
  return { name: 'Transactions', rows: essoRecords(BAD_FILES_DAY, details) };
}

/** An ESSO file of these details with right trailer sums. */
export function essoFile(
  name: string,
  details: readonly (readonly Cell[])[],
  expected: Expectation,
  options?: WorkbookOptions,
): BadFile {
  return {
    name,
    provider: 'ESSO',
    bytes: workbookBytes([essoSheetOf(details)], options),
    expected,
  };
}

/** A file of any sheets. */
export function fileOf(
  name: string,
  provider: BuiltInProvider,
  sheets: readonly Sheet[],
  expected: Expectation,
): BadFile {
  return { name, provider, bytes: workbookBytes(sheets), expected };
}
