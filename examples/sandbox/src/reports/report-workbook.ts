import writeExcelFile, { type Cell, type Row } from 'write-excel-file/node';
import { money, quantity } from '../amounts.ts';
import { COLOURS } from '../documents/colours.ts';
import { refuseUnwanted } from '../threads/wanted.ts';
import type { ColumnKind, Report, ReportRow, ReportTable } from './report.types.ts';

const AMOUNT = '#,##0.00';

function cellOf(kind: ColumnKind, value: string | number, style: object): Cell {
  if (kind === 'money') return { ...style, value: money(Number(value)), format: AMOUNT };
  if (kind === 'quantity') return { ...style, value: quantity(Number(value)), format: AMOUNT };
  if (kind === 'day' && value !== '') {
    return { ...style, value: new Date(`${value}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' };
  }
  return { ...style, value };
}

const TOTAL = {
  fontWeight: 'bold',
  topBorderStyle: 'thin',
  topBorderColor: COLOURS.brand,
} as const;
const HEAD = { fontWeight: 'bold', backgroundColor: COLOURS.brand, textColor: '#ffffff' } as const;

function sheetOf(report: Report, table: ReportTable) {
  const { columns, rows, title, total } = table;
  const cells = (row: ReportRow, style: object): Row => {
    refuseUnwanted();
    return row.map((value, index) => cellOf(columns[index]?.kind ?? 'text', value, style));
  };
  const above: Row[] = [
    [{ value: `${report.title}: ${title}`, fontWeight: 'bold', fontSize: 14 }],
    ...report.about.map((line): Row => [{ value: line, textColor: COLOURS.quiet }]),
    [],
  ];
  const head: Row = columns.map(({ kind, title: name }) => ({
    ...HEAD,
    value: name,
    align: kind === 'text' || kind === 'day' ? 'left' : 'right',
  }));
  return {
    sheet: title,
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: above.length + 1,
    data: [
      ...above,
      head,
      ...rows.map((row) => cells(row, {})),
      ...(total ? [cells(total, TOTAL)] : []),
    ],
  };
}

/**
 * A report as an .xlsx workbook: a sheet for each table, numbers as numbers. Core's `streamXlsx` writes any number of
 * rows without looks; what people read is small, and has fonts, colours and widths.
 */
export async function reportWorkbook(report: Report): Promise<Uint8Array<ArrayBuffer>> {
  const sheets = report.tables.map((table) => sheetOf(report, table));
  return new Uint8Array(await writeExcelFile(sheets).toBuffer());
}
