import { closeSync, openSync, writeSync } from 'node:fs';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { type Cell, purchaseRows } from './purchases.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const FORMATS = 'http://schemas.openxmlformats.org';
const MAIN = `xmlns="${FORMATS}/spreadsheetml/2006/main"`;
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const RELATION = `${FORMATS}/officeDocument/2006/relationships`;
const PIECE = 1_000_000;

const FIXED_PARTS = {
  '[Content_Types].xml': `<Types xmlns="${FORMATS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${TYPE}.sharedStrings+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${FORMATS}/package/2006/relationships"><Relationship Id="rId1" Type="${RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${RELATION}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${FORMATS}/package/2006/relationships"><Relationship Id="rId1" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATION}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
};

/** Texts in the order of their first use, as Excel writes them. */
class Texts {
  readonly order = new Map<string, number>();
  uses = 0;

  of(text: string): number {
    this.uses += 1;
    const known = this.order.get(text);
    if (known !== undefined) return known;
    this.order.set(text, this.order.size);
    return this.order.size - 1;
  }
}

const letters = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : `A${String.fromCharCode(65 + column - 26)}`;

function rowXml(number: number, cells: readonly Cell[], texts: Texts): string {
  const written = cells.map((cell, column) => {
    const at = `r="${letters(column)}${number}"`;
    if (cell === undefined) return `<c ${at} s="3"/>`;
    if (typeof cell === 'number') return `<c ${at}><v>${cell}</v></c>`;
    return `<c ${at} t="s"><v>${texts.of(cell)}</v></c>`;
  });
  return `<row r="${number}" spans="1:30">${written.join('')}</row>`;
}

/** Creates an .xlsx of that many purchases below a header, with shared strings, as Excel writes it. */
export function writeXlsx(path: string, rows: number): void {
  const file = openSync(path, 'w');
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    writeSync(file, piece);
  });
  const part = (name: string, pieces: Iterable<string>): void => {
    const entry = new ZipDeflate(name, { level: 6 });
    zip.add(entry);
    entry.push(strToU8(XML));
    let waiting = '';
    for (const piece of pieces) {
      waiting += piece;
      if (waiting.length < PIECE) continue;
      entry.push(strToU8(waiting));
      waiting = '';
    }
    entry.push(strToU8(waiting), true);
  };

  for (const [name, text] of Object.entries(FIXED_PARTS)) part(name, [text]);
  const texts = new Texts();
  function* sheet(): Generator<string> {
    yield `<worksheet ${MAIN}><dimension ref="A1:AD${rows + 1}"/><sheetData>`;
    let number = 0;
    for (const cells of purchaseRows(rows)) {
      number += 1;
      yield rowXml(number, cells, texts);
    }
    yield '</sheetData></worksheet>';
  }
  function* strings(): Generator<string> {
    yield `<sst ${MAIN} count="${texts.uses}" uniqueCount="${texts.order.size}">`;
    for (const text of texts.order.keys()) yield `<si><t>${text.replaceAll('&', '&amp;')}</t></si>`;
    yield '</sst>';
  }
  part('xl/worksheets/sheet1.xml', sheet());
  part('xl/sharedStrings.xml', strings());
  zip.end();
  closeSync(file);
}
