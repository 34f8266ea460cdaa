import { createRequire } from 'node:module';
import type { CellObject, ParsingOptions } from 'xlsx';
import { ERROR_NAMES } from '../../../../../examples/provider-files/odd/grid.ts';
import { packParts } from '../../../../../examples/provider-files/odd/zip.ts';
import type { CellValue, ProviderFile, SheetRow, Workbook } from '../types.ts';
import { NOT_A_NUMBER } from './faults.ts';

/** The CommonJS build supports all code pages, and shares no state with the one used by the readers. */
export const { read: readBySheetJs } = createRequire(import.meta.url)(
  'xlsx',
) as typeof import('xlsx');

/** Workbooks as raw XML, packed as the test wants; other writers wouldn't produce these. */
export interface RawWorkbook {
  /** The content of `<sheetData>` per sheet, or a whole sheet part. */
  readonly sheets: readonly {
    readonly name: string;
    readonly xml: string;
    readonly state?: string;
  }[];
  /** The content of `<sst>`. */
  readonly strings?: string;
  readonly date1904?: boolean;
}

export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';

export const worksheet = (rows: string) =>
  `${DECLARATION}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><dimension ref="A1:XFD1048576"/><sheetData>${rows}</sheetData><mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells></worksheet>`;

export function workbookParts(raw: RawWorkbook): Record<string, string> {
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${raw.sheets.map((_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
    '_rels/.rels': `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${raw.date1904 ? ' date1904="1"' : ''}/><sheets>${raw.sheets.map(({ name, state }, index) => `<sheet name="${name}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${raw.sheets.map((_, index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="${index % 2 === 0 ? '' : '/xl/'}worksheets/sheet${index + 1}.xml"/>`).join('')}<Relationship Id="rIdS" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `${DECLARATION}<sst xmlns="${MAIN}">${raw.strings ?? ''}</sst>`,
  };
  raw.sheets.forEach(({ xml }, index) => {
    parts[`xl/worksheets/sheet${index + 1}.xml`] = xml.includes('sheetData') ? xml : worksheet(xml);
  });
  return parts;
}

export const pack = (raw: RawWorkbook, level: 0 | 1 | 6 = 6) =>
  packParts(workbookParts(raw), level);

export function fileOf(content: BlobPart | BlobPart[], name = 'file.xlsx'): ProviderFile {
  return { name, blob: new Blob(Array.isArray(content) ? content : [content]) };
}

export async function allRows(workbook: Workbook, sheet = 0): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const batch of workbook.rows(sheet)) rows.push(...batch);
  return rows;
}

function expectedValue(cell: CellObject | undefined, isMadeUp: () => boolean): CellValue {
  if (cell === undefined || cell.v === '') return undefined;
  if (cell.t === 'e') return { fault: ERROR_NAMES[cell.v as number] ?? '#ERROR!' };
  if (cell.f !== undefined && (cell.v === undefined || (cell.v === 0 && isMadeUp()))) {
    return { fault: 'formula without a value' };
  }
  if (cell.t === 'n' && !Number.isFinite(cell.v)) return NOT_A_NUMBER;
  return cell.v as CellValue;
}

/** Returns what SheetJS reads from the same bytes, as our row type. */
export function rowsBySheetJs(bytes: Uint8Array, sheet = 0): SheetRow[] {
  const data = (options: ParsingOptions): (CellObject[] | undefined)[] => {
    const book = readBySheetJs(bytes, {
      dense: true,
      sheetStubs: true,
      cellText: false,
      ...options,
    });
    return book.Sheets[book.SheetNames[sheet] ?? '']?.['!data'] ?? [];
  };
  // A formula without a value reads as 0; without formulas, such a cell is blank.
  let plain: (CellObject[] | undefined)[] | undefined;
  const isMadeUp = (row: number, column: number) => {
    plain ??= data({ cellFormula: false });
    return plain[row]?.[column]?.v === undefined;
  };
  return data({}).flatMap((stored, index) => {
    const cells = Array.from(stored ?? [], (cell, column) =>
      expectedValue(cell, () => isMadeUp(index, column)),
    );
    while (cells.length > 0 && cells.at(-1) === undefined) cells.pop();
    return cells.length === 0 ? [] : [{ row: index + 1, cells }];
  });
}
