/**
 * Opens any spreadsheet or text file as sheets of rows, with limits against oversized and malicious files.
 * Knows nothing of providers: layouts, rules and taxes are applied in the folder above.
 */

export { openWorkbook } from './open-workbook.ts';
export { DEFAULT_READ_LIMITS } from './reading.ts';
export { sniffFile } from './sniff/sniff-file.ts';
