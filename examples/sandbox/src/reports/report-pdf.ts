import { COLOURS } from '../documents/colours.ts';
import type { DocumentBrand } from '../documents/document-brand.ts';
import { amountText, dayText, quantityText } from '../documents/document-text.ts';
import { createPdf, finishPdf, letterhead, PAGE, put } from '../documents/pdf-document.ts';
import { drawTable, type TableColumn, type TableRow } from '../documents/pdf-table.ts';
import type { ColumnKind, Report, ReportRow, ReportTable } from './report.types.ts';

/** Tables full of zeros are hard to read. */
const NOTHING = '–';

const SHOWN: Readonly<Record<ColumnKind, (value: string | number) => string>> = {
  text: String,
  money: (value) => (value === 0 ? NOTHING : amountText(Number(value))),
  quantity: (value) => (value === 0 ? NOTHING : quantityText(Number(value))),
  days: String,
  day: (value) => dayText(String(value)),
};

function columnsOf({ columns }: ReportTable): TableColumn[] {
  const all = columns.reduce((sum, { width }) => sum + width, 0);
  return columns.map(({ kind, title, width }) => ({
    title,
    width: (width / all) * PAGE.width,
    ...(kind === 'text' || kind === 'day' ? {} : { align: 'right' as const }),
  }));
}

function rowsOf({ columns, rows, total }: ReportTable): TableRow[] {
  const shown = (row: ReportRow): string[] =>
    row.map((value, index) => SHOWN[columns[index]?.kind ?? 'text'](value));
  return [
    ...rows.map((row) => ({ cells: shown(row) })),
    ...(total ? [{ cells: shown(total), total: true } as const] : []),
  ];
}

/** Room for a table's title, head and first rows. */
const LEAST = 80;

/** Draws a report's summaries in a brand; details are only in the workbook. */
export async function reportPdf(
  report: Report,
  { at, brand }: { readonly at: Date; readonly brand: DocumentBrand },
): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = createPdf({ title: report.title, at, brand });
  const head = (): number => {
    letterhead(pdf, report.title);
    for (const [index, line] of report.about.entries()) {
      const y = PAGE.top + 48 + index * 12;
      put(pdf, line, PAGE.left, y, { colour: COLOURS.quiet, width: PAGE.width });
    }
    return PAGE.top + 60 + report.about.length * 12;
  };
  const newPage = (): number => {
    pdf.addPage();
    return head();
  };
  let y = head();
  const tables = report.tables.filter(({ detail }) => detail !== true);
  if (tables.length === 0) put(pdf, 'There is nothing to report.', PAGE.left, y, { size: 11 });
  for (const table of tables) {
    if (y > PAGE.bottom - LEAST) y = newPage();
    put(pdf, table.title, PAGE.left, y, { size: 12, bold: true, colour: pdf.brand.colour });
    const shape = { columns: columnsOf(table), rows: rowsOf(table), newPage };
    y = (await drawTable(pdf, y + 18, shape)) + 20;
  }
  return finishPdf(pdf, `${pdf.brand.issuer} · ${report.title}`);
}
