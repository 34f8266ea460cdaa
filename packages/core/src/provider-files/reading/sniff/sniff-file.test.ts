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

  it('names the lock file of Excel', async () => {
    const error = await fault(fileOf(new Uint8Array(165), '~$day1.xlsx'));
    expect(error.message).toMatch(/lock file/);
  });
});
