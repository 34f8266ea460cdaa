/**
 * Daily rates: their layouts, the days they apply to, and the checks of each price. What rates share with
 * transactions (reading, headers, cells, taxes) is in the folder above; stored rates are a resource.
 */

import { isDay } from '../../format/dates.ts';
import { layoutOf, layoutsInUse, rateLayoutsInUse } from '../choose-layout.ts';
import { IssueLog } from '../issue-log.ts';
import { openWorkbook } from '../reading/index.ts';
import { noRows } from '../refusals.ts';
import { requireFile, requireProvider } from '../require-arguments.ts';
import { waivedGuards } from '../rules.ts';
import { taxTablesInUse } from '../tax-tables.ts';
import type { ProviderFile, Workbook } from '../types.ts';
import { checkDays, missingSites, namedAbove } from './file-guards.ts';
import { FormerRates } from './former-rates.ts';
import type { RateLine, RateOptions, RateReading, RateReport } from './rate.types.ts';
import { type RateBook, RateChecker } from './rate-checker.ts';
import { type RateSheet, readRateSheets } from './rate-sheets.ts';

/** Uploads are limited to a million bytes (RATE-01), which no list of sites reaches. */
const LIMITS = { maxBytes: 1_000_000, maxRows: 50_000 } as const;

/**
 * Reads a provider's daily rates and checks every price, the days they apply to, and the changes from the
 * former ones (RATE-01). Violated guards are errors until they are accepted.
 *
 * @param file the file's name and content
 * @param options the provider, today, the former rates, accepted guards
 * @returns the rates, and the report
 * @throws {ProviderFileError} what `openWorkbook` throws, `bad_layout`, `header_not_found`,
 *   `wrong_provider`, `missing_columns`, `no_rows`.
 * @throws {RangeError} for an invalid option.
 * @throws {TypeError} without a file or a provider.
 */
export async function readRateFile(file: ProviderFile, options: RateOptions): Promise<RateReading> {
  requireFile(file);
  requireProvider(options);
  const limits = { ...LIMITS, ...options.limits };
  return readRates(file.name, options, () => openWorkbook(file, { ...options, limits }));
}

/**
 * Checks a provider's daily rates and returns only the report (RATE-01). Throws like `readRateFile`.
 *
 * @param file the file's name and content
 * @param options the provider, today, the former rates, accepted guards
 * @returns the report
 * @example
 * const report = await checkRateFile({ name: 'rates.csv', blob }, { provider: 'Esso' });
 */
export async function checkRateFile(file: ProviderFile, options: RateOptions): Promise<RateReport> {
  return (await readRateFile(file, options)).report;
}

/** @param open returns the workbook; `readRateFile` passes one that opens the file. */
export async function readRates(
  file: string,
  options: RateOptions,
  open: () => Promise<Workbook>,
): Promise<RateReading> {
  const { provider, signal } = options;
  const checking = startChecking(options);
  const layouts = rateLayoutsInUse(options.layouts);
  const layout = layoutOf(provider, layouts);
  const { log, book } = checking;
  const workbook = await open();
  const known = { file, layouts: [...layouts, ...layoutsInUse()], signal, log };
  const sheets = await readRateSheets(workbook, layout, known);
  const { lines, ...counts } = checkSheets(sheets, checking);
  const last = sheets.at(-1)?.plan.sheet ?? '';
  if (counts.rows === 0) throw noRows(layout, file, last);
  log.note(missingSites(book, file, last));
  const report: RateReport = {
    file,
    provider,
    kind: workbook.kind,
    ok: log.errors === 0,
    ...counts,
    lines: lines.length,
    errors: log.errors,
    warnings: log.warnings,
    issues: log.kept,
    sites: new Set(lines.map(({ site }) => site)).size,
    accepted: [...book.waived].filter((rule) => log.rules.has(rule)),
    taxTables: book.taxes.facts(book.today),
  };
  return { report, lines };
}

interface Checking {
  readonly book: RateBook;
  readonly log: IssueLog;
}

/** Throws a RangeError for an invalid option. */
function startChecking(options: RateOptions): Checking {
  const today = options.today ?? new Date().toISOString().slice(0, 10);
  if (!isDay(today)) throw new RangeError(`today must be a day as YYYY-MM-DD, not '${today}'.`);
  const book: RateBook = {
    today,
    former: new FormerRates(options.former, options.maxChangePercent),
    waived: waivedGuards(options.accept),
    prices: new Map(),
    taxes: taxTablesInUse(options.taxTables),
  };
  return { book, log: new IssueLog(options.maxIssues) };
}

type Counts = Pick<RateReport, 'sheets' | 'rows' | 'acceptedRows' | 'effective'>;

function checkSheets(
  sheets: readonly RateSheet[],
  { book, log }: Checking,
): Counts & { readonly lines: readonly RateLine[] } {
  const lines: RateLine[] = [];
  const accepted: RateReport['sheets'][number][] = [];
  const held: NonNullable<RateReport['effective']>[] = [];
  let acceptedRows = 0;
  const { taken, issuesOf } = checkDays(sheets, book);
  for (const sheet of sheets) {
    const { plan, effective } = sheet;
    const { sheet: name, headerRow, headers } = plan;
    log.note(issuesOf(sheet));
    if (!taken.has(sheet)) continue;
    accepted.push({ name, headerRow, headers, rows: sheet.rows.length, totalRows: [] });
    log.note(namedAbove(sheet));
    if (effective.days) held.push(effective.days);
    const { today } = book;
    const checker = new RateChecker(plan, effective.days ?? { from: today, to: today }, book);
    for (const row of sheet.rows) {
      const checked = checker.check(row);
      log.note(checked.issues);
      if (checked.accepted) acceptedRows += 1;
      lines.push(...checked.lines);
    }
  }
  return {
    sheets: accepted,
    rows: accepted.reduce((sum, { rows }) => sum + rows, 0),
    acceptedRows,
    effective: spanOf(held),
    lines,
  };
}

function spanOf(days: readonly NonNullable<RateReport['effective']>[]): RateReport['effective'] {
  const from = days.map((one) => one.from).toSorted()[0];
  const to = days
    .map((one) => one.to)
    .toSorted()
    .at(-1);
  return from === undefined || to === undefined ? null : { from, to };
}
