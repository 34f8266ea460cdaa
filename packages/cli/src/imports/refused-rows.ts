import { openWorkbook } from '@forecourt/core/provider-files';
import { openProviderFile } from '../files/provider-file.ts';
import type { RefusedRow } from './import-document.ts';

/** Reads the rejected rows from a result file; row numbers refer to the result file. */
export async function refusedRows(path: string, signal: AbortSignal): Promise<RefusedRow[]> {
  const book = await openWorkbook(await openProviderFile(path), { signal });
  const refused: RefusedRow[] = [];
  let status = -1;
  let message = -1;
  for await (const batch of book.rows(0, signal)) {
    for (const { row, cells } of batch) {
      if (status < 0) {
        status = cells.indexOf('import_status');
        message = cells.indexOf('import_message');
      } else if (cells[status] === 'rejected') {
        refused.push({ row, message: String(cells[message] ?? '') });
      }
    }
  }
  return refused;
}
