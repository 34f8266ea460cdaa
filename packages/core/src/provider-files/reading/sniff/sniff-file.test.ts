import { describe, expect, it } from 'vitest';
import { packParts } from '../../../../../../examples/provider-files/odd/zip.ts';
import { BOF, biff, compound, fault, small, written } from '../files.test-kit.ts';
import { fileOf, pack } from '../workbooks.test-kit.ts';
import { sniffFile } from './sniff-file.ts';

const LOGIN = '<!DOCTYPE html><html><head><title>Sign in</title></head><body>';

const TAKE = "Take the provider's .xlsx, .xls or .csv file.";
const DOCUMENT =
  "Take the provider's .xlsx, .xls or .csv file, or copy its table into a spreadsheet and save it as .xlsx.";
const SPREADSHEET = 'Open it in Excel or LibreOffice and save it as .xlsx.';
const LIBREOFFICE = 'Open it in LibreOffice and save it as .xlsx.';
const WORD = `a text document (Word). ${DOCUMENT}`;
const POWERPOINT = `a PowerPoint presentation. ${DOCUMENT}`;
const OPEN_DOCUMENT = `an OpenDocument text, drawing or presentation. ${DOCUMENT}`;
const OFFICE = `a document of an Office program and no workbook. ${DOCUMENT}`;
const FODS = `an OpenDocument spreadsheet in one XML file (.fods). ${SPREADSHEET}`;
const IWORK =
  "a document of Apple's Numbers, Pages or Keynote. Open it there and export its table to Excel (.xlsx).";
const QUATTRO = `a Quattro Pro spreadsheet. ${LIBREOFFICE}`;
const ZIP =
  'a ZIP archive and no workbook: it holds a.xlsx, b.csv, c/d.csv and 1 more. Unpack it and take the spreadsheet that is inside.';
const ARCHIVE = 'a packed archive. Unpack it and take the spreadsheet that is inside.';
const EMAIL = 'an e-mail message. Open it and take the file that is attached.';
const XML = `an XML file and no workbook. ${TAKE}`;
const JSON_ERROR =
  'data in JSON, most likely an error message saved in place of the file. Sign in at the provider and download the file again.';
const TEXT = `text without columns: no comma, semicolon, tab or | separates its cells. ${TAKE}`;
const BINARY =
  'neither text nor a workbook: it holds control characters. Get the file again from the provider.';

/** A file that starts with these bytes. */
const start = (...bytes: number[]) =>
  Uint8Array.from([...bytes, ...Array.from({ length: 64 }, () => 0)]);
const odf = (kind: string, vendor = 'vnd.oasis.opendocument') =>
  packParts({ mimetype: `application/${vendor}.${kind}`, 'content.xml': '<x/>' }, 0);

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
    ['binary', new Uint8Array([1, 2, 3, 0, 5])],
    ['json', '{"error": "unauthorised", "code": 401}'],
    ['text', 'one word'],
  ] as const)('is determined from its content: %s', async (kind, content) => {
    expect(await sniffFile(new Blob([content]))).toBe(kind);
  });

  it.each([
    ['encrypted_file', compound(['EncryptedPackage', new Uint8Array(5000)]), /password/],
    ['unsupported_kind', '%PDF-1.7\n', /PDF/],
    ['unsupported_kind', written('xlsb'), /\.xlsb.*save it as \.xlsx/],
    ['unsupported_kind', written('ods'), /OpenDocument/],
    ['unsupported_kind', packParts({ 'a.csv': 'a,b' }), /ZIP.*Unpack/],
    [
      'unsupported_kind',
      'MIME-Version: 1.0\r\n',
      /a web archive \(MHTML, Excel's 'Single File Web Page'\)\. Open it in Excel and save it as \.xlsx/,
    ],
    ['empty_file', '', /empty/],
    ['web_page', `${LOGIN}<form>Please sign in</form></body></html>`, /sign-in/],
    ['web_page', `${LOGIN}<table><tr><td><input type="password"></td></tr></table>`, /sign-in/],
  ] as const)('is refused with %s, naming the real kind', async (code, content, message) => {
    const error = await fault(fileOf(content, 'day1.xls'));
    expect(error).toMatchObject({ code, file: 'day1.xls' });
    expect(error.message).toMatch(message);
  });

  it.each([
    ['invoice.docx', packParts({ '[Content_Types].xml': '', 'word/document.xml': '' }), WORD],
    ['invoice.doc', compound(['WordDocument', new Uint8Array(5000)]), WORD],
    ['slides.pptx', packParts({ 'ppt/presentation.xml': '' }), POWERPOINT],
    ['slides.ppt', compound(['PowerPoint Document', new Uint8Array(5000)]), POWERPOINT],
    ['a.odt', odf('text'), OPEN_DOCUMENT],
    ['a.fodt', '<?xml version="1.0"?>\n<office:document office:mimetype="x.text">', OPEN_DOCUMENT],
    ['drawing.vsdx', packParts({ '[Content_Types].xml': '', 'visio/document.xml': '' }), OFFICE],
    ['a.rtf', '{\\rtf1\\ansi a,b}', `a text document (RTF). ${DOCUMENT}`],
    ['a.ods', odf('spreadsheet'), `an OpenDocument spreadsheet (.ods). ${SPREADSHEET}`],
    ['a.sxc', odf('calc', 'vnd.sun.xml'), `an OpenDocument spreadsheet (.ods). ${SPREADSHEET}`],
    ['a.fods', written('fods'), FODS],
    [
      'a.xlsb',
      written('xlsb'),
      'a binary Excel workbook (.xlsb). Open it in Excel and save it as .xlsx.',
    ],
    ['a.numbers', packParts({ 'Index/Document.iwa': '' }), IWORK],
    ['a.pages', packParts({ 'index.xml': '' }), IWORK],
    ['a.zip', packParts({ 'a.numbers/Index.zip': '' }), IWORK],
    ['a.slk', written('sylk'), `a SYLK spreadsheet (.slk). ${SPREADSHEET}`],
    ['a.slk', 'ID;PSCALC3\nC;X1;Y1;K"\u001bNHe"\n', `a SYLK spreadsheet (.slk). ${SPREADSHEET}`],
    [
      'a.dif',
      written('dif'),
      `a spreadsheet in the Data Interchange Format (.dif). ${SPREADSHEET}`,
    ],
    ['a.dbf', written('dbf'), `a dBase table (.dbf). ${SPREADSHEET}`],
    ['a.wk3', start(0, 0, 0x1a, 0, 0, 0x10), `a Lotus 1-2-3 spreadsheet. ${LIBREOFFICE}`],
    ['a.wk1', start(0, 0, 2, 0, 6, 4, 6, 0), `a Lotus 1-2-3 spreadsheet. ${LIBREOFFICE}`],
    ['a.wks', start(0, 0, 2, 0, 4, 4, 5, 0x54), `a document of Microsoft Works. ${LIBREOFFICE}`],
    ['a.wq1', start(0, 0, 2, 0, 0x20, 0x51), `a Quattro Pro spreadsheet. ${LIBREOFFICE}`],
    ['a.wb2', start(0, 0, 2, 0, 2, 0x10), `a Quattro Pro spreadsheet. ${LIBREOFFICE}`],
    ['a.qpw', compound(['NativeContent_MAIN', new Uint8Array(5000)]), QUATTRO],
    [
      'day1.zip',
      packParts({ 'a.xlsx': '', 'b.csv': 'x', 'c/': '', 'c/d.csv': '', 'e.txt': '' }),
      ZIP,
    ],
    ['day1.csv.gz', start(0x1f, 0x8b, 8, 0), ARCHIVE],
    ['day1.7z', start(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c), ARCHIVE],
    ['day1.rar', start(0x52, 0x61, 0x72, 0x21, 0x1a, 7, 0), ARCHIVE],
    ['scan.pdf', '%PDF-1.7\n', `a PDF document. ${TAKE}`],
    ['scan.png', start(0x89, 0x50, 0x4e, 0x47), `a picture. ${TAKE}`],
    ['scan.jpg', start(0xff, 0xd8, 0xff, 0xe0), `a picture. ${TAKE}`],
    ['mail.eml', 'Received: from x\r\n by y\r\nSubject: fuel, day 1\r\n', EMAIL],
    ['mail.msg', compound(['__properties_version1.0', new Uint8Array(5000)]), EMAIL],
    ['error.xls', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', XML],
    ['error.csv', '{"error": "unauthorised", "code": 401}', JSON_ERROR],
    ['day1.csv', 'one word', TEXT],
    [
      'day1.csv',
      Uint8Array.of(0x41, 0, 0, 0, 0x2c, 0, 0, 0),
      'text in UTF-32. Save it as CSV in UTF-8.',
    ],
    ['day1.csv', 'a,b\n\0,1\n', BINARY],
  ] as const)('%s is refused for what it is', async (name, content, message) => {
    const error = await fault(fileOf(content, name));
    expect(error.code).toBe('unsupported_kind');
    expect(error.message).toBe(`${name} is ${message}`);
  });

  const hex = (text: string) =>
    Uint8Array.from(text.split(' '), (byte) => (byte === '..' ? 0x77 : Number.parseInt(byte, 16)));

  it.each([
    ['xls', '09 00 04 00'],
    ['xls', '09 02 06 00'],
    ['xls', '09 04 06 00'],
    ['xls', '09 08 06 00'],
    ['xls', '09 08 08 00'],
    ['quattro', '00 00 02 00 20 51'],
    ['quattro', '00 00 02 00 21 51'],
    ['quattro', '00 00 02 00 .. 10'],
    ['works', '00 00 02 00 .. 04 05 54'],
    ['works', 'ff 00 02 00 .. 04 05 54'],
    ['lotus', '00 00 02 00 .. 04'],
    ['lotus', '00 00 1a 00 .. 10'],
    ['database', '00 01 00 00 53 74 61 6e 64 61 72 64'],
    ['database', '53 51 4c 69 74 65 20 66'],
    ['database', '50 41 52 31'],
    ['image', '89 50 4e 47'],
    ['image', 'ff d8 ff'],
    ['image', '47 49 46 38'],
    ['image', '42 4d .. .. .. .. 00 00 00 00'],
    ['image', '49 49 2a 00'],
    ['image', '4d 4d 00 2a'],
    ['image', '52 49 46 46 .. .. .. .. 57 45 42 50'],
    ['image', '.. .. .. .. 66 74 79 70 68 65'],
    ['image', 'd7 cd c6 9a'],
    ['archive', '1f 8b'],
    ['archive', '37 7a bc af 27 1c'],
    ['archive', '52 61 72 21 1a 07'],
    ['archive', '42 5a 68'],
    ['archive', 'fd 37 7a 58 5a 00'],
    ['archive', '28 b5 2f fd'],
    ['archive', '4d 53 43 46'],
    ['rtf', '7b 5c 72 74 66'],
    ['pdf', '25 21 50 53'],
    ['word', '31 be 00 00'],
    ['word', 'db a5 2d 00'],
    ['word', 'fe 37 00 23'],
    ['word', 'ff 57 50 43'],
    ['program', '4d 5a .. 00'],
    ['program', '7f 45 4c 46'],
    ['utf-32', 'ff fe 00 00'],
    ['utf-32', '00 00 fe ff'],
  ])('is %s by its first bytes %s', async (kind, bytes) => {
    expect(await sniffFile(new Blob([hex(bytes)]))).toBe(kind);
    expect(await sniffFile(new Blob([hex(bytes).slice(0, -1)]))).not.toBe(kind);
  });

  /** The header of a dBase table, last changed on this day, with these lengths of the header and of a row. */
  const dbase = (version: number, month = 12, day = 31, header = 33, row = 1) => {
    const bytes = new Uint8Array(32);
    bytes.set([version, 126, month, day]);
    bytes.set([header, 0, row, 0], 8);
    return bytes;
  };

  it.each([3, 0x30, 0x31, 0x32, 0x43, 0x63, 0x83, 0x8b, 0x8c, 0xcb, 0xf5, 0xfb])(
    'is a dBase table with the version %i',
    async (version) => {
      expect(await sniffFile(new Blob([dbase(version)]))).toBe('dbase');
    },
  );

  it.each([
    ['another version', dbase(4)],
    ['a thirteenth month', dbase(3, 13)],
    ['a 32nd day', dbase(3, 12, 32)],
    ['a header without columns', dbase(3, 12, 31, 32)],
    ['rows without a byte', dbase(3, 12, 31, 33, 0)],
    ['half a header', dbase(3).slice(0, 31)],
  ])('is no dBase table with %s', async (_, bytes) => {
    expect(await sniffFile(new Blob([bytes]))).toBe('binary');
  });

  const utf32 = (text: string, littleEndian: boolean) => {
    const view = new DataView(new ArrayBuffer(text.length * 4));
    for (const [at, letter] of [...text].entries())
      view.setUint32(at * 4, letter.charCodeAt(0), littleEndian);
    return new Uint8Array(view.buffer);
  };

  it.each([
    ['utf-32', utf32('a,', true)],
    ['utf-32', utf32('a,', false)],
    ['utf-32', utf32(`a,b,c,d,${'Ω'.repeat(9)}`, true)],
    ['binary', utf32('a', true)],
    ['binary', utf32('a,b,c,dΩ', true)],
    ['binary', new Uint8Array(9)],
  ])('is %s by its first letters', async (kind, bytes) => {
    expect(await sniffFile(new Blob([bytes]))).toBe(kind);
  });

  it.each([
    ['pdf', `${' '.repeat(1019)}%PDF-1.7`],
    ['text', `${' '.repeat(1020)}%PDF-1.7`],
    ['archive', `${'a'.repeat(257)}ustar`],
    ['text', `${'a'.repeat(258)}ustar`],
    ['text', `${'a'.repeat(256)}ustar`],
  ])('is %s by what stands further on', async (kind, text) => {
    expect(await sniffFile(new Blob([text]))).toBe(kind);
  });

  const ODF_XML = '<office:document office:mimetype="application/vnd.oasis.opendocument';

  it.each([
    ['html', '<?xml version="1.0"?>\n<!-- saved --> <!----><html><body>a,b</body></html>'],
    ['html', '<?XML version="1.0"?><TABLE><tr><td>1</td></tr></TABLE>'],
    ['xml', '<!-- never closed <html>'],
    ['xml', '<?xml version="1.0" <html'],
    ['xml', '<note>text > before <!-- --> it'],
    ['csv', 'a <b>,c\n1,2\n'],
    ['mhtml', '\r\nMIME-Version: 1.0\r\n'],
    ['mhtml', 'Subject: x\nContent-Type: multipart/related\n'],
    ['csv', 'Note,MIME-Version: 1.0\n1,2\n'],
    ['mhtml', `${'a,b\n'.repeat(400)}Content-Type: multipart/related\n`],
    ['csv', `${'a,b\n'.repeat(500)}Content-Type: multipart/related\n`],
    ['csv', 'a,Content-Type: multipart/related\n1,2\n'],
    [
      'spreadsheetml',
      '<?xml version="1.0"?><ss:Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">',
    ],
    ['xml', '<note xmlns="urn:schemas-microsoft-com:office:spreadsheet">'],
    ['xml', '<Workbook>'],
    ['flat-ods', `${ODF_XML}.spreadsheet">`],
    ['flat-ods', `\n<?xml version="1.0"?>\n${ODF_XML}.spreadsheet">`],
    ['opendocument', `${ODF_XML}.text">`],
    ['xml', `<note>${ODF_XML}.text">`],
    ['gnumeric', '<?xml version="1.0"?><gmr:Workbook xmlns:gmr="http://www.gnumeric.org/v10.dtd">'],
    ['gnumeric', '<Workbook xmlns="http://www.gnumeric.org/v10.dtd">'],
    ['xml', ' <!DOCTYPE Error><Error/>'],
    ['xml', '<soap:Envelope>'],
    ['sylk', 'ID;P'],
    ['csv', 'CARD_ID;QTY\n1;2\n'],
    ['dif', 'TABLE\r\n0,1\r\n"x"\r\n'],
    ['dif', 'TABLE\n0,1\n"x"\n'],
    ['csv', 'A\nTABLE\n0,1\n"x",2\n'],
    ['json', ' [{"card": 1}, {"card": 2}]'],
    ['csv', 'a,{b}\n1,[2]\n'],
    ['email', 'Date: Fri, 20 Nov\nX-Mailer: a\n'],
    ['csv', 'Date: Fri, 20 Nov\n1,2\n'],
    ['csv', 'Card,Date: 1\nDate: Fri, 20 Nov\n'],
    ['csv', 'Date: Fri, 20 Nov\n1,Subject: a\n'],
    ['csv', 'a,b\t\u000c\r\n1,2\u001a'],
  ] as const)('is %s by its text %j', async (kind, text) => {
    expect(await sniffFile(new Blob([text]))).toBe(kind);
  });

  it.each([
    ['xlsb', ['xl/workbook.bin', 'xl/styles.xml']],
    ['xlsb', ['Workbook.bin']],
    ['xlsx', ['XL/Styles.XML']],
    ['xlsx', ['Workbook.xml']],
    ['xlsx', ['book/workbook.xml']],
    ['word', ['Word/document.xml']],
    ['powerpoint', ['PPT/presentation.xml']],
    ['iwork', ['Index/Tables.IWA']],
    ['iwork', ['index.apxl.gz']],
    ['iwork', ['Index.zip']],
    ['ods', ['content.xml', 'META-INF/manifest.xml']],
    ['office', ['[content_types].xml', 'visio/document.xml']],
    ['zip', ['my-workbook.bin', 'my-workbook.xml', 'old/xl/a.xml', 'xl/a.xml.bak', 'xl/a.bin']],
    ['zip', ['password/a.txt', 'old/word/a.xml', 'old/ppt/a.xml', 'a.iwa.txt', 'Index.zip.txt']],
    [
      'zip',
      ['my-index.xml', 'index.xml.txt', 'workbook.bin.txt', 'workbook.xml.txt', 'My-Index.zip'],
    ],
    ['zip', ['content.xml']],
    ['zip', ['mimetype', 'META-INF/manifest.xml']],
    ['zip', ['my-content.xml', 'mimetype']],
    ['zip', ['content.xml.txt', 'mimetype']],
    ['zip', ['content.xml', 'my-mimetype', 'mimetype.txt', 'META-INF/manifest.xml.txt']],
    ['zip', ['old/[Content_Types].xml', '[Content_Types].xml.txt']],
  ] as const)('is %s by its parts %j', async (kind, names) => {
    const parts = Object.fromEntries(names.map((name) => [name, '<x/>']));
    expect(await sniffFile(new Blob([packParts(parts)]))).toBe(kind);
  });

  it.each([
    ['ods', odf('spreadsheet-template')],
    ['opendocument', odf('presentation')],
    ['opendocument', odf('my-spreadsheet')],
    ['opendocument', odf('writer', 'vnd.sun.xml')],
    ['ods', odf('text', 'x-unknown')],
    ['zip', start(0x50, 0x4b, 5, 6).slice(0, 22)],
  ] as const)('is %s by what its archive says first', async (kind, bytes) => {
    expect(await sniffFile(new Blob([bytes]))).toBe(kind);
  });

  it.each([
    ['xlsx', { '[Content_Types].xml': '<x/>'.repeat(20) }],
    ['xlsx', { 'xl/styles.xml': '<x/>'.repeat(20) }],
    ['word', { '[Content_Types].xml': '<x/>', 'word/document.xml': '<x/>'.repeat(20) }],
    ['powerpoint', { 'ppt/presentation.xml': '<x/>'.repeat(20) }],
    ['zip', { 'a.csv': '<x/>'.repeat(20) }],
  ] as const)('is %s by its first parts where its end is missing', async (kind, parts) => {
    const whole = packParts(parts, 0);
    expect(await sniffFile(new Blob([whole.slice(0, -60)]))).toBe(kind);
  });

  it.each([
    ['works', compound(['WksSSWorkBook', new Uint8Array(5000)])],
    ['works', compound(['MatOST', new Uint8Array(5000)])],
    ['office', compound(['VisioDocument', new Uint8Array(5000)])],
    ['xls', compound(['Workbook', biff(BOF, [0x42, [0, 0]], [0x2f, [0, 0]])])],
    ['xls', compound(['Workbook', biff(BOF)])],
    ['xls', compound(['Workbook', biff([0x0809, []], [0x86, []]).slice(0, 7)])],
    ['encrypted', compound(['Workbook', biff([0x0009, []], [0x2f, []])])],
    ['encrypted', compound(['Book', biff([0x2f, []])])],
    [
      'xls',
      compound([
        'Workbook',
        biff([0x86, Array(250).fill(0)], [0x86, Array(251).fill(0)], [0x2f, []]),
      ]),
    ],
    [
      'encrypted',
      compound([
        'Workbook',
        biff([0x86, Array(250).fill(0)], [0x86, Array(250).fill(0)], [0x2f, []]),
      ]),
    ],
  ] as const)('is %s by its streams and their first records', async (kind, bytes) => {
    expect(await sniffFile(new Blob([bytes]))).toBe(kind);
  });

  it('names the lock file of Excel', async () => {
    const error = await fault(fileOf(new Uint8Array(165), '~$day1.xlsx'));
    expect(error.message).toMatch(/lock file/);
  });
});

it('TXN-04 tells a text by its beginning, whatever follows it', async () => {
  const text = 'Site,Price\n'.repeat(20_000);
  expect(await sniffFile(new Blob([text, new Uint8Array(1_000)]))).toBe('csv');
});
