export { openWorkbook } from './open-workbook.ts';
export { DEFAULT_READ_LIMITS } from './reading.ts';
export { sniffFile } from './sniff/sniff-file.ts';
