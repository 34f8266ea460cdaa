import type { FileKind } from '../../types.ts';

/** The first bytes of each file type; a dot matches any byte. */
const SIGNATURES: readonly (readonly [start: string, kind: FileKind])[] = [
  // BIFF2 to BIFF5 without a container: a BOF record of a usual length.
  ['09 00 04 00', 'xls'],
  ['09 02 06 00', 'xls'],
  ['09 04 06 00', 'xls'],
  ['09 08 06 00', 'xls'],
  ['09 08 08 00', 'xls'],
  ['00 00 02 00 20 51', 'quattro'],
  ['00 00 02 00 21 51', 'quattro'],
  ['00 00 02 00 .. 10', 'quattro'],
  ['00 00 02 00 .. 04 05 54', 'works'],
  ['ff 00 02 00 .. 04 05 54', 'works'],
  ['00 00 02 00 .. 04', 'lotus'],
  ['00 00 1a 00 .. 10', 'lotus'],
  ['00 01 00 00 53 74 61 6e 64 61 72 64', 'database'], // Access: "Standard"
  ['53 51 4c 69 74 65 20 66', 'database'], // SQLite
  ['50 41 52 31', 'database'], // Parquet
  ['89 50 4e 47', 'image'],
  ['ff d8 ff', 'image'], // JPEG
  ['47 49 46 38', 'image'], // GIF
  ['42 4d .. .. .. .. 00 00 00 00', 'image'], // BMP
  ['49 49 2a 00', 'image'], // TIFF
  ['4d 4d 00 2a', 'image'],
  ['52 49 46 46 .. .. .. .. 57 45 42 50', 'image'], // WebP
  ['.. .. .. .. 66 74 79 70 68 65', 'image'], // HEIC
  ['d7 cd c6 9a', 'image'], // WMF
  ['1f 8b', 'archive'], // gzip
  ['37 7a bc af 27 1c', 'archive'], // 7z
  ['52 61 72 21 1a 07', 'archive'],
  ['42 5a 68', 'archive'], // bzip2
  ['fd 37 7a 58 5a 00', 'archive'], // xz
  ['28 b5 2f fd', 'archive'], // zstd
  ['4d 53 43 46', 'archive'], // cab
  ['7b 5c 72 74 66', 'rtf'],
  ['25 21 50 53', 'pdf'], // PostScript
  ['31 be 00 00', 'word'], // Write
  ['db a5 2d 00', 'word'], // Word 2
  ['fe 37 00 23', 'word'],
  ['ff 57 50 43', 'word'], // WordPerfect
  ['4d 5a .. 00', 'program'],
  ['7f 45 4c 46', 'program'],
  ['ff fe 00 00', 'utf-32'],
  ['00 00 fe ff', 'utf-32'],
];

const PATTERNS = SIGNATURES.map(
  ([start, kind]) =>
    [
      start.split(' ').map((byte) => (byte === '..' ? -1 : Number.parseInt(byte, 16))),
      kind,
    ] as const,
);

const DBASE_VERSIONS = [0x03, 0x30, 0x31, 0x32, 0x43, 0x63, 0x83, 0x8b, 0x8c, 0xcb, 0xf5, 0xfb];

/** dBase has no signature: checks version, date of the last change, and consistent sizes. */
function isDbase(head: Uint8Array): boolean {
  if (head.length < 32 || !DBASE_VERSIONS.includes(head[0] as number)) return false;
  const [month, day] = [head[2] as number, head[3] as number];
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  return month <= 12 && day <= 31 && view.getUint16(8, true) > 32 && view.getUint16(10, true) > 0;
}

/** UTF-32 without a byte order mark: three of four bytes are zero. */
function isUtf32(head: Uint8Array): boolean {
  const units = Array.from({ length: Math.min(8, head.length >> 2) }, (_, unit) =>
    [0, 1, 2, 3].map((byte) => head[unit * 4 + byte] !== 0),
  );
  const only = (byte: number) =>
    units.every((unit) => unit.every((isSet, index) => isSet === (index === byte)));
  return units.length > 1 && (only(0) || only(3));
}

/** Returns the type of a file by its first bytes, or undefined if they don't identify one. */
export function signatureKind(head: Uint8Array): FileKind | undefined {
  for (const [pattern, kind] of PATTERNS) {
    const fits = pattern.every((byte, index) =>
      byte < 0 ? head[index] !== undefined : head[index] === byte,
    );
    if (fits) return kind;
  }
  const start = new TextDecoder('latin1').decode(head.subarray(0, 1024));
  if (start.includes('%PDF-')) return 'pdf';
  if (start.slice(257, 262) === 'ustar') return 'archive';
  if (isDbase(head)) return 'dbase';
  return isUtf32(head) ? 'utf-32' : undefined;
}
