import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { ProviderFileError } from '../../provider-file-error.ts';
import { watched } from '../files.test-kit.ts';
import { openWorkbook } from '../open-workbook.ts';
import { allRows, fileOf } from '../workbooks.test-kit.ts';
import { TextDecoding } from './text-decoding.ts';

async function read(content: BlobPart) {
  const workbook = await openWorkbook(fileOf(content, 'day1.csv'));
  expect(workbook).toMatchObject({ kind: 'csv', sheets: [{ name: 'Sheet1', hidden: false }] });
  return allRows(workbook);
}
const cells = async (content: BlobPart) => (await read(content)).map((row) => row.cells);
const bytes = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
const utf16 = (text: string) =>
  new Uint8Array(Uint16Array.from(text, (c) => c.charCodeAt(0)).buffer);

describe('delimited text', () => {
  it.each([
    ['comma', 'Card,Qty\r\n0541,"1,5"\r\n', '1,5'],
    ['semicolon and decimal comma', 'Card;Qty\n0541;1,5\n', '1,5'],
    ['tab', 'Card\tQty\n0541\t1,5\n', '1,5'],
    ['old line ends', 'Card,Qty\r0541,15\r', '15'],
    ['mixed line ends', 'Card,Qty\r\n0541,15\n', '15'],
    ['a quoted last cell before CR LF', '"Card","Qty"\r\n"0541","15"\r\n', '15'],
    ['the delimiter named', 'sep=;\r\nCard;Qty\r\n0541;1,5\r\n', '1,5'],
    ['what most of its cells are split by', '1;2;3;4;5;6;7\n0541,1,5\n0542,1,5\n', undefined],
    ['banners around it', 'Report, all cards\n\nCard;Qty\n0541;1,5\n0542;1,5\n', '1,5'],
  ])('is split by %s', async (_, text, quantity) => {
    const expected =
      quantity === undefined ? ['1', '2', '3', '4', '5', '6', '7'] : ['0541', quantity];
    expect(await cells(text)).toContainEqual(expected);
  });

  it.each([
    ['200,000 cells in row 2', `a,b\n${'1,'.repeat(199_999)}1\n`, 'row 2'],
    ['one cell too many, all of them blank', `a,b\n1,2\n${','.repeat(16_384)}\n`, 'row 3'],
    ['a row without an end', `a,b\n${'1,'.repeat(1_000_000)}`, 'row 2'],
  ])('is refused for %s', async (_, text, row) => {
    await expect(cells(text)).rejects.toMatchObject({
      code: 'damaged_file',
      message: `day1.csv is damaged: ${row} is wider than the 16,384 cells that a worksheet has. Get the file again from the provider, or open it in Excel and save it anew.`,
    });
  });

  it('has as many cells in a row as a worksheet', async () => {
    const row = Array.from({ length: 16_384 }, () => '1');
    expect((await cells(`a,b\n${row.join(',')}\n`))[1]).toHaveLength(16_384);
  });

  it('counts blank rows and leaves them out, and trailing blanks too', async () => {
    expect(await read('a,b,,\n\n,,\n,x,\n')).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 4, cells: [undefined, 'x'] },
    ]);
  });

  it.each([
    ['UTF-8', 'Montréal,1\n'],
    ['UTF-8 with a mark', '\uFEFFMontréal,1\n'],
    ['UTF-8 with a mark before a quote', '\uFEFF"Montréal",1\n'],
    ['a mark encoded twice', 'ï»¿Montréal,1\n'],
    ['a mark encoded twice within quotes', '"ï»¿Montréal",1\n'],
    ['windows-1252', bytes('Montr\xe9al,1\n')],
    ['windows-1252 under a UTF-8 mark', bytes('\xef\xbb\xbfMontr\xe9al,1\n')],
    ['UTF-16 with a mark', utf16('\uFEFFMontréal,1\n')],
    ['UTF-16 without', utf16('Montréal,1\n')],
    ['windows-1252 after much ASCII', bytes(`${'x,1\n'.repeat(40_000)}Montr\xe9al,1\n`)],
  ])('is decoded from %s', async (_, content) => {
    expect((await cells(content)).at(-1)).toEqual(['Montréal', '1']);
  });

  it.each([
    ['a mark encoded twice', bytes('\xef\xbb\xbf\xef\xbb\xbfabc'), 'abc'],
    ['a mark taken for text and encoded', bytes('\xc3\xaf\xc2\xbb\xc2\xbfabc'), 'abc'],
    ['a mark alone', bytes('\xef\xbb\xbf'), ''],
    ['UTF-16 with its marks', utf16('\uFEFF\uFEFFabc'), 'abc'],
    ['UTF-16 from the other end', bytes('\0a\0b\0c'), 'abc'],
    ['UTF-16 with a mark from the other end', bytes('\xfe\xff\0a\x21\x22'), 'a™'],
    ['a NUL in a text', bytes('a\0bcdef'), 'a\0bcdef'],
    ['a NUL before a text', bytes('\0abcdef'), '\0abcdef'],
    ['a NUL in front and another further on', bytes('\0ab\0ef'), '\0ab\0ef'],
    ['a NUL after the first and none after the third', bytes('a\0bcde'), 'a\0bcde'],
  ])('is decoded without %s', (_, content, text) => {
    expect(new TextDecoding().decode(content, true)).toBe(text);
    const inTwo = new TextDecoding();
    const half = inTwo.decode(content.slice(0, 7), false) + inTwo.decode(content.slice(7), true);
    expect(half).toBe(text);
  });

  it('is decoded from UTF-16 without a mark, however it is divided', () => {
    const decoding = new TextDecoding();
    const pieces = Array.from(utf16('Montréal'), (byte) => Uint8Array.of(byte));
    const texts = pieces.map((piece) => decoding.decode(piece, false));
    expect(texts.join('') + decoding.decode(new Uint8Array(0), true)).toBe('Montréal');
  });

  it('keeps a mark that is not at its start', () => {
    const decoding = new TextDecoding();
    const [start, later] = ['éabcdef', '\uFEFFdef'].map((text) => new TextEncoder().encode(text));
    expect(decoding.decode(start ?? bytes(''), false)).toBe('éabcdef');
    expect(decoding.decode(later ?? bytes(''), true)).toBe('\uFEFFdef');
  });

  it('waits for the rest of a letter that its piece breaks off', () => {
    const decoding = new TextDecoding();
    const letters = new TextEncoder().encode('abcdef€ghé');
    const pieces = [letters.slice(0, 7), letters.slice(7, 8), letters.slice(8)];
    expect(pieces.map((piece, at) => decoding.decode(piece, at === 2))).toEqual([
      'abcdef',
      '',
      '€ghé',
    ]);
  });

  it('is decoded equally however the bytes are divided', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 5 }), fc.boolean(), (plain, size, latin) => {
        const expected = latin
          ? plain.replace(/[^\x20-\x7f]/g, 'é')
          : plain.replace(/\uFEFF|\0/g, '');
        fc.pre(!expected.startsWith('ï»¿'));
        const all = latin ? bytes(expected) : new TextEncoder().encode(expected);
        const decoding = new TextDecoding();
        let decoded = '';
        for (let at = 0; at < all.length; at += size)
          decoded += decoding.decode(all.slice(at, at + size), false);
        expect(decoded + decoding.decode(new Uint8Array(0), true)).toBe(expected);
      }),
      { seed: 7, numRuns: 400 },
    );
  });

  it('reads as it was written, over many chunks', async () => {
    const grid = Array.from({ length: 9000 }, (_, row) => [
      `card ${row}`,
      row % 7 === 0 ? 'line\nbreak, "quoted"' : 'x'.repeat(row % 30) || '-',
      String(row / 8),
    ]);
    const text = Papa.unparse(grid, { newline: '\r\n' });
    expect(text.length).toBeGreaterThan(200_000);
    expect(await cells(text)).toEqual(grid);
  });

  it('with an unclosed quotation mark is refused early, with its row', async () => {
    const good = 'a,b\n'.repeat(1000);
    for (const rest of ['"never,1\n2,3\n', `"never,${'1\n2,'.repeat(2_000_000)}`]) {
      const { file, seen } = watched(bytes(`${good}${rest}`));
      const error = await openWorkbook(file)
        .then((workbook) => allRows(workbook))
        .catch((e: unknown) => e);
      expect(error).toBeInstanceOf(ProviderFileError);
      expect(error).toMatchObject({ code: 'damaged_file' });
      expect(String(error)).toMatch(/row 1001 /);
      expect(seen.pulled).toBeLessThan(2_000_000);
    }
  });
});
