import type { FileKind } from '../../types.ts';
import { isCompoundFile } from '../compound/compound-file.ts';
import { detectDialect } from '../text/delimiter.ts';
import { TextDecoding } from '../text/text-decoding.ts';
import { readCentralDirectory, ZipDamage } from '../zip/central-directory.ts';
import { sniffCompoundFile } from './sniff-compound-file.ts';

const HEAD_BYTES = 64 * 1024;
const ZIP_STARTS = [
  [0x50, 0x4b, 3, 4],
  [0x50, 0x4b, 5, 6],
];
/** BIFF2 to BIFF5 without a container: a BOF record of the usual lengths. */
const BARE_BIFF = [
  [0x09, 0x00, 0x04, 0x00],
  [0x09, 0x02, 0x06, 0x00],
  [0x09, 0x04, 0x06, 0x00],
  [0x09, 0x08, 0x08, 0x00],
];
const HTML =
  /^(?:<\?xml[^>]*>|<!--[\s\S]*?-->|\s)*<(?:!doctype\s+html|(?:html|head|body|table|div|meta|style|script|title|form|font|center|p|span)\b)/i;

const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte);

function zipKind(names: readonly string[]): FileKind {
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name));
  if (has(/(^|\/)workbook\.bin$/i)) return 'xlsb';
  if (has(/^xl\/.*\.xml$/i) || has(/(^|\/)workbook\.xml$/i)) return 'xlsx';
  return has(/^mimetype$/) && has(/^content\.xml$/) ? 'ods' : 'zip';
}

/** A file that lost its end still shows its first parts; then it is a workbook, and the reader tells. */
async function sniffZip(blob: Blob, head: Uint8Array): Promise<FileKind> {
  try {
    return zipKind((await readCentralDirectory(blob)).map(({ name }) => name));
  } catch (error) {
    if (!(error instanceof ZipDamage)) throw error;
    const text = new TextDecoder('latin1').decode(head);
    return zipKind(/\[Content_Types\]\.xml|xl\/\w+/.test(text) ? ['xl/workbook.xml'] : []);
  }
}

function isBinary(text: string): boolean {
  // Control characters other than tab, line ends, form feed and the old end-of-file mark.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\0-\x08\x0b\x0e-\x19\x1b-\x1f]/.test(text);
}

function textKind(text: string): FileKind {
  if (text.trim() === '') return 'empty';
  if (
    /^\s*MIME-Version:/i.test(text) ||
    /^Content-Type:\s*multipart\//im.test(text.slice(0, 2000))
  ) {
    return 'mhtml';
  }
  if (
    /urn:schemas-microsoft-com:office:spreadsheet/.test(text) &&
    /<(\w+:)?Workbook\b/.test(text)
  ) {
    return 'spreadsheetml';
  }
  if (HTML.test(text)) return 'html';
  if (isBinary(text) || /^\s*(?:<\?xml|<!|[{[])/.test(text)) return 'unknown';
  return detectDialect(text) === undefined ? 'unknown' : 'csv';
}

/** Tells what a file is from its content alone; names and extensions lie. */
export async function sniffFile(blob: Blob): Promise<FileKind> {
  if (blob.size === 0) return 'empty';
  const head = new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer());
  if (await isCompoundFile(blob)) return sniffCompoundFile(blob);
  if (ZIP_STARTS.some((start) => startsWith(head, start))) return sniffZip(blob, head);
  if (BARE_BIFF.some((start) => startsWith(head, start))) return 'xls';
  if (new TextDecoder('latin1').decode(head.subarray(0, 1024)).includes('%PDF-')) return 'pdf';
  return textKind(new TextDecoding().decode(head, true));
}
