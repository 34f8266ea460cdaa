/** A part of an archive: its path, and its content in pieces. */
export interface ZipPart {
  readonly path: string;
  readonly text: Iterable<string>;
}

interface Packed {
  readonly path: Uint8Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly packedSize: number;
  readonly crc: number;
  readonly size: number;
}

const GZIP_HEADER = 10;
const GZIP_TRAILER = 8;
const DEFLATED = 8;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** Checksum and sizes follow the content. */
export const DATA_FOLLOWS = 0x0008;
const VERSION = 20;
/** 1980-01-01, so that equal content produces equal bytes at any time. */
const DATE = 0x21;

/**
 * Compresses with the platform's gzip, whose trailer contains the checksum and length that an archive
 * needs.
 */
async function pack({ path, text }: ZipPart): Promise<Packed> {
  const encoder = new TextEncoder();
  const pieces = text[Symbol.iterator]();
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const next = pieces.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
  });
  const gzip = source.pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(gzip).arrayBuffer());
  const trailer = new DataView(bytes.buffer, bytes.length - GZIP_TRAILER);
  const content = bytes.subarray(GZIP_HEADER, bytes.length - GZIP_TRAILER);
  return {
    path: encoder.encode(path),
    bytes: content,
    packedSize: content.length,
    crc: trailer.getUint32(0, true),
    size: trailer.getUint32(4, true),
  };
}

/** Returns little-endian numbers of the given sizes in bytes. */
export function record(
  ...fields: readonly (readonly [bytes: 2 | 4, value: number])[]
): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

/** An archive's metadata of a part. */
interface PartHead {
  readonly path: Uint8Array;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  readonly flags?: number;
}

type Field = readonly [bytes: 2 | 4, value: number];

/** Fields shared by a part's local header and its directory entry. */
export const common = ({ crc, flags = 0, packedSize, path, size }: PartHead): readonly Field[] => [
  [2, VERSION],
  [2, FLAGS | flags],
  [2, DEFLATED],
  [2, 0],
  [2, DATE],
  [4, crc],
  [4, packedSize],
  [4, size],
  [2, path.length],
  [2, 0],
];

/** Returns a part's directory entry without its path, which follows. */
export const directoryEntry = (part: PartHead, offset: number): Uint8Array<ArrayBuffer> =>
  record(
    [4, 0x02014b50],
    [2, VERSION],
    ...common(part),
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, offset],
  );

export const directoryEnd = (
  count: number,
  size: number,
  offset: number,
): Uint8Array<ArrayBuffer> =>
  record([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0]);

/** Writes parts as a ZIP archive. Each must be smaller than 4 GB. */
export async function zipParts(parts: Iterable<ZipPart>): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  const lengthOf = (all: readonly Uint8Array[]) => all.reduce((sum, { length }) => sum + length, 0);
  let offset = 0;
  for (const part of parts) {
    const packed = await pack(part);
    const head = record([4, 0x04034b50], ...common(packed));
    directory.push(directoryEntry(packed, offset), packed.path);
    pieces.push(head, packed.path, packed.bytes);
    offset += head.length + packed.path.length + packed.bytes.length;
  }
  const end = directoryEnd(directory.length / 2, lengthOf(directory), offset);
  return new Blob([...pieces, ...directory, end]);
}
