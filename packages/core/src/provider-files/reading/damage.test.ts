import { deflateSync, strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { packParts } from '../../../../../examples/provider-files/odd/zip.ts';
import { fault, small, written } from './files.test-kit.ts';
import { gunzip } from './reading.ts';
import { fileOf, MAIN, pack, workbookParts, worksheet } from './workbooks.test-kit.ts';

describe('a damaged file', () => {
  it('is refused wherever it was cut', async () => {
    const whole = pack(small);
    for (let length = 5; length < whole.length; length += 23) {
      const error = await fault(fileOf(whole.slice(0, length)));
      expect(error.code).toMatch(/^(damaged_file|unsupported_kind)$/);
    }
    const xls = written('xls');
    for (const length of [8, 600, 1500, xls.length >> 1]) {
      expect((await fault(fileOf(xls.slice(0, length), 'a.xls'))).code).toBe('damaged_file');
    }
  });

  it('is refused when one bit of its compressed data changed, whatever it would read as', async () => {
    const whole = pack(small, 0);
    const at = new TextDecoder('latin1').decode(whole).indexOf('2.5');
    whole[at] = '9'.charCodeAt(0);
    const error = await fault(fileOf(whole));
    expect(error).toMatchObject({ code: 'damaged_file' });
    expect(error.message).toMatch(/sheet1\.xml is cut off or altered/);
  });

  it('is refused when its sheet is cut off, is missing, or refers to a missing text', async () => {
    const parts = workbookParts(small);
    const sheet = 'xl/worksheets/sheet1.xml';
    const xml = parts[sheet] ?? '';
    for (let length = 0; length < xml.indexOf('</sheetData>'); length += 5) {
      const cut = fileOf(packParts({ ...parts, [sheet]: xml.slice(0, length) }));
      expect(await fault(cut)).toMatchObject({ code: 'damaged_file', sheet: 'Data' });
    }
    const long = worksheet('<row><c><v>12345</v></c></row>'.repeat(5000));
    for (const length of [90_000, 90_011, long.lastIndexOf('</row>') + 6]) {
      const cut = fileOf(packParts({ ...parts, [sheet]: long.slice(0, length) }));
      expect((await fault(cut)).message).toMatch(/sheet "Data", the sheet breaks off/);
    }
    const { [sheet]: _, ...without } = parts;
    expect(await fault(fileOf(packParts(without)))).toMatchObject({ code: 'damaged_file' });
    const wrong = { ...parts, [sheet]: worksheet('<row r="1"><c r="A1" t="s"><v>2</v></c></row>') };
    expect((await fault(fileOf(packParts(wrong)))).message).toMatch(/text number 2/);
  });

  it('is refused when the texts of an unusual sheet are missing', async () => {
    const { 'xl/sharedStrings.xml': _, ...parts } = workbookParts(small);
    const sheet = 'xl/worksheets/sheet1.xml';
    const unusual = { ...parts, [sheet]: parts[sheet]?.replace('<row', '<!-- x --><row') ?? '' };
    expect((await fault(fileOf(packParts(unusual)))).message).toMatch(
      /the texts of its cells are missing, so sheet "Data" can't be read/,
    );
  });

  it('is refused when an unusual sheet refers to a text that the others lack', async () => {
    const sheet = 'xl/worksheets/sheet1.xml';
    const parts = workbookParts(small);
    const unusual = parts[sheet]
      ?.replace('<row', '<!-- x --><row')
      .replace(/t="s"><v>\d+/, 't="s"><v>99');
    expect((await fault(fileOf(packParts({ ...parts, [sheet]: unusual ?? '' })))).message).toMatch(
      /sheet "Data" breaks off or is altered/,
    );
  });

  it('is refused when it has no sheet, as a workbook or as XML', async () => {
    const urn = 'urn:schemas-microsoft-com:office:spreadsheet';
    const xml = `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="${urn}"/>`;
    for (const file of [fileOf(pack({ sheets: [] })), { name: 'a.xml', blob: new Blob([xml]) }]) {
      expect((await fault(file)).message).toBe(
        `${file.name} is damaged: it has no sheet. Get the file again from the provider, or open it in Excel and save it anew.`,
      );
    }
  });

  it('is refused as damaged when compressed data ends early in a complete archive', async () => {
    const cut = deflateSync(strToU8(worksheet('<row r="1"/>'.repeat(5000))));
    const parts = workbookParts(small);
    const bytes = packParts(
      { ...parts, 'xl/worksheets/sheet1.xml': cut.slice(0, cut.length - 9) },
      0,
    );
    const view = new DataView(bytes.buffer);
    for (let at = view.getUint32(bytes.length - 6, true); at < bytes.length - 22; ) {
      const length = view.getUint16(at + 28, true);
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length));
      if (name === 'xl/worksheets/sheet1.xml') view.setUint16(at + 10, 8, true);
      at += 46 + length + view.getUint16(at + 30, true);
    }
    expect((await fault(fileOf(bytes))).code).toBe('damaged_file');
  });
});

describe('limits', () => {
  it('on the size of the file and the number of rows', async () => {
    const file = fileOf(pack(small));
    expect(await fault(file, { limits: { maxBytes: 100 } })).toMatchObject({ code: 'too_large' });
    expect(await fault(file, { limits: { maxRows: 1 } })).toMatchObject({
      code: 'too_many_rows',
      sheet: 'Data',
    });
    for (const content of ['a,b\n1,2\n', written('xls')]) {
      expect((await fault(fileOf(content), { limits: { maxRows: 1 } })).code).toBe('too_many_rows');
    }
  });

  const blanks = (megabytes: number) => ' '.repeat(1024).repeat(megabytes * 1024);

  it.each([
    [
      'a sheet',
      { 'xl/worksheets/sheet1.xml': worksheet(`<row r="1"><c r="A1">${blanks(24)}</c></row>`) },
    ],
    [
      'the shared strings',
      {
        'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${'<si/>'.repeat(4_000_000)}</sst>`,
        'xl/worksheets/sheet1.xml': worksheet(
          '<row r="1"><c r="A1" t="s"><v>3999999</v></c></row>',
        ),
      },
    ],
    ['the list of sheets', { 'xl/workbook.xml': blanks(24) }],
    [
      'another part, when all is read',
      { 'xl/worksheets/sheet1.xml': '<x:worksheet/>', 'xl/media/a.png': blanks(24) },
    ],
  ])('stop a bomb in %s while it is unpacked', async (_, part) => {
    const bytes = packParts({ ...workbookParts(small), ...part }, 1);
    let unpacked = 0;
    const error = await fault(fileOf(bytes), {
      inflate: (stream) => {
        return gunzip(stream).pipeThrough(
          new TransformStream({
            transform(chunk, controller) {
              unpacked += chunk.length;
              controller.enqueue(chunk);
            },
          }),
        );
      },
    });
    expect(error.code).toBe('unzip_bomb');
    expect(unpacked).toBeLessThan(14 * 1024 * 1024);
  });

  it('stop a list of sheets that is too long, however little it is packed', async () => {
    const parts = { ...workbookParts(small), 'xl/workbook.xml': blanks(17) };
    expect((await fault(fileOf(packParts(parts, 0)))).message).toMatch(
      /xl\/workbook\.xml is far larger than usual/,
    );
  });

  it('stop an archive that is too large in total', async () => {
    const error = await fault(fileOf(pack(small)), { limits: { maxUnpackedBytes: 1500 } });
    expect(error.code).toBe('unzip_bomb');
  });

  it('do not trust sizes that the archive declares', async () => {
    const bytes = packParts({
      ...workbookParts(small),
      'xl/worksheets/sheet1.xml': worksheet(blanks(1)),
    });
    const view = new DataView(bytes.buffer);
    const directory = view.getUint32(bytes.length - 6, true);
    for (let at = directory; at < bytes.length - 22; ) {
      view.setUint32(at + 24, 100, true);
      at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true);
    }
    expect((await fault(fileOf(bytes))).code).toBe('damaged_file');
  });
});
