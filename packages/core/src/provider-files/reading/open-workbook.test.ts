import { strToU8, zipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { asZip64, packParts } from '../../../../../examples/provider-files/odd/zip.ts';
import { fault, read, small, smallRows, written } from './files.test-kit.ts';
import { openWorkbook } from './open-workbook.ts';
import { openWithSheetJs } from './sheetjs/open-with-sheetjs.ts';
import { fileOf, MAIN, pack, rowsBySheetJs, workbookParts } from './workbooks.test-kit.ts';

// Files share a worker's modules: the readers are loaded anew, so that they call the spy.
vi.hoisted(() => vi.resetModules());
vi.mock('./sheetjs/open-with-sheetjs.ts', { spy: true });

describe('TXN-04 a file in disguise', () => {
  it.each(['xls', 'biff5', 'html', 'xlml'] as const)('%s is read', async (bookType) => {
    const { rows } = await read(fileOf(written(bookType), 'day1.xls'));
    // HTML contains only text.
    expect(rows).toEqual([
      { row: 1, cells: ['Card', 'Qty'] },
      { row: 2, cells: ['0541', bookType === 'html' ? '2.5' : 2.5] },
    ]);
  });

  it('tab-separated UTF-16 and .xlsx are read under the name .xls', async () => {
    expect((await read(fileOf(written('txt'), 'day1.xls'))).rows[1]?.cells).toEqual([
      '0541',
      '2.5',
    ]);
    expect((await read(fileOf(pack(small), 'day1.xls'))).rows).toEqual(smallRows);
  });

  it('a table after a banner in HTML keeps its leading zeros', async () => {
    const html = `<html><body><h1>Report</h1><table><tr><th>Card</th></tr><tr><td>0541</td></tr></table></body></html>`;
    const { rows } = await read(fileOf(html, 'day1.xls'));
    expect(rows.map(({ cells }) => cells)).toEqual([['Card'], ['0541']]);
  });
});

describe('workbooks', () => {
  it('list their sheets, hidden ones too, without charts, and the date system', async () => {
    const parts = workbookParts({
      date1904: true,
      sheets: [
        { name: 'Data &amp; more', xml: '' },
        { name: 'Old', xml: '', state: 'hidden' },
        { name: 'Older', xml: '', state: 'veryHidden' },
        { name: 'Chart', xml: '' },
      ],
    });
    const rels = 'xl/_rels/workbook.xml.rels';
    parts[rels] = (parts[rels] ?? '').replace(/worksheet(" Target="[^"]*sheet4)/, 'chartsheet$1');
    const workbook = await openWorkbook(fileOf(packParts(parts)));
    expect(workbook.date1904).toBe(true);
    expect(workbook.sheets).toEqual([
      { name: 'Data & more', hidden: false },
      { name: 'Old', hidden: true },
      { name: 'Older', hidden: true },
    ]);
  });

  it.each([
    [
      'prefixed elements',
      (xml: string) => xml.replace(/<(\/?)(?=[a-z])/g, '<$1x:').replace('xmlns=', 'xmlns:x='),
    ],
    [
      'the strict namespace',
      (xml: string) => xml.replace(MAIN, 'http://purl.oclc.org/ooxml/spreadsheetml/main'),
    ],
  ])('with %s are still read', async (_, rewrite) => {
    const parts = workbookParts(small);
    for (const name of ['xl/workbook.xml', 'xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml']) {
      parts[name] = rewrite(parts[name] ?? '');
    }
    expect((await read(fileOf(packParts(parts)))).rows).toEqual(smallRows);
  });

  it.each([
    ['line breaks in tags', ' ', '\n'],
    ['single quotes', /"(\w+)"/g, "'$1'"],
    ['blanks around =', '=', ' = '],
  ] as const)('with %s are still read', async (_, from, to) => {
    const tags = /<(?:row|c) [^>]*>/g;
    const [sheet] = small.sheets;
    const xml = (sheet?.xml ?? '')
      .replace(/ r="2"/, ' ht="9" r="2"')
      .replace(/ r="B2"/, ' s="1" r="C2"');
    const rewritten = xml.replace(tags, (tag) => tag.replaceAll(from as string, to));
    const { rows } = await read(
      fileOf(pack({ ...small, sheets: [{ name: 'S', xml: rewritten }] })),
    );
    expect(rows).toEqual([smallRows[0], { row: 2, cells: ['0541', undefined, 2.5] }]);
  });

  it('in UTF-16 are read as well', async () => {
    const parts: Record<string, string | Uint8Array> = workbookParts(small);
    for (const name of ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml']) {
      const units = Uint16Array.from(`\uFEFF${parts[name]}`, (c) => c.charCodeAt(0));
      parts[name] = new Uint8Array(units.buffer);
    }
    expect((await read(fileOf(packParts(parts)))).rows).toEqual(smallRows);
  });

  const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const utf16 = (text: string, littleEndian: boolean) => {
    const view = new DataView(new ArrayBuffer(text.length * 2));
    for (let at = 0; at < text.length; at += 1)
      view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
    return new Uint8Array(view.buffer);
  };
  const declared = (encoding: string, text: string) =>
    `<?xml version="1.0" ${encoding}?><sst xmlns="${MAIN}"><si><t>Card</t></si><si><t>${text}</t></si></sst>`;

  it.each([
    ['ISO-8859-1', latin(declared('encoding="ISO-8859-1"', 'Montr\xe9al'))],
    ['windows-1252 in other quotes', latin(declared("encoding = 'windows-1252'", 'Montr\xe9al'))],
    ['UTF-8', strToU8(declared('encoding="UTF-8"', 'Montréal'))],
    ['UTF8', strToU8(declared('encoding="utf8"', 'Montréal'))],
    ['US-ASCII, and are UTF-8', strToU8(declared('encoding="US-ASCII"', 'Montréal'))],
    ['nothing', strToU8(declared('', 'Montréal'))],
    ['UTF-8 behind a mark', strToU8(`\uFEFF${declared('encoding="UTF-8"', 'Montréal')}`)],
    ['UTF-16', utf16(declared('encoding="UTF-16"', 'Montréal'), true)],
    ['UTF-16 from the other end', utf16(declared('encoding="UTF-16"', 'Montréal'), false)],
    ['UTF-16 behind a mark', utf16(`\uFEFF${declared('', 'Montréal')}`, true)],
    ['UTF-16 behind a mark from the other end', utf16(`\uFEFF${declared('', 'Montréal')}`, false)],
  ])('whose texts declare %s are read', async (_, texts) => {
    const parts = { ...workbookParts(small), 'xl/sharedStrings.xml': texts };
    vi.mocked(openWithSheetJs).mockClear();
    const { rows } = await read(fileOf(packParts(parts)));
    expect(rows[1]?.cells).toEqual(['Montréal', 2.5]);
    expect(openWithSheetJs).not.toHaveBeenCalled();
  });

  it('whose list of sheets is UTF-16 are read', async () => {
    for (const littleEndian of [true, false]) {
      const parts = workbookParts(small);
      const list = utf16(parts['xl/workbook.xml'] ?? '', littleEndian);
      const bytes = packParts({ ...parts, 'xl/workbook.xml': list });
      expect((await read(fileOf(bytes))).rows).toEqual(smallRows);
    }
  });

  const LIST = 'xl/workbook.xml';
  const LINKS = 'xl/_rels/workbook.xml.rels';
  type Parts = Record<string, string>;
  const swap = (part: string, from: string | RegExp, to: string) => (parts: Parts) => {
    const text = parts[part] ?? '';
    expect(text).toMatch(from);
    return { ...parts, [part]: text.replace(from, to) };
  };
  const before = (part: string, tag: string, more: string) => swap(part, tag, `${more}${tag}`);
  const moved = (parts: Parts): Parts => {
    const { [LINKS]: links = '', [LIST]: list = '', ...others } = parts;
    return {
      ...others,
      '_rels/.rels': (others['_rels/.rels'] ?? '').replace(LIST, 'book/main.xml'),
      'book/main.xml': list,
      'book/_rels/main.xml.rels': links
        .replace('"worksheets/', '"../xl/worksheets/')
        .replace('"sharedStrings', '"/xl/sharedStrings'),
    };
  };
  const OTHER = '<Relationship Id="rId1" Type="x/worksheet" Target="worksheets/none.xml"';

  it.each<[string, (parts: Parts) => Parts]>([
    ['without links of their own', ({ '_rels/.rels': _, ...parts }) => parts],
    ['whose list is elsewhere', moved],
    ['with backslashes in addresses', swap(LINKS, 'worksheets/', 'worksheets\\')],
    ['with escapes in addresses', swap(LINKS, 'worksheets/', 'work%73heets/')],
    ['with dots in addresses', swap(LINKS, '"worksheets/', '"./old/../worksheets/')],
    ['with other letters in addresses', swap(LINKS, 'worksheets/', 'WorkSheets/')],
    [
      'with a link to outside',
      before(LINKS, '<Relationship Id="rId1"', `${OTHER} TargetMode="External"/>`),
    ],
    [
      'with a second link of the same name',
      swap(LINKS, '</Relationships>', `${OTHER}/></Relationships>`),
    ],
    ['with a link that is none', before(LINKS, '<Relationship Id="rId1"', '<Relationship/>')],
    [
      'with a sheet without a part',
      before(LIST, '</sheets>', '<sheet name="VBA" sheetId="9" r:id=""/>'),
    ],
    ['with a sheet without a link', before(LIST, '</sheets>', '<sheet name="VBA" sheetId="9"/>')],
    ['with another prefix of its links', swap(LIST, 'r:id=', 'rel:id=')],
    ['whose sheet says that it is shown', swap(LIST, '<sheet ', '<sheet state="visible" ')],
  ])('%s are read', async (_, change) => {
    vi.mocked(openWithSheetJs).mockClear();
    const { rows, workbook } = await read(fileOf(packParts(change(workbookParts(small)))));
    expect(workbook.sheets).toEqual([{ name: 'Data', hidden: false }]);
    expect(workbook.date1904).toBe(false);
    expect(rows).toEqual(smallRows);
    expect(openWithSheetJs).not.toHaveBeenCalled();
  });

  it.each([
    ['1', true],
    ['true', true],
    ['0', false],
    ['false', false],
  ])('that say %s of 1904 count days so: %s', async (said, expected) => {
    const change = swap(LIST, '<workbookPr', `<workbookPr date1904="${said}"`);
    const { workbook } = await read(fileOf(packParts(change(workbookParts(small)))));
    expect(workbook.date1904).toBe(expected);
  });

  it.each([
    ['an address that is none', swap(LINKS, 'worksheets/sheet1.xml', 'http://[')],
    ['a link that nothing has', swap(LIST, '"rId1"', '"rId7"')],
  ])('with %s are refused', async (_, change) => {
    const file = fileOf(packParts(change(workbookParts(small))));
    expect((await fault(file)).message).toMatch(/sheet "Data" is missing/);
  });

  it('that become unusual after thousands of rows lose and repeat no row', async () => {
    const row = (r: number, more = '') => `<row r="${r}"><c r="A${r}"><v>${r}</v>${more}</c></row>`;
    let xml = '';
    for (let r = 1; r <= 9000; r += 1) xml += row(r, r === 8000 ? '<extLst><ext/></extLst>' : '');
    const bytes = pack({ sheets: [{ name: 'S', xml }] });
    const { rows } = await read(fileOf(bytes));
    expect(rows).toEqual(rowsBySheetJs(bytes));
    expect(rows).toHaveLength(9000);
  });

  it('report a formula without a value, whichever reader is used', async () => {
    for (const odd of ['', '<!-- x -->']) {
      const xml = `${odd}<row r="1"><c r="A1"><f>SUM(B1)</f></c><c r="B1" t="e"><v>#REF!</v></c></row>`;
      const { rows } = await read(fileOf(pack({ sheets: [{ name: 'S', xml }] })));
      expect(rows).toEqual([
        { row: 1, cells: [{ fault: 'formula without a value' }, { fault: '#REF!' }] },
      ]);
    }
  });

  it('with many blank formatted rows have no row', async () => {
    let xml = '';
    for (let r = 1; r < 250_000; r += 1) xml += `<row r="${r}" s="1" customFormat="1"/>`;
    xml += '<row r="250000"><c r="A250000"><v>1</v></c></row>';
    const { rows } = await read(fileOf(pack({ sheets: [{ name: 'S', xml }] }, 1)), {
      limits: { maxRows: 1 },
    });
    expect(rows).toEqual([{ row: 250_000, cells: [1] }]);
  });

  it('with extra fields before their parts are read', async () => {
    const parts = Object.entries(workbookParts(small)).map(([name, text]) => [
      name,
      [strToU8(text), { extra: { 39321: new Uint8Array(30) } }],
    ]);
    const bytes = zipSync(Object.fromEntries(parts)) as Uint8Array<ArrayBuffer>;
    expect((await read(fileOf(bytes))).rows).toEqual(smallRows);
  });

  it('with parts whose names begin with a slash are read', async () => {
    const parts = Object.entries(workbookParts(small)).map(([name, text]) => [
      `/${name}`,
      strToU8(text),
    ]);
    const bytes = zipSync(Object.fromEntries(parts)) as Uint8Array<ArrayBuffer>;
    vi.mocked(openWithSheetJs).mockClear();
    expect((await read(fileOf(bytes))).rows).toEqual(smallRows);
    expect(openWithSheetJs).not.toHaveBeenCalled();
  });

  it('with blanks around the equals signs of their parts are read', async () => {
    const parts = Object.entries(workbookParts(small)).map(([name, text]) => [
      name,
      strToU8(/workbook\.xml/.test(name) ? text.replaceAll(/(\w)="/g, '$1 = "') : text),
    ]);
    const bytes = zipSync(Object.fromEntries(parts)) as Uint8Array<ArrayBuffer>;
    vi.mocked(openWithSheetJs).mockClear();
    expect((await read(fileOf(bytes))).rows).toEqual(smallRows);
    expect(openWithSheetJs).not.toHaveBeenCalled();
  });

  it('with zip64 sizes are read', async () => {
    expect((await read(fileOf(asZip64(pack(small))))).rows).toEqual(smallRows);
  });
});
