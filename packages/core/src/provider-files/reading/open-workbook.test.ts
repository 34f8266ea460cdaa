import { deflateSync, strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { CFB, utils, write } from 'xlsx';
import { ProviderFileError } from '../provider-file-error.ts';
import type { OpenOptions, ProviderFile } from '../types.ts';
import { openWorkbook } from './open-workbook.ts';
import { gunzip } from './reading.ts';
import { sniffFile } from './sniff/sniff-file.ts';
import {
  allRows,
  fileOf,
  MAIN,
  pack,
  packParts,
  type RawWorkbook,
  rowsBySheetJs,
  workbookParts,
  worksheet,
} from './workbooks.test-kit.ts';

const small: RawWorkbook = {
  strings: '<si><t>Card</t></si><si><t>0541</t></si>',
  sheets: [
    {
      name: 'Data',
      xml: '<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>2.5</v></c></row>',
    },
  ],
};
const smallRows = [
  { row: 1, cells: ['Card'] },
  { row: 2, cells: ['0541', 2.5] },
];

async function read(file: ProviderFile, options?: OpenOptions) {
  const workbook = await openWorkbook(file, options);
  const rows = [];
  for (const sheet of workbook.sheets.keys()) rows.push(...(await allRows(workbook, sheet)));
  return { workbook, rows };
}

async function fault(file: ProviderFile, options?: OpenOptions): Promise<ProviderFileError> {
  const error = await read(file, options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProviderFileError)) throw error ?? new Error('nothing was refused');
  return error;
}

function compound(...streams: [string, Uint8Array][]): Uint8Array<ArrayBuffer> {
  const file = CFB.utils.cfb_new();
  for (const [name, content] of streams) CFB.utils.cfb_add(file, name, content);
  return new Uint8Array(CFB.write(file, { type: 'buffer' }) as Uint8Array);
}

const biff = (...records: [number, number[]][]) =>
  Uint8Array.from(
    records.flatMap(([type, body]) => [type & 255, type >> 8, body.length & 255, 0, ...body]),
  );
const BOF: [number, number[]] = [0x0809, [0, 6, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]];

function written(bookType: 'xls' | 'biff5' | 'html' | 'xlml' | 'xlsb' | 'ods' | 'txt') {
  const sheet = utils.aoa_to_sheet([
    ['Card', 'Qty'],
    ['0541', 2.5],
  ]);
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Data');
  return new Uint8Array(write(book, { type: 'array', bookType }));
}

const LOGIN = '<!DOCTYPE html><html><head><title>Sign in</title></head><body>';

describe('TXN-04 what a file is', () => {
  it.each([
    ['xlsx', pack(small)],
    ['xls', written('xls')],
    ['xls', compound(['Book', new Uint8Array(5000)])],
    ['html', written('html')],
    ['html', '\r\n <div><table><tr><td>1</td></tr></table></div>'],
    ['html', `\uFEFF<!-- saved -->${LOGIN}`],
    ['spreadsheetml', written('xlml')],
    ['mhtml', 'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="x"\r\n'],
    [
      'encrypted',
      compound(['EncryptedPackage', new Uint8Array(5000)], ['EncryptionInfo', new Uint8Array(9)]),
    ],
    ['encrypted', compound(['Workbook', biff(BOF, [0x2f, [1, 0, 1, 0]])])],
    [
      'encrypted',
      compound([
        'Workbook',
        new Uint8Array([...biff(BOF, [0x86, []], [0x2f, [0, 0]]), ...new Uint8Array(5000)]),
      ]),
    ],
    ['xlsb', written('xlsb')],
    ['ods', written('ods')],
    ['zip', packParts({ 'readme.txt': 'hello' })],
    ['pdf', '%PDF-1.7\n'],
    ['csv', 'a,b\n1,2\n'],
    ['csv', 'a\tb\r\n1\t2\r\n'],
    ['csv', written('txt')],
    ['empty', ''],
    ['empty', '\uFEFF\r\n'],
    ['unknown', new Uint8Array([1, 2, 3, 0, 5])],
    ['unknown', '{"error": "unauthorised", "code": 401}'],
    ['unknown', 'one word'],
  ] as const)('is told from its content: %s', async (kind, content) => {
    expect(await sniffFile(new Blob([content]))).toBe(kind);
  });

  it.each([
    ['encrypted_file', compound(['EncryptedPackage', new Uint8Array(5000)]), /password/],
    ['unsupported_kind', '%PDF-1.7\n', /PDF/],
    ['unsupported_kind', written('xlsb'), /\.xlsb.*save it as \.xlsx/],
    ['unsupported_kind', written('ods'), /OpenDocument/],
    ['unsupported_kind', packParts({ 'a.csv': 'a,b' }), /ZIP.*Unpack/],
    ['unsupported_kind', 'MIME-Version: 1.0\r\n', /MHTML/],
    ['empty_file', '', /empty/],
    ['web_page', `${LOGIN}<form>Please sign in</form></body></html>`, /sign-in/],
    ['web_page', `${LOGIN}<table><tr><td><input type="password"></td></tr></table>`, /sign-in/],
  ] as const)('is refused with %s, naming the real kind', async (code, content, message) => {
    const error = await fault(fileOf(content, 'day1.xls'));
    expect(error).toMatchObject({ code, file: 'day1.xls' });
    expect(error.message).toMatch(message);
  });

  it('names the lock file of Excel', async () => {
    const error = await fault(fileOf(new Uint8Array(165), '~$day1.xlsx'));
    expect(error.message).toMatch(/lock file/);
  });
});

describe('TXN-04 a file in disguise', () => {
  it.each(['xls', 'biff5', 'html', 'xlml'] as const)('%s is read', async (bookType) => {
    const { rows } = await read(fileOf(written(bookType), 'day1.xls'));
    // In HTML nothing but text exists.
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
  ])('with %s are read all the same', async (_, rewrite) => {
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
  ] as const)('with %s are read all the same', async (_, from, to) => {
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

  it('in UTF-16 are read all the same', async () => {
    const parts: Record<string, string | Uint8Array> = workbookParts(small);
    for (const name of ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml']) {
      const units = Uint16Array.from(`\uFEFF${parts[name]}`, (c) => c.charCodeAt(0));
      parts[name] = new Uint8Array(units.buffer);
    }
    expect((await read(fileOf(packParts(parts)))).rows).toEqual(smallRows);
  });

  it('that turn strange after thousands of rows lose none and double none', async () => {
    const row = (r: number, more = '') => `<row r="${r}"><c r="A${r}"><v>${r}</v>${more}</c></row>`;
    let xml = '';
    for (let r = 1; r <= 9000; r += 1) xml += row(r, r === 8000 ? '<extLst><ext/></extLst>' : '');
    const bytes = pack({ sheets: [{ name: 'S', xml }] });
    const { rows } = await read(fileOf(bytes));
    expect(rows).toEqual(rowsBySheetJs(bytes));
    expect(rows).toHaveLength(9000);
  });

  it('say where a formula has no value, whichever reader takes them', async () => {
    for (const odd of ['', '<!-- x -->']) {
      const xml = `${odd}<row r="1"><c r="A1"><f>SUM(B1)</f></c><c r="B1" t="e"><v>#REF!</v></c></row>`;
      const { rows } = await read(fileOf(pack({ sheets: [{ name: 'S', xml }] })));
      expect(rows).toEqual([
        { row: 1, cells: [{ fault: 'formula without a value' }, { fault: '#REF!' }] },
      ]);
    }
  });

  it('with a million blank formatted rows hold no row', async () => {
    let xml = '';
    for (let r = 1; r < 1_000_000; r += 1) xml += `<row r="${r}" s="1" customFormat="1"/>`;
    xml += '<row r="1000000"><c r="A1000000"><v>1</v></c></row>';
    const { rows } = await read(fileOf(pack({ sheets: [{ name: 'S', xml }] })), {
      limits: { maxRows: 1 },
    });
    expect(rows).toEqual([{ row: 1_000_000, cells: [1] }]);
  });

  it('with zip64 sizes are read', async () => {
    expect((await read(fileOf(asZip64(pack(small))))).rows).toEqual(smallRows);
  });
});

/** Moves the sizes and offsets of an archive's directory into zip64 fields, as huge archives have them. */
function asZip64(zip: Uint8Array): Uint8Array<ArrayBuffer> {
  const old = new DataView(zip.buffer);
  const end = zip.length - 22;
  const directoryAt = old.getUint32(end + 16, true);
  const entries: number[] = [];
  for (let at = directoryAt; at < end; ) {
    const next = at + 46 + old.getUint16(at + 28, true) + old.getUint16(at + 30, true);
    const extra = new DataView(new ArrayBuffer(28));
    extra.setUint16(0, 1, true);
    extra.setUint16(2, 24, true);
    [24, 20, 42].forEach((field, index) => {
      extra.setBigUint64(4 + index * 8, BigInt(old.getUint32(at + field, true)), true);
    });
    const head = new DataView(zip.slice(at, next).buffer);
    for (const field of [24, 20, 42]) head.setUint32(field, 0xffffffff, true);
    head.setUint16(30, 28, true);
    entries.push(...new Uint8Array(head.buffer), ...new Uint8Array(extra.buffer));
    at = next;
  }
  const tail = new DataView(new ArrayBuffer(56 + 20 + 22));
  tail.setUint32(0, 0x06064b50, true);
  tail.setBigUint64(4, 44n, true);
  tail.setBigUint64(40, BigInt(entries.length), true);
  tail.setBigUint64(48, BigInt(directoryAt), true);
  tail.setUint32(56, 0x07064b50, true);
  tail.setBigUint64(64, BigInt(directoryAt + entries.length), true);
  tail.setUint32(76, 0x06054b50, true);
  tail.setUint16(86, 0xffff, true);
  tail.setUint32(88, 0xffffffff, true);
  tail.setUint32(92, 0xffffffff, true);
  return Uint8Array.of(...zip.slice(0, directoryAt), ...entries, ...new Uint8Array(tail.buffer));
}

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

  it('is refused when one bit of its packed data changed, whatever it would read as', async () => {
    const whole = pack(small, 0);
    const at = new TextDecoder('latin1').decode(whole).indexOf('2.5');
    whole[at] = '9'.charCodeAt(0);
    const error = await fault(fileOf(whole));
    expect(error).toMatchObject({ code: 'damaged_file' });
    expect(error.message).toMatch(/sheet1\.xml is cut off or altered/);
  });

  it('is refused when the sheet inside breaks off, is missing, or names a text that is not there', async () => {
    const parts = workbookParts(small);
    const sheet = 'xl/worksheets/sheet1.xml';
    const xml = parts[sheet] ?? '';
    for (let length = 0; length < xml.indexOf('Data>', 300); length += 1) {
      const cut = fileOf(packParts({ ...parts, [sheet]: xml.slice(0, length) }));
      expect(await fault(cut)).toMatchObject({ code: 'damaged_file', sheet: 'Data' });
    }
    const { [sheet]: _, ...without } = parts;
    expect(await fault(fileOf(packParts(without)))).toMatchObject({ code: 'damaged_file' });
    const wrong = { ...parts, [sheet]: worksheet('<row r="1"><c r="A1" t="s"><v>2</v></c></row>') };
    expect((await fault(fileOf(packParts(wrong)))).message).toMatch(/text number 2/);
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
      { 'xl/worksheets/sheet1.xml': worksheet(`<row r="1"><c r="A1">${blanks(40)}</c></row>`) },
    ],
    [
      'the shared strings',
      {
        'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${'<si/>'.repeat(8_000_000)}</sst>`,
        'xl/worksheets/sheet1.xml': worksheet(
          '<row r="1"><c r="A1" t="s"><v>7999999</v></c></row>',
        ),
      },
    ],
    ['the list of sheets', { 'xl/workbook.xml': blanks(40) }],
    [
      'another part, when all is read',
      { 'xl/worksheets/sheet1.xml': '<x:worksheet/>', 'xl/media/a.png': blanks(40) },
    ],
  ])('stop a bomb in %s while it is unpacked', async (_, part) => {
    const bytes = packParts({ ...workbookParts(small), ...part });
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
    expect(unpacked).toBeLessThan(18 * 1024 * 1024);
  });

  it('stop what unpacks to too much in all', async () => {
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

describe('reading streams', () => {
  /** A blob that tells how far it was read. */
  function watched(bytes: Uint8Array<ArrayBuffer>) {
    const seen = { pulled: 0, dried: false };
    const watch = (blob: Blob): Blob =>
      Object.assign(Object.create(blob) as Blob, {
        slice: (from?: number, to?: number) => watch(blob.slice(from, to)),
        arrayBuffer: () => blob.arrayBuffer(),
        stream: () => {
          let rest: Uint8Array<ArrayBuffer> | undefined;
          return new ReadableStream<Uint8Array<ArrayBuffer>>(
            {
              async pull(controller) {
                if (seen.dried) return new Promise(() => undefined);
                rest ??= new Uint8Array(await blob.arrayBuffer());
                const chunk = rest.subarray(0, 16_384);
                rest = rest.subarray(16_384);
                seen.pulled += chunk.length;
                if (chunk.length > 0) controller.enqueue(chunk);
                if (rest.length === 0) controller.close();
              },
            },
            { highWaterMark: 0 },
          );
        },
      });
    const blob = watch(new Blob([bytes]));
    Object.defineProperty(blob, 'size', { value: bytes.length });
    return { file: { name: 'a.xlsx', blob }, seen };
  }

  function many(rows: number): Uint8Array<ArrayBuffer> {
    let xml = '';
    for (let r = 1; r <= rows; r += 1) {
      xml += `<row r="${r}"><c r="A${r}"><v>${Math.imul(r, 2654435761)}</v></c><c r="B${r}" t="s"><v>0</v></c></row>`;
    }
    return pack({ strings: '<si><t>x</t></si>', sheets: [{ name: 'S', xml }] });
  }

  it('gives the first rows of .xlsx long before the last bytes are read', async () => {
    const bytes = many(60_000);
    const { file, seen } = watched(bytes);
    const workbook = await openWorkbook(file);
    for await (const batch of workbook.rows(0)) {
      expect(batch.length).toBeGreaterThan(100);
      break;
    }
    expect(seen.pulled).toBeGreaterThan(0);
    expect(seen.pulled).toBeLessThan(bytes.length / 2);
  });

  it('stops at once when the signal says so, for the file and for one sheet', async () => {
    const file = fileOf(many(20_000));
    const reason = new Error('enough');
    await expect(openWorkbook(file, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    for (const scope of ['file', 'sheet'] as const) {
      const stop = new AbortController();
      const workbook = await openWorkbook(file, scope === 'file' ? { signal: stop.signal } : {});
      let batches = 0;
      const reading = (async () => {
        for await (const _ of workbook.rows(0, scope === 'sheet' ? stop.signal : undefined)) {
          batches += 1;
          stop.abort(reason);
        }
      })();
      await expect(reading).rejects.toBe(reason);
      expect(batches).toBe(1);
    }
  });

  it('stops while it waits for bytes that never come', async () => {
    const reason = new Error('enough');
    const stop = new AbortController();
    const { file, seen } = watched(many(60_000));
    const workbook = await openWorkbook(file);
    seen.dried = true;
    const next = workbook.rows(0, stop.signal)[Symbol.asyncIterator]().next();
    setTimeout(() => stop.abort(reason), 20);
    await expect(next).rejects.toBe(reason);
  });

  it('fails as damaged when packed data ends early in spite of a whole archive', async () => {
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
