import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { openWorkbook, ProviderFileError, type SheetRow } from '@forecourt/core/provider-files';
import type { Ours } from './findings.ts';

/** A refusal that leaves the reader of it with nothing to do. */
const UNNAMED = /no kind of spreadsheet that is known/;

/** A workbook read by ours, sheet by sheet. */
export interface ReadSheet {
  readonly name: string;
  readonly rows: readonly SheetRow[];
}

/** A file as the command line opens it, read to its end. */
export async function readOurs(
  path: string,
): Promise<{ readonly ours: Ours; readonly sheets: readonly ReadSheet[]; readonly kind: string }> {
  try {
    const workbook = await openWorkbook({ name: basename(path), blob: await openAsBlob(path) });
    const sheets: ReadSheet[] = [];
    let cells = 0;
    for (const [index, { name }] of workbook.sheets.entries()) {
      const rows: SheetRow[] = [];
      for await (const batch of workbook.rows(index)) rows.push(...batch);
      for (const row of rows) cells += row.cells.filter((cell) => cell !== undefined).length;
      sheets.push({ name, rows });
    }
    return {
      ours: { outcome: 'accepted', what: workbook.kind, cells },
      sheets,
      kind: workbook.kind,
    };
  } catch (error) {
    return { ours: failure(error), sheets: [], kind: '' };
  }
}

function failure(error: unknown): Ours {
  if (!(error instanceof ProviderFileError)) {
    const stack = error instanceof Error ? error.stack : undefined;
    return { outcome: 'crashed', what: 'error', message: stack ?? String(error) };
  }
  const outcome = UNNAMED.test(error.message) ? 'unnamed' : 'refused';
  return { outcome, what: error.code, message: error.message };
}
