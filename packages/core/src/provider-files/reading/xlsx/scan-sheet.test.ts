import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utils, write } from 'xlsx';
import { packWithDescriptors } from '../../../../../../examples/provider-files/odd/zip.ts';
import type { CellValue, SheetRow } from '../../types.ts';
import { startReading } from '../reading.ts';
import {
  fileOf,
  pack,
  type RawWorkbook,
  rowsBySheetJs,
  workbookParts,
  worksheet,
} from '../workbooks.test-kit.ts';
import { Archive } from '../zip/archive.ts';
import { SharedStrings } from './shared-strings.ts';
import { scanSheet } from './sheet-rows.ts';
import { SheetScanner } from './sheet-scanner.ts';
import { readWorkbookParts } from './workbook-parts.ts';

const refuse = () => new Error('refused');
async function* chunked(text: string, size = text.length): AsyncGenerator<Uint8Array, void> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

/** Runs only the scanner: anything it doesn't recognise throws, without falling back to another reader. */
async function scan(bytes: BlobPart[], sheet = 0): Promise<SheetRow[]> {
  const archive = await Archive.open(startReading(fileOf(bytes), {}));
  const parts = await readWorkbookParts(archive);
  const { entry } = parts.sheets[sheet] ?? {};
  if (entry === undefined) throw new Error('the sheet is missing');
  const table = parts.strings === undefined ? chunked('') : archive.unpack(parts.strings);
  const strings = new SharedStrings(table, refuse);
  const rows: SheetRow[] = [];
  for await (const batch of scanSheet(archive.unpack(entry), strings, undefined)) {
    rows.push(...batch);
  }
  return rows;
}

async function scanText(xml: string): Promise<CellValue[][]> {
  const strings = new SharedStrings(chunked(''), refuse);
  const rows: SheetRow[] = [];
  for await (const batch of scanSheet(chunked(worksheet(xml)), strings, undefined)) {
    rows.push(...batch);
  }
  return rows.map(({ cells }) => [...cells]);
}

const STRINGS = [
  '<si><t>plain</t></si>',
  '<si><t xml:space="preserve"> spaced </t></si>',
  '<si><r><t>rich </t></r><r><rPr><b/></rPr><t xml:space="preserve">text &amp; more</t></r></si>',
  '<si><t>課</t><rPh sb="0" eb="1"><t>カ</t></rPh><phoneticPr fontId="1"/></si>',
  '<si><t>R&amp;D &lt;&#233;&#x41;&gt; &quot;x&quot; &apos;y&apos;</t></si>',
  '<si><t>line_x000D__x0009_end _x005F_x0041_</t></si>',
  '<si><t/></si>',
  '<si><t>Montréal — Québec, a rather long text</t></si>',
].join('');

const SHAPES = [
  '<row r="1" spans="1:3" ht="15" customHeight="1" x14ac:dyDescent="0.25"><c r="A1" s="1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>',
  '<row r="2"><c r="A2" t="s"><v>3</v></c><c r="C2" t="s"><v>4</v></c><c t="s" r="AB2" s="2"><v>5</v></c></row>',
  '<row r="3"><c r="A3" t="s"><v>6</v></c></row>',
  '<row r="4" s="3" customFormat="1"/>',
  '<row r="5"><c r="A5" s="1"/><c r="XFD5" s="1"/></row>',
  '<row r="9"><c r="A9" t="inlineStr"><is><t>in &amp; line</t></is></c><c r="B9" t="inlineStr"><is><t xml:space="preserve"> x </t></is></c><c r="C9" t="inlineStr"><is><r><t>a</t></r><r><t>b_x000A_c</t></r></is></c></row>',
  '<row r="10"><c r="A10" t="b"><v>1</v></c><c r="B10" t="b"><v>0</v></c><c r="C10" t="e"><v>#REF!</v></c><c r="D10" t="e"><v>#N/A</v></c></row>',
  '<row r="11"><c r="A11"><f>SUM(A1:A2)</f><v>3.5</v></c><c r="B11" t="str"><f>"a"&amp;"b"</f><v>ab &lt; c</v></c><c r="C11" t="str"><f>""</f><v></v></c><c r="D11"><f t="shared" ref="D11:D12" si="0">A1&gt;B1</f><v>-7</v></c><c r="E11"><f t="shared" si="0"/><v>8</v></c><c r="F11" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="G11" t="b"><f>TRUE()</f><v>1</v></c></row>',
  '<row r="12"><c r="A12"><v>1E-3</v></c><c r="B12"><v>-0.1</v></c><c r="C12"><v>1.3799999999999999</v></c><c r="D12"><v>123456789012345680000</v></c><c r="E12"><v>9007199254740993</v></c><c r="F12"><v>4.9406564584124654E-324</v></c><c r="G12" t="n"><v>45962.75</v></c></row>',
  '<row><c t="s"><v>0</v></c><c><v>2</v></c><c r="F13"><v>6</v></c><c><v>7</v></c></row>',
  '\n  <row r="20">\n    <c r="B20">\n      <v>5</v>\n    </c>\n  </row>\n',
  '<row r="1048576"><c r="A1048576"><v>1</v></c></row>',
].join('');

const shapes: RawWorkbook = {
  strings: STRINGS,
  sheets: [
    { name: 'One', xml: SHAPES },
    { name: 'Two', xml: '<row r="1"><c r="A1" t="s"><v>7</v></c></row>' },
  ],
};

describe('the scanner reads like SheetJS', () => {
  it('for every shape that Excel writes, deflated, stored and with data descriptors', async () => {
    for (const sheet of [0, 1]) {
      for (const bytes of [
        [pack(shapes)],
        [pack(shapes, 0)],
        packWithDescriptors(workbookParts(shapes)),
      ]) {
        const whole = new Uint8Array(await new Blob(bytes).arrayBuffer());
        const rows = await scan(bytes, sheet);
        expect(rows).toEqual(rowsBySheetJs(whole, sheet));
        expect(rows.length).toBe(sheet === 0 ? 9 : 1);
      }
    }
  });

  it.each([
    { bookSST: true, compression: true },
    { bookSST: false, compression: true },
    { bookSST: true, compression: false },
  ])('for workbooks that SheetJS wrote, %o', async (options) => {
    const grid = Array.from({ length: 700 }, (_, row) => [
      `card ${row % 90}`,
      row * 1.37,
      row % 3 === 0,
      row % 5 === 0 ? null : `Łódź <&> "${row}"`,
      new Date(Date.UTC(2026, 0, 1 + row)),
    ]);
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(grid), 'Data');
    const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx', ...options }));
    expect(await scan([bytes])).toEqual(rowsBySheetJs(bytes));
  });

  it('for random grids, written in random ways', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom(
        'a & b',
        '<x>',
        '_x0041_',
        '  ',
        '"',
        '0541',
        'Montréal',
        'long text '.repeat(20),
      ),
    );
    const value = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.integer({ min: -99999, max: 99999 }).map((cents) => cents / 100),
      fc.boolean(),
      text,
      fc.constant(undefined),
    );
    const cell = fc.record({ value, inline: fc.boolean(), referenced: fc.boolean() });
    const grid = fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(grid, fc.boolean(), async (cells, numbered) => {
        const bytes = pack(rawGrid(cells, numbered));
        expect(await scan([bytes])).toEqual(rowsBySheetJs(bytes));
      }),
      { numRuns: 150, seed: 20260907 },
    );
  });

  it('over many batches, with blank stretches and gaps', async () => {
    let xml = '';
    let strings = '';
    for (let row = 1; row <= 5000; row += 1 + (row % 7)) {
      strings += `<si><t>text of row ${row}</t></si>`;
      const index = strings.length === 0 ? 0 : strings.split('<si>').length - 2;
      if (row % 11 === 0) xml += `<row r="${row}" s="1"/>`;
      else
        xml += `<row r="${row}"><c r="A${row}" t="s"><v>${index}</v></c><c r="D${row}"><v>${row / 8}</v></c><c r="E${row}" s="4"/></row>`;
    }
    const bytes = pack({ strings, sheets: [{ name: 'S', xml }] });
    expect(await scan([bytes])).toEqual(rowsBySheetJs(bytes));
  });
});

interface GridCell {
  readonly value: string | number | boolean | undefined;
  readonly inline: boolean;
  readonly referenced: boolean;
}

/**
 * XML 1.0 can't contain control characters; Excel writes them, and text that looks like the escape, as
 * `_xHHHH_`.
 */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(
      /[^\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu,
      (c) => `_x${c.charCodeAt(0).toString(16).padStart(4, '0')}_`,
    )
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}

function rawGrid(rows: readonly (readonly GridCell[])[], numbered: boolean): RawWorkbook {
  let strings = '';
  let count = 0;
  const xml = rows.map((cells, row) => {
    const written = cells.map(({ value, inline, referenced }, column) => {
      const reference = referenced ? ` r="${utils.encode_cell({ r: row, c: column })}"` : '';
      if (value === undefined) return `<c${reference} s="1"/>`;
      if (typeof value === 'number') return `<c${reference}><v>${value}</v></c>`;
      if (typeof value === 'boolean') return `<c${reference} t="b"><v>${Number(value)}</v></c>`;
      const text = `<t xml:space="preserve">${escaped(value)}</t>`;
      if (inline) return `<c${reference} t="inlineStr"><is>${text}</is></c>`;
      strings += `<si>${text}</si>`;
      count += 1;
      return `<c${reference} t="s"><v>${count - 1}</v></c>`;
    });
    return `<row${numbered ? ` r="${row + 1}"` : ''}>${written.join('')}</row>`;
  });
  return { strings, sheets: [{ name: 'S', xml: xml.join('') }] };
}

describe('the scanner', () => {
  it('continues wherever the bytes are divided', () => {
    const xml = `${SHAPES.replace(/<c[^>]*t="s"[^>]*><v>\d+<\/v><\/c>/g, '')}</sheetData></worksheet>                `;
    const whole = new TextEncoder().encode(xml);
    const buffer = new Uint8Array(whole.length + 16);
    const scanAll = (cut: number) => {
      const scanner = new SheetScanner([]);
      buffer.fill(0);
      buffer.set(whole.subarray(0, cut));
      scanner.feed(buffer, cut);
      const at = scanner.scan(0);
      buffer.set(whole);
      scanner.feed(buffer, whole.length);
      scanner.scan(at);
      return scanner.finished ? scanner.takeRows() : undefined;
    };
    const expected = scanAll(whole.length);
    expect(expected).toHaveLength(7);
    for (let cut = 0; cut < whole.length; cut += 1) expect(scanAll(cut)).toEqual(expected);
  });

  it('reports a formula without a value', async () => {
    const fault = { fault: 'formula without a value' };
    expect(
      await scanText(
        '<row r="1"><c r="A1"><f>SUM(B1)</f></c><c r="B1"><f>X()</f><v/></c><c r="C1"><f>Y()</f><v></v></c></row>',
      ),
    ).toEqual([[fault, fault, fault]]);
  });

  it.each([
    ['a prefix', '<x:row r="1"/>'],
    ['a comment', '<row r="1"><!-- x --><c r="A1"/></row>                    '],
    ['CDATA', '<row r="1"><c r="A1" t="str"><v><![CDATA[x]]></v></c></row>'],
    ['ISO dates', '<row r="1"><c r="A1" t="d"><v>2026-01-01</v></c></row>'],
    ['another end of a value', '<row r="1"><c r="A1"><v>1</w></c></row>'],
    ['a longer end of a value', '<row r="1"><c r="A1"><v>1</v ></c></row>'],
    ['an element in a value', '<row r="1"><c r="A1"><v>1<v></v></v></c></row>'],
    ['an end without its slash', '<row r="1"><c r="A1"><v>1<vv></c></row>           '],
    ['another end of a cell', '<row r="1"><c r="A1"><v>1</v></d></row>              '],
    ['a longer end of a cell', '<row r="1"><c r="A1"><v>1</v></c ></row>             '],
    ['text in a cell', '<row r="1"><c r="A1">1<v>1</v></c></row>'],
    ['text between cells', '<row r="1"><c r="A1"><v>1</v></c>x</row>'],
    ['another element in a row', '<row r="1"><d r="A1"/></row>             '],
    ['a cell without a column', '<row r="1"><c r="1"><v>1</v></c></row>'],
    ['a cell with a lower-case column', '<row r="1"><c r="a1"><v>1</v></c></row>'],
    ['a cell with more than its place', '<row r="1"><c r="A1B"><v>1</v></c></row>'],
    ['a cell that is no single tag', '<row r="1"><c r="A1"/ ></row>             '],
    ['a row without a number', '<row r="A"><c><v>1</v></c></row>'],
    ['an index that is no number', '<row r="1"><c t="s"><v>x</v></c></row>'],
    ['an unknown type', '<row r="1"><c t="sx"><v>x</v></c></row>'],
    ['a formula that ends otherwise', '<row r="1"><c><f>A1</g><v>1</v></c></row>'],
    ['an inline text that is not one', '<row r="1"><c t="inlineStr"><it><t>x</t></it></c></row>'],
    [
      'CDATA in an inline text',
      '<row r="1"><c t="inlineStr"><is><t><![CDATA[x]]></t></is></c></row>',
    ],
    ['extensions', '<row r="1"><c r="A1"><v>1</v><extLst><ext/></extLst></c></row>'],
  ])('leaves %s to another reader', async (_, xml) => {
    await expect(scanText(xml)).rejects.toThrow('sheet XML at');
  });

  it.each([
    ['shared strings without an end', '<sst xmlns="x"><si><t>a</t></si>'],
    ['shared strings with another root', `<root>${' '.repeat(4_096)}`],
    ['shared strings with CDATA', '<sst><si><t><![CDATA[a]]></t></si></sst>'],
    ['<b> among shared strings', '<sst><si><t>a</t></si><b></sst>'],
    ['<si2> among shared strings', '<sst><si2><t>a</t></si2></sst>'],
  ])('leaves %s to another reader', async (reason, xml) => {
    await expect(new SharedStrings(chunked(xml), refuse).reach(9, undefined)).rejects.toThrow(
      reason,
    );
  });

  it.each([
    ['a list that ends early', '<sst><si><t>a</t></si></sst>'],
    ['a list with extensions', '<sst><si><t>a</t></si><extLst><ext/></extLst></sst>'],
    ['a list with an empty extension', '<sst><si><t>a</t></si><extLst/></sst>'],
    [
      'blanks before its end',
      '\uFEFF <?xml version="1.0"?> <sst a="1" >\n <si><t>a</t></si> </sst >',
    ],
    ['attributes of an item', '<sst><si a="1"><t>a</t></si></sst>'],
  ])('reads shared strings of %s', async (_, xml) => {
    const strings = new SharedStrings(chunked(xml), refuse);
    await strings.reach(9, undefined);
    expect(strings.values).toEqual(['a']);
  });

  it('reads no shared strings of an empty list', async () => {
    const strings = new SharedStrings(chunked('<sst xmlns="x"/>'), refuse);
    await strings.reach(0, undefined);
    expect(strings.values).toEqual([]);
  });

  it('refuses a text that is longer than a cell can hold, wherever it stands', async () => {
    const long = (count: number) => 'x'.repeat(count);
    const message = 'a cell holds more than the 32,767 characters that it can';
    const shared = async (inside: string) => {
      const strings = new SharedStrings(chunked(`<sst>${inside}</sst>`), refuse);
      await strings.reach(9, undefined);
      return strings.values[0]?.length;
    };
    const inline = async (inside: string) => {
      const cell = `<row r="1"><c t="inlineStr"><is>${inside}</is></c></row>`;
      const [[text] = []] = await scanText(cell);
      return String(text).length;
    };
    for (const text of [
      (xml: string) => `<t>${xml}</t>`,
      (xml: string) => `<r><t>${xml}</t></r>`,
    ]) {
      expect(await shared(`<si>${text(long(327_670))}</si>`)).toBe(327_670);
      await expect(shared(`<si>${text(long(327_671))}</si>`)).rejects.toThrow(message);
      expect(await inline(text(long(327_670)))).toBe(327_670);
      await expect(inline(text(long(327_671)))).rejects.toThrow(message);
    }
    const plain = (count: number) =>
      scanText(`<row r="1"><c t="str"><v>${long(count)}</v></c></row>`);
    expect(await plain(327_670)).toEqual([[long(327_670)]]);
    await expect(plain(327_671)).rejects.toThrow(message);
  });

  it.each([
    ['twice the same row', '<row r="2"><c><v>1</v></c></row><row r="2"><c><v>1</v></c></row>'],
    ['a row below the sheet', '<row r="1048577"><c><v>1</v></c></row>'],
    ['a row of a negative number', '<row r="-5"><c><v>1</v></c></row>'],
    ['a column beyond the sheet', '<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>'],
  ])('refuses %s', async (_, xml) => {
    await expect(scanText(xml)).rejects.toThrow(/comes after|outside|negative/);
  });

  it('reads shared strings divided anywhere', async () => {
    // SheetJS doesn't count an empty item, `<si/>`.
    const xml = `<?xml version="1.0"?><sst xmlns="x">${STRINGS}<si/><si><t>last</t></si></sst>`;
    const whole = new SharedStrings(chunked(xml), refuse);
    await whole.reach(99, undefined);
    expect(whole.values).toHaveLength(10);
    expect(whole.values[9]).toBe('last');
    for (const size of [1, 2, 3, 7, 50]) {
      const strings = new SharedStrings(chunked(xml, size), refuse);
      await strings.reach(99, undefined);
      expect(strings.values).toEqual(whole.values);
    }
  });
});
