import { describe, expect, it } from 'vitest';
import { packParts } from '../../../../../examples/provider-files/odd/zip.ts';
import { fault, read } from './files.test-kit.ts';
import { fileOf, pack, workbookParts } from './workbooks.test-kit.ts';

const cellsOf = async (content: BlobPart, name: string) =>
  (await read(fileOf(content, name))).rows.map(({ cells }) => cells);

describe('TXN-04 workbooks of other programs', () => {
  const parts = workbookParts({
    sheets: [{ name: 'Data', xml: '<row r="1"><c r="A1"><v>7</v></c></row>' }],
  });
  const listing = (sheet: string) => ({
    ...parts,
    'xl/workbook.xml': (parts['xl/workbook.xml'] as string).replace(
      '</sheets>',
      `${sheet}</sheets>`,
    ),
  });

  it.each([
    ['an empty part', '<sheet name="Module1" sheetId="2" r:id=""/>'],
    ['no part', '<sheet name="Module1" sheetId="2"/>'],
  ])('a macro module, listed as a sheet with %s, is not a sheet', async (_, sheet) => {
    const { rows, workbook } = await read(fileOf(packParts(listing(sheet))));
    expect(workbook.sheets).toEqual([{ name: 'Data', hidden: false }]);
    expect(rows).toEqual([{ row: 1, cells: [7] }]);
  });

  it('a sheet whose part is missing counts as damage', async () => {
    const file = fileOf(packParts(listing('<sheet name="Lost" sheetId="2" r:id="rId9"/>')));
    expect((await fault(file)).message).toMatch(
      /^file\.xlsx is damaged: sheet "Lost" is missing\./,
    );
  });

  it('only a lower-case _x escapes a character', async () => {
    const strings = '<si><t>_X0041_ &amp; _x0041_ &amp; _x004a_</t></si>';
    const file = pack({
      strings,
      sheets: [{ name: 'A', xml: '<row><c t="s"><v>0</v></c></row>' }],
    });
    expect(await cellsOf(file, 'a.xlsx')).toEqual([['_X0041_ & A & J']]);
  });
});

describe('TXN-04 delimited text of other programs', () => {
  it('the line that names the delimiter is not a row, as in Excel', async () => {
    const { rows } = await read(fileOf('sep=;\r\nCard;Qty\r\n0541;1\r\n', 'a.csv'));
    expect(rows).toEqual([
      { row: 1, cells: ['Card', 'Qty'] },
      { row: 2, cells: ['0541', '1'] },
    ]);
  });

  it('a quotation mark that swallows the next row is refused with its row', async () => {
    const text = '"Card","Stop",Qty\n"1","LOVE\'S"",5\n"2","PILOT",6\n"3","TA",7\n';
    expect((await fault(fileOf(text, 'a.csv'))).message).toBe(
      'a.csv is damaged: the quotation marks in row 2 do not match. Get the file again from the provider, or open it in Excel and save it anew.',
    );
  });

  it('a quotation mark within a cell of one line is text', async () => {
    expect(await cellsOf('"Card","Part"\n"1","6" pipe"\n"2","two\nlines"\n', 'a.csv')).toEqual([
      ['Card', 'Part'],
      ['1', '6" pipe'],
      ['2', 'two\nlines'],
    ]);
  });
});
