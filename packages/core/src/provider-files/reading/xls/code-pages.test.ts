import { beforeEach, describe, expect, it, vi } from 'vitest';
import { compoundOf } from '../../../../../../examples/provider-files/odd/compound-file.ts';
import { fault, read } from '../files.test-kit.ts';
import { openWithSheetJs } from '../sheetjs/open-with-sheetjs.ts';
import { fileOf, rowsBySheetJs } from '../workbooks.test-kit.ts';

// Files share a worker's modules: the readers are loaded anew, so that they call the spy.
vi.hoisted(() => vi.resetModules());
vi.mock('../sheetjs/open-with-sheetjs.ts', { spy: true });
beforeEach(() => {
  vi.mocked(openWithSheetJs).mockClear();
});
const bySheetJs = () => vi.mocked(openWithSheetJs).mock.calls.length;

const u16 = (...values: number[]) => values.flatMap((value) => [value & 255, value >> 8]);
const record = (type: number, ...body: number[]) => [...u16(type, body.length), ...body];
const EOF = record(0x0a);

interface Old {
  readonly version: 0x0500 | 0x0600;
  readonly page?: number;
  readonly name?: readonly number[];
  /** Records of the sheet. */
  readonly cells: readonly number[];
}

/** A one-sheet workbook of Excel 5 or 97; bytes are written unchanged. */
function workbook({ cells, name = [68], page, version }: Old): Uint8Array<ArrayBuffer> {
  const start = [
    ...record(0x0809, ...u16(version, 5, 0, 0)),
    ...(page === undefined ? [] : record(0x42, ...u16(page))),
  ];
  const flags = version === 0x0600 ? [0] : [];
  const at = start.length + 4 + 4 + 3 + flags.length + name.length + EOF.length;
  const sheet = record(0x85, ...u16(at, 0), 0, 0, name.length, ...flags, ...name);
  const part = [...record(0x0809, ...u16(version, 0x10, 0, 0)), ...cells, ...EOF];
  const padding = Array.from({ length: 5000 }, () => 0);
  return compoundOf(Uint8Array.from([...start, ...sheet, ...EOF, ...part, ...padding]), {
    name: 'Book',
  });
}

/** A BIFF5 text cell: row, column, format, length, bytes. */
const label = (row: number, ...bytes: number[]) =>
  record(0x204, ...u16(row, 0, 15, bytes.length), ...bytes);

const textOf = async (page: number | undefined, ...bytes: number[]) => {
  const file = workbook({
    version: 0x0500,
    ...(page !== undefined && { page }),
    cells: label(0, ...bytes),
  });
  const { rows } = await read(fileOf(file, 'old.xls'));
  return rows[0]?.cells[0];
};

describe('TXN-04 the code page of an .xls', () => {
  it.each([
    [undefined, [0x93, 0x68, 0x94, 0x85], '“h”…'],
    [1252, [0x93, 0x68, 0x94, 0x80, 0xe9], '“h”€é'],
    [1250, [0xb3, 0xf3, 0x9f], 'łóź'],
    [1251, [0xf0, 0xf3, 0xe1], 'руб'],
    [1253, [0xcf, 0xea, 0xf4], 'Οκτ'],
    [1254, [0xdd, 0xfe], 'İş'],
    [932, [0x8a, 0xbf, 0x8e, 0x9a, 0x41], '漢字A'],
    [437, [0x82, 0x9c, 0xe1], 'é£ß'],
    [850, [0x82, 0x9d], 'éØ'],
    [866, [0xe0, 0xe3, 0xa1], 'руб'],
    [10_000, [0x8a, 0xd2, 0xd3], 'ä“”'],
    [10_006, [0xf1, 0x8a], 'ώä'],
    [10_029, [0x88, 0x84], 'ąĄ'],
    [32_768, [0x8a], 'ä'],
    [32_769, [0x93], '“'],
  ] as const)('%s of a BIFF5 is applied', async (page, bytes, text) => {
    expect(await textOf(page, ...bytes)).toBe(text);
    expect(bySheetJs()).toBe(0);
  });

  it.each([
    [367, [0xe9], 'é'],
    [874, [0xa1], 'ก'],
    [936, [0xd6, 0xd0], '中'],
    [949, [0xb0, 0xa1], '가'],
    [950, [0xa4, 0xa4], '中'],
    [1255, [0xe0], 'א'],
    [1256, [0xc7], 'ا'],
    [1257, [0xe0], 'ą'],
    [1258, [0xd0], 'Đ'],
    [10_001, [0x8a, 0xbf], '漢'],
    [10_002, [0xa4, 0xa4], '中'],
    [10_003, [0xb0, 0xa1], '가'],
    [10_007, [0xe0], 'а'],
    [10_008, [0xd6, 0xd0], '中'],
    [28_591, [0xe9], 'é'],
    [65_001, [0xc3, 0xa9], 'é'],
    [852, [0x7e, 0x7f, 0x80], '~\u007fÇ'],
  ] as const)('%s of a BIFF5 is known', async (page, bytes, text) => {
    expect(await textOf(page, ...bytes)).toBe(text);
  });

  it.each([
    [
      437,
      'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
    ],
    [
      850,
      'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
    ],
    [
      852,
      'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
    ],
    [
      10006,
      'Ä¹²É³ÖÜ΅àâä΄¨çéèêë£™îï•½‰ôö¦€ùûü†ΓΔΘΛΞΠß®©ΣΪ§≠°·Α±≤≥¥ΒΕΖΗΙΚΜΦΫΨΩάΝ¬ΟΡ≈Τ«»…\u00a0ΥΧΆΈœ–―“”‘’÷ΉΊΌΎέήίόΏύαβψδεφγηιξκλμνοπώρστθωςχυζϊϋΐΰ\u00ad',
    ],
    [
      10029,
      'ÄĀāÉĄÖÜáąČäčĆćéŹźĎíďĒēĖóėôöõúĚěü†°Ę£§•¶ß®©™ę¨≠ģĮįĪ≤≥īĶ∂∑łĻļĽľĹĺŅņŃ¬√ńŇ∆«»…\u00a0ňŐÕőŌ–—“”‘’÷◊ōŔŕŘ‹›řŖŗŠ‚„šŚśÁŤťÍŽžŪÓÔūŮÚůŰűŲųÝýķŻŁżĢˇ',
    ],
    [
      10081,
      'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸĞğİıŞş‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔÒÚÛÙˆ˜¯˘˙˚¸˝˛ˇ',
    ],
  ] as const)('%s has these letters from byte 128 on', async (page, letters) => {
    const bytes = Array.from({ length: 128 }, (_, at) => 128 + at);
    expect(await textOf(page, ...bytes, 65)).toBe(`${letters}A`);
  });

  it.each([
    [1249, 'Ð'],
    [1250, 'Đ'],
    [1253, 'Π'],
    [1258, 'Đ'],
    [1259, 'Ð'],
    [874, 'ะ'],
    [873, 'Ð'],
    [undefined, 'Ð'],
  ] as const)('%s of a BIFF8 decides on byte 208', async (page, text) => {
    const cells = record(0x204, ...u16(0, 0, 15, 1), 0, 0xd0);
    const file = workbook({ version: 0x0600, ...(page !== undefined && { page }), cells });
    expect((await read(fileOf(file))).rows[0]?.cells).toEqual([text]);
  });

  it('applies to names of sheets, to formatted texts and to results of formulas', async () => {
    const formatted = record(0xd6, ...u16(0, 0, 15, 1), 0xf0, 1, 0, 0);
    const formula = record(6, ...u16(1, 0, 15, 0, 0, 0, 0xffff, 0, 0, 0, 0));
    const result = record(0x207, ...u16(2), 0xf3, 0xe1);
    const file = workbook({
      ...{ version: 0x0500, page: 1251, name: [0xcb, 0xe8, 0xf1, 0xf2] },
      cells: [...formatted, ...formula, ...result],
    });
    const { rows, workbook: opened } = await read(fileOf(file, 'old.xls'));
    expect(opened.sheets).toEqual([{ name: 'Лист', hidden: false }]);
    expect(rows.map(({ cells }) => cells[0])).toEqual(['р', 'уб']);
  });

  it('is refused if it is unsupported, and only where it is needed', async () => {
    expect(await textOf(1361, 0x41, 0x42)).toBe('AB');
    const cells = label(0, 0x41, 0xb0, 0xa1);
    const file = fileOf(workbook({ version: 0x0500, page: 1361, cells }), 'old.xls');
    expect((await fault(file)).message).toBe(
      'old.xls is damaged: in sheet "D", its texts are in code page 1361, which is not known. Get the file again from the provider, or open it in Excel and save it anew.',
    );
  });

  it.each([
    [1252, [0x93, 0xe9, 0x94], '“é”'],
    [1200, [0xe9], 'é'],
    [1251, [0xf0], 'р'],
    [10_000, [0xe9], 'é'],
  ] as const)('%s of a BIFF8 is applied to texts in single bytes', async (page, bytes, text) => {
    const cells = record(0x204, ...u16(0, 0, 15, bytes.length), 0, ...bytes);
    const file = workbook({ version: 0x0600, page, cells });
    expect((await read(fileOf(file))).rows[0]?.cells).toEqual([text]);
    expect(bySheetJs()).toBe(0);
  });

  it('applies to what is left to SheetJS: rows out of order, and Excel 4', async () => {
    const cells = [...label(3, 0xf0), ...label(1, 0xf3)];
    const file = workbook({ version: 0x0500, page: 1251, name: [0xcb], cells });
    const { rows, workbook: opened } = await read(fileOf(file, 'old.xls'));
    expect(opened.sheets[0]?.name).toBe('Л');
    expect(rows).toEqual([
      { row: 2, cells: ['у'] },
      { row: 4, cells: ['р'] },
    ]);
    const excel4 = Uint8Array.from([
      ...record(0x0409, ...u16(0, 0x10, 0)),
      ...record(0x42, ...u16(0x8000)),
      ...label(0, 0x8a, 0xd2),
      ...EOF,
    ]);
    expect((await read(fileOf(excel4, 'old.xls'))).rows[0]?.cells).toEqual(['ä“']);
    expect(bySheetJs()).toBe(2);
  });

  it('a dialog is no sheet, however late it says so', async () => {
    const calculation = record(0x0d, ...u16(1));
    const flags = (bits: number) => record(0x81, ...u16(bits));
    const of = (...cells: number[]) =>
      fileOf(workbook({ version: 0x0500, cells: [...calculation, ...cells, ...label(0, 65)] }));
    expect((await fault(of(...flags(0x10)))).message).toMatch(/it has no sheet/);
    for (const cells of [flags(0x01), record(0x0200, ...u16(0, 1, 0, 1, 0)), []])
      expect((await read(of(...cells))).rows).toEqual([{ row: 1, cells: ['A'] }]);
  });

  it('formulas that are written as Excel 4 does among newer cells keep their row', async () => {
    const formula = (type: number, row: number, value: number) => {
      const body = new DataView(new ArrayBuffer(22));
      body.setUint16(0, row, true);
      body.setFloat64(6, value, true);
      return record(type, ...new Uint8Array(body.buffer));
    };
    const cells = [...formula(6, 0, 1.5), ...formula(0x406, 1, 2.5), ...formula(0x206, 2, 3.5)];
    const file = workbook({ version: 0x0600, page: 1200, cells });
    const { rows } = await read(fileOf(file, 'old.xls'));
    expect(rows.map(({ cells: [first] }) => first)).toEqual([1.5, 2.5, 3.5]);
    expect(rows).toEqual(rowsBySheetJs(file));
    expect(bySheetJs()).toBe(0);
  });
});
