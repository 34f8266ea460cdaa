import type { FileKind } from '../../types.ts';
import { CompoundFile } from '../compound/compound-file.ts';
import { CompoundDamage } from '../compound/sector-table.ts';

const HEAD_BYTES = 512;
const BIFF = { bof: 0x0009, bof8: 0x0809, writeProtect: 0x0086, filePass: 0x002f } as const;

/** An encrypted workbook says so in one of its first records. */
function hasFilePass(head: Uint8Array<ArrayBuffer>): boolean {
  const biff = new DataView(head.buffer, head.byteOffset, head.byteLength);
  for (let at = 0; at + 4 <= biff.byteLength; at += 4 + biff.getUint16(at + 2, true)) {
    const record = biff.getUint16(at, true);
    if (record === BIFF.filePass) return true;
    if (record !== BIFF.bof && record !== BIFF.bof8 && record !== BIFF.writeProtect) return false;
  }
  return false;
}

/** Documents of other programs, by a stream that each contains. */
const FOREIGN: readonly (readonly [stream: string, kind: FileKind])[] = [
  ['worddocument', 'word'],
  ['powerpoint document', 'powerpoint'],
  ['wksssworkbook', 'works'],
  ['matost', 'works'],
  ['nativecontent_main', 'quattro'],
  ['__properties_version1.0', 'email'],
];

/**
 * Returns the content type of a compound file. An inconsistent one counts as .xls: its reader reports the
 * details.
 */
export async function sniffCompoundFile(blob: Blob): Promise<FileKind> {
  try {
    const file = await CompoundFile.open(blob);
    const streams = await file.streams();
    if (streams.has('encryptedpackage')) return 'encrypted';
    const book = streams.get('workbook') ?? streams.get('book');
    if (book === undefined) {
      return FOREIGN.find(([stream]) => streams.has(stream))?.[1] ?? 'office';
    }
    return hasFilePass(await file.read(book, HEAD_BYTES)) ? 'encrypted' : 'xls';
  } catch (error) {
    if (error instanceof CompoundDamage) return 'xls';
    throw error;
  }
}
