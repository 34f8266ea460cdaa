import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { read } from 'xlsx';
import { openWorkbook } from '../reading/index.ts';
import type { CellValue } from '../types.ts';
import { type WrittenSheet, writeXlsx } from './write-xlsx.ts';

const sheetOf = (cells: readonly CellValue[], more: Partial<WrittenSheet> = {}): WrittenSheet => ({
  name: 'Sheet1',
  rows: [{ row: 3, cells }],
  ...more,
});

async function readBack(sheets: readonly WrittenSheet[]): Promise<readonly CellValue[]> {
  const workbook = await openWorkbook({ name: 'x.xlsx', blob: await writeXlsx(sheets) });
  const rows: (readonly CellValue[])[] = [];
  for await (const batch of workbook.rows(0)) {
    for (const { row, cells } of batch) {
      expect(row).toBe(3);
      rows.push(cells);
    }
  }
  return rows[0] ?? [];
}

const ODD = ['=1+1', '@x', ' x ', 'a\r\nb\tc', '\u0007\u0000', '_x0041_', '<&>"\'', 'é😀', '0541'];

describe('a written workbook', () => {
  it('keeps every value, for our reader and for another one', async () => {
    const cells = [...ODD, 0, -12.5, 1e21, 0.1, true, false, { fault: '#REF!' }, undefined, 'end'];
    expect(await readBack([sheetOf(cells)])).toEqual(cells);
    const bytes = new Uint8Array(await (await writeXlsx([sheetOf(cells)])).arrayBuffer());
    const { Sheet1 } = read(bytes, { cellFormula: true, cellHTML: false }).Sheets;
    const values = cells
      .slice(0, 13)
      .map((_, column) => Sheet1?.[`${String.fromCharCode(65 + column)}3`]?.v);
    // SheetJS reads CRLF as a single line end.
    const asRead = (value: CellValue) =>
      typeof value === 'string' ? value.replace('\r\n', '\n') : value;
    expect(values).toEqual(cells.slice(0, 13).map(asRead));
    expect(JSON.stringify(Sheet1)).not.toContain('"f":');
  });

  it('keeps any text and number', async () => {
    // fast-check's own unit for this, 'binary', costs seconds on its first use: longer than the test's limit under load.
    const character = fc
      .oneof(fc.integer({ min: 1, max: 0xff }), fc.integer({ min: 1, max: 0x10_f7ff }))
      .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));
    const cell = fc.oneof(
      fc.string({ unit: character, minLength: 1, maxLength: 20 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    );
    const columns = fc.array(cell, { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(columns, async (cells) => {
        const text = cells.map((value) =>
          typeof value === 'string' ? value.replaceAll('\u0000', 'x') : value,
        );
        expect(await readBack([sheetOf(text)])).toEqual(text);
      }),
      { numRuns: 40 },
    );
  }, 30_000);

  it('shows numbers in their formats, keeps sheets hidden, and states the date system', async () => {
    const rows = [{ row: 1, cells: [46_344, 1.5], formats: ['yyyy-mm-dd', undefined] }];
    const sheets = [
      { name: 'A & B', rows },
      { name: 'Notes', hidden: true, rows: [] },
    ];
    const blob = await writeXlsx(sheets, { date1904: true });
    const workbook = await openWorkbook({ name: 'x.xlsx', blob });
    expect(workbook).toMatchObject({
      date1904: true,
      sheets: [
        { name: 'A & B', hidden: false },
        { name: 'Notes', hidden: true },
      ],
    });
    const book = read(new Uint8Array(await blob.arrayBuffer()), { cellNF: true });
    expect(book.Sheets['A & B']).toMatchObject({
      A1: { v: 46_344, z: 'yyyy-mm-dd' },
      B1: { v: 1.5 },
    });
  });
});

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const partsOf = async (sheets: readonly WrittenSheet[], date1904?: boolean) => {
  const blob = await (date1904 === undefined ? writeXlsx(sheets) : writeXlsx(sheets, { date1904 }));
  const parts = unzipSync(new Uint8Array(await blob.arrayBuffer()));
  return Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, strFromU8(bytes)]));
};

describe('the parts of a written workbook', () => {
  it('are those that Excel writes, with a style for each number format', async () => {
    const formats = ['yyyy-mm-dd', '0.00 "L"', 'yyyy-mm-dd'];
    const parts = await partsOf([
      {
        name: 'A "1" & <B>',
        rows: [
          { row: 1, cells: ['Day', true, false] },
          { row: 5, cells: [46_344, -1.5, 2, 3], formats },
          { row: 6, cells: [undefined, { fault: '#N/A' }, { fault: 'not a number' }] },
        ],
      },
      { name: 'Two', hidden: true, rows: [] },
    ]);
    const text = (at: string, value: string) =>
      `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
    const xf = (format: number) =>
      `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;
    const override = (name: string, type: string) =>
      `<Override PartName="/xl/${name}.xml" ContentType="${TYPES}.${type}+xml"/>`;
    const relation = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
    expect(parts).toEqual({
      '[Content_Types].xml': `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}${override('styles', 'styles')}${override('worksheets/sheet1', 'worksheet')}${override('worksheets/sheet2', 'worksheet')}</Types>`,
      '_rels/.rels': `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
      'xl/workbook.xml': `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr/><sheets><sheet name="A &quot;1&quot; &amp; &lt;B&gt;" sheetId="1" r:id="rId1"/><sheet name="Two" sheetId="2" state="hidden" r:id="rId2"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'worksheet', 'worksheets/sheet2.xml')}${relation('rId3', 'styles', 'styles.xml')}</Relationships>`,
      'xl/worksheets/sheet1.xml': `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetData><row r="1">${text('A1', 'Day')}<c r="B1" t="b"><v>1</v></c><c r="C1" t="b"><v>0</v></c></row><row r="5"><c r="A5" s="1"><v>46344</v></c><c r="B5" s="2"><v>-1.5</v></c><c r="C5" s="1"><v>2</v></c><c r="D5"><v>3</v></c></row><row r="6"><c r="B6" t="e"><v>#N/A</v></c></row></sheetData></worksheet>`,
      'xl/worksheets/sheet2.xml': `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetData></sheetData></worksheet>`,
      'xl/styles.xml': `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/><numFmt numFmtId="165" formatCode="0.00 &quot;L&quot;"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3">${xf(0)}${xf(164)}${xf(165)}</cellXfs></styleSheet>`,
    });
  });

  it('have no formats without any, and state the other date system', async () => {
    const plain = await partsOf([sheetOf([1])]);
    expect(plain['xl/styles.xml']).not.toContain('numFmts');
    expect(plain['xl/styles.xml']).toContain('<cellXfs count="1">');
    expect(plain['xl/workbook.xml']).toContain('<workbookPr/>');
    const dated = await partsOf([sheetOf([1])], true);
    expect(dated['xl/workbook.xml']).toContain('<workbookPr date1904="1"/>');
  });

  it('have no text longer than a cell can be, and every row of a long sheet once', async () => {
    const rows = Array.from({ length: 3_000 }, (_, at) => ({ row: at + 1, cells: [`text ${at}`] }));
    const long = { row: 3_001, cells: ['x'.repeat(32_768)] };
    const { 'xl/worksheets/sheet1.xml': xml = '' } = await partsOf([
      { name: 'S', rows: [...rows, long] },
    ]);
    expect(xml.match(/x{32766,}/)?.[0]).toHaveLength(32_767);
    expect(xml.match(/>text \d+</g)).toEqual(rows.map((_, at) => `>text ${at}<`));
    expect(xml.match(/<sheetData>/g)).toHaveLength(1);
  });

  it('writes what XML cannot contain as Excel does', async () => {
    const { 'xl/worksheets/sheet1.xml': xml } = await partsOf([
      sheetOf(['\u0001\t\n\r\u001f\uFFFE\uFFFF_x004A_ _x41_']),
    ]);
    expect(xml).toContain('>_x0001_\t\n_x000D__x001F__xFFFE__xFFFF__x005F_x004A_ _x41_<');
  });
});

describe('the archive of a written workbook', () => {
  it('states names, checksums and sizes in both of its places, and the same day always', async () => {
    const blob = await writeXlsx([sheetOf([1])]);
    const view = new DataView(await blob.arrayBuffer());
    const at = (from: number, ...sizes: readonly (2 | 4)[]) => {
      let next = from;
      return sizes.map((size) => {
        const value = size === 2 ? view.getUint16(next, true) : view.getUint32(next, true);
        next += size;
        return value;
      });
    };
    const end = view.byteLength - 22;
    const [size = 0, directory = 0] = at(end + 12, 4, 4);
    expect(at(end, 4, 2, 2, 2, 2)).toEqual([0x06054b50, 0, 0, 6, 6]);
    expect(at(end + 20, 2)).toEqual([0]);
    expect(size).toBe(end - directory);
    let offset = 0;
    let entry = directory;
    for (const name of [
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      'xl/worksheets/sheet1.xml',
      'xl/styles.xml',
    ]) {
      const [signature, ...head] = at(entry, 4, 2, 2, 2, 2, 2, 2, 4, 4, 4, 2, 2, 2, 2, 2, 4, 4);
      const [crc = 0, packed = 0, unpacked = 0] = head.slice(6, 9);
      expect(signature).toBe(0x02014b50);
      const sums = [crc, packed, unpacked, name.length];
      expect(head).toEqual([20, 20, 0x0808, 8, 0, 0x21, ...sums, 0, 0, 0, 0, 0, offset]);
      expect(Buffer.from(view.buffer, entry + 46, name.length).toString()).toBe(name);
      const local = at(offset, 4, 2, 2, 2, 2, 2, 4, 4, 4, 2, 2);
      expect(local).toEqual([0x04034b50, 20, 0x0808, 8, 0, 0x21, 0, 0, 0, name.length, 0]);
      offset += 30 + name.length + packed;
      expect(at(offset, 4, 4, 4, 4)).toEqual([0x08074b50, crc, packed, unpacked]);
      offset += 16;
      entry += 46 + name.length;
    }
    expect([offset, entry]).toEqual([directory, end]);
  });
});
