import { describe, expect, it } from 'vitest';
import { packParts } from '../../../../../../examples/provider-files/odd/zip.ts';
import { BOF, biff, compound, fault, small, written } from '../files.test-kit.ts';
import { fileOf, pack } from '../workbooks.test-kit.ts';
import { sniffFile } from './sniff-file.ts';

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
