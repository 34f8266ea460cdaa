import type { FileKind } from '../../types.ts';
import { isCompoundFile } from '../compound/compound-file.ts';
import { TextDecoding } from '../text/text-decoding.ts';
import { readCentralDirectory, ZipDamage } from '../zip/central-directory.ts';
import { signatureKind } from './signatures.ts';
import { sniffCompoundFile } from './sniff-compound-file.ts';
import { textKind } from './text-kind.ts';

const HEAD_BYTES = 64 * 1024;
const ZIP_STARTS = [
  [0x50, 0x4b, 3, 4],
  [0x50, 0x4b, 5, 6],
];

const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte);

const ODF = /^mimetypeapplication\/(?:vnd\.oasis\.opendocument|vnd\.sun\.xml)\.([\w-]+)/;

function zipKind(names: readonly string[], head: string): FileKind {
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name));
  if (has(/(^|\/)workbook\.bin$/i)) return 'xlsb';
  if (has(/^xl\/.*\.xml$/i) || has(/(^|\/)workbook\.xml$/i)) return 'xlsx';
  if (has(/^word\//i)) return 'word';
  if (has(/^ppt\//i)) return 'powerpoint';
  if (has(/\.iwa$/i) || has(/^index\.(?:apxl|xml)(?:\.gz)?$/i) || has(/(?:^|\/)Index\.zip$/))
    return 'iwork';
  if (has(/^content\.xml$/) && has(/^(?:mimetype|META-INF\/manifest\.xml)$/)) {
    const kind = ODF.exec(head.slice(30))?.[1] ?? 'spreadsheet';
    return /^(?:spreadsheet|calc)/.test(kind) ? 'ods' : 'opendocument';
  }
  return has(/^\[Content_Types\]\.xml$/i) ? 'office' : 'zip';
}

/** Names of parts visible in a file without its end. */
const SHOWN_PARTS = /(?:xl|word|ppt)\/[\w./]+|\[Content_Types\]\.xml/g;

/**
 * A truncated file still shows its first parts. It then counts as a workbook, and the reader reports what
 * is wrong.
 */
async function sniffZip(blob: Blob, bytes: Uint8Array): Promise<FileKind> {
  const head = new TextDecoder('latin1').decode(bytes);
  try {
    return zipKind(
      (await readCentralDirectory(blob)).map(({ name }) => name),
      head,
    );
  } catch (error) {
    if (!(error instanceof ZipDamage)) throw error;
    const kind = zipKind(head.match(SHOWN_PARTS) ?? [], head);
    return kind === 'office' ? 'xlsx' : kind;
  }
}

/**
 * Determines a file's type from its content alone, because names and extensions can be wrong.
 *
 * @param blob the file's content
 * @returns the type
 * @throws the error of a file that can't be read
 */
export async function sniffFile(blob: Blob): Promise<FileKind> {
  if (blob.size === 0) return 'empty';
  const head = new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer());
  if (await isCompoundFile(blob)) return sniffCompoundFile(blob);
  if (ZIP_STARTS.some((start) => startsWith(head, start))) return sniffZip(blob, head);
  return signatureKind(head) ?? textKind(new TextDecoding().decode(head, true));
}
