export { xlsFile } from './xls-workbook.ts';
