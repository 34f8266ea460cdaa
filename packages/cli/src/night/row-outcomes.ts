import type { ProviderFile } from '@forecourt/core';
import {
  LineTotals,
  openWorkbook,
  readProviderFile,
  type TransactionProvider,
} from '@forecourt/core/provider-files';
import { inflate, openProviderFile } from '../files/provider-file.ts';
import type { FileEnd } from '../imports/import-file.ts';
import type { PreflightOptions } from '../preflight/preflight.types.ts';
import { redact } from '../redact.ts';
import type { Fault, Outcome } from './night.types.ts';

/** What the service did with the rows of one file. */
export interface RowOutcomes {
  /** Undefined when the amounts can't be attributed. */
  readonly amounts: Outcome | undefined;
  /** The first rows that the service refused. */
  readonly refused: readonly Fault[];
}

interface ResultRow {
  readonly status: string;
  readonly message: string;
}

const REFUSED_SHOWN = 5;
/** A row with several products was entered in part, and the message doesn't say which ones. */
const PARTLY = /\b\d+ of \d+ lines were stored already/;

/**
 * Finds out which amounts of a file were entered, which are duplicates and which were refused. If
 * all rows ended alike, uses the check's totals; otherwise reads the file again along with the
 * result file, which has a row for each row sent. Returns undefined when nothing was entered; never
 * rejects.
 */
export async function rowOutcomes(
  options: PreflightOptions,
  file: ProviderFile,
  { entered, output, preflight, report }: FileEnd,
): Promise<RowOutcomes | undefined> {
  const record = output?.record ?? entered;
  if (!record || !report) return undefined;
  const { duplicates, imported, rejected } = record;
  const all = report.totals;
  const none = { entered: [], duplicates: [], rejected: [] };
  if (imported + rejected === 0) {
    return { amounts: { ...none, duplicates: all }, refused: [] };
  }
  const isEachRowOneLine = report.lines === report.acceptedRows;
  if (duplicates + rejected === 0 && isEachRowOneLine) {
    return { amounts: { ...none, entered: all }, refused: [] };
  }
  const path = output?.result?.location ?? record.result;
  if (path === undefined) return { amounts: undefined, refused: [] };
  try {
    const checking = { ...options, provider: report.provider as TransactionProvider };
    return await joined(await resultRows(path), file, checking, preflight?.keptOut !== undefined);
  } catch {
    // The file was entered: unknown amounts don't make it a failure.
    return { amounts: undefined, refused: [] };
  }
}

/** The rows of a result file, in the order they were sent. */
async function resultRows(path: string): Promise<readonly ResultRow[]> {
  const book = await openWorkbook(await openProviderFile(path));
  const rows: ResultRow[] = [];
  let columns: { readonly status: number; readonly message: number } | undefined;
  for await (const batch of book.rows(0)) {
    for (const { cells } of batch) {
      if (columns === undefined) {
        const [status, message] = [cells.indexOf('import_status'), cells.indexOf('import_message')];
        columns = { status, message };
      } else {
        const { message, status } = columns;
        rows.push({ status: String(cells[status]), message: String(cells[message] ?? '') });
      }
    }
  }
  return rows;
}

const OUTCOMES = { imported: 'entered', duplicate: 'duplicates', rejected: 'rejected' } as const;

async function joined(
  results: readonly ResultRow[],
  file: ProviderFile,
  options: PreflightOptions & { readonly provider: TransactionProvider },
  keptOut: boolean,
): Promise<RowOutcomes> {
  const sums = {
    entered: new LineTotals(),
    duplicates: new LineTotals(),
    rejected: new LineTotals(),
  };
  const refused: Fault[] = [];
  let at = 0;
  let known = true;
  for await (const batch of readProviderFile(file, {
    ...options,
    today: options.today(),
    inflate,
  })) {
    for (const { issues, lines, row, sheet } of batch) {
      if (keptOut && issues.some(({ severity }) => severity === 'error')) continue;
      const result = results[at];
      at += 1;
      if (result === undefined) continue;
      const outcome = OUTCOMES[result.status as keyof typeof OUTCOMES];
      known &&= outcome !== undefined && !PARTLY.test(result.message);
      if (outcome !== undefined) for (const line of lines) sums[outcome].add(line);
      if (outcome === 'rejected' && refused.length < REFUSED_SHOWN) {
        refused.push(refusedRow(sheet, row, result.message));
      }
    }
  }
  known &&= at === results.length;
  const { duplicates, entered, rejected } = sums;
  return {
    amounts: known
      ? { entered: entered.totals, duplicates: duplicates.totals, rejected: rejected.totals }
      : undefined,
    refused: at === results.length ? refused : [],
  };
}

const refusedRow = (sheet: string, row: number, message: string): Fault => ({
  ...{ sheet: redact(sheet), row, message: redact(message) },
  ...{ cell: null, column: null, value: null, rule: null, expected: null },
});
