import { openWorkbook } from '@forecourt/core/provider-files';
import { openProviderFile } from '../files/provider-file.ts';
import { count } from '../output/progress.ts';
import type { RefusedRow } from './import-document.ts';
import type { FileEnd } from './import-file.ts';

interface ResultRow {
  readonly row: number;
  readonly status: string;
  readonly message: string;
}

/** The rows of a result file, in the order they were sent; row numbers refer to the result file. */
async function* resultRows(path: string, signal?: AbortSignal): AsyncGenerator<ResultRow> {
  const book = await openWorkbook(await openProviderFile(path), signal ? { signal } : {});
  let status = -1;
  let message = -1;
  for await (const batch of book.rows(0, signal)) {
    for (const { row, cells } of batch) {
      if (status < 0) {
        status = cells.indexOf('import_status');
        message = cells.indexOf('import_message');
      } else yield { row, status: String(cells[status]), message: String(cells[message] ?? '') };
    }
  }
}

/** Reads the rejected rows from a result file; row numbers refer to the result file. */
export async function refusedRows(path: string, signal: AbortSignal): Promise<RefusedRow[]> {
  const refused: RefusedRow[] = [];
  for await (const { row, status, message } of resultRows(path, signal)) {
    if (status === 'rejected') refused.push({ row, message });
  }
  return refused;
}

/** Entered rows that belong to no company, so that nobody is billed for them. */
export interface WithoutCompany {
  /** Rows of cards that the service doesn't know. */
  readonly unknown: number;
  /** Rows of masked numbers that fit several cards. */
  readonly ambiguous: number;
  /** The last digits of the first such card. */
  readonly first: string;
}

const KEPT = /Card ending (\S+) (is not known|fits several cards): kept without a company/;

/**
 * Counts the rows that one import entered without a company, from its result file. Returns undefined
 * if there are none, if this run entered nothing, or if the result file can't be read.
 */
export async function withoutCompany({
  entered,
  output,
}: FileEnd): Promise<WithoutCompany | undefined> {
  const isNew = output ? output.sent || output.settled : entered !== undefined;
  const path = output?.result?.location ?? (output?.record ?? entered)?.result;
  if (!isNew || path === undefined) return undefined;
  const counts = { 'is not known': 0, 'fits several cards': 0 };
  let first: string | undefined;
  try {
    for await (const { status, message } of resultRows(path)) {
      const [, card, why] = (status === 'imported' && KEPT.exec(message)) || [];
      if (card === undefined) continue;
      counts[why as keyof typeof counts] += 1;
      first ??= card;
    }
  } catch {
    // The rows were entered: a result file that can't be read doesn't make that a failure.
    return undefined;
  }
  if (first === undefined) return undefined;
  return { unknown: counts['is not known'], ambiguous: counts['fits several cards'], first };
}

/** '5 rows are of cards that are not known: kept without a company (first: card ending 9999)'. */
export function withoutCompanyText({ ambiguous, first, unknown }: WithoutCompany): string {
  const rows = (of: number) => count(of, ['row is', 'rows are']);
  const kinds = [
    ...(unknown > 0 ? [`${rows(unknown)} of cards that are not known`] : []),
    ...(ambiguous > 0 ? [`${rows(ambiguous)} of numbers that fit several cards`] : []),
  ];
  return `${kinds.join(', ')}: kept without a company (first: card ending ${first})`;
}
