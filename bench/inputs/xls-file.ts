import { writeFileSync } from 'node:fs';
import { xlsFile } from '@forecourt/provider-file-examples/odd';
import { purchaseRows } from './purchases.ts';

/** Creates an .xls of that many purchases below a header, as Excel writes it. */
export function writeXls(path: string, rows: number): void {
  writeFileSync(path, xlsFile({ sheets: [{ name: 'Sheet1', rows: purchaseRows(rows) }] }));
}
