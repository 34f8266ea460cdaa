/** A part of an archive whose content arrives in pieces. */
export interface StreamedPart {
  readonly path: string;
  readonly text: AsyncIterable<string> | Iterable<string>;
}

type Bytes = Uint8Array<ArrayBuffer>;

const GZIP_HEADER = 10;
const GZIP_TRAILER = 8;
/** Sizes and offsets have four bytes in an archive. */
const LIMIT = 0xffff_ffff;
const DEFLATED = 8;
/** Names are UTF-8; checksum and sizes follow the content. */
const FLAGS = 0x0808;
const VERSION = 20;
/** 1980-01-01, so that equal content produces equal bytes at any time. */
const DATE = 0x21;

/** Returns little-endian numbers of the given sizes in bytes. */
function record(
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
}

type Field = readonly [bytes: 2 | 4, value: number];

/** Fields shared by a part's local header and its directory entry. */
const common = ({ crc, packedSize, path, size }: PartHead): readonly Field[] => [
  [2, VERSION],
  [2, FLAGS],
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
const directoryEntry = (part: PartHead, offset: number): Uint8Array<ArrayBuffer> =>
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

const directoryEnd = (count: number, size: number, offset: number): Uint8Array<ArrayBuffer> =>
  record([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0]);

function joined(one: Bytes, other: Bytes): Bytes {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function gzipOf(text: StreamedPart['text']): ReadableStream<Bytes> {
  const encoder = new TextEncoder();
  const pieces = (async function* () {
    yield* text;
  })();
  const source = new ReadableStream<Bytes>({
    async pull(controller) {
      const next = await pieces.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    cancel: async () => void (await pieces.return(undefined)),
  });
  return source.pipeThrough(new CompressionStream('gzip'));
}

/**
 * Yields compressed bytes without gzip's header and trailer, and passes the checksum and length to
 * `onTrailer`.
 */
async function* packed(
  text: StreamedPart['text'],
  onTrailer: (crc: number, size: number) => void,
): AsyncGenerator<Bytes> {
  let head = GZIP_HEADER;
  let held: Bytes = new Uint8Array(0);
  for await (const chunk of gzipOf(text)) {
    const behind = chunk.subarray(Math.min(head, chunk.length));
    head -= chunk.length - behind.length;
    held = joined(held, behind);
    if (held.length <= GZIP_TRAILER) continue;
    yield held.subarray(0, held.length - GZIP_TRAILER);
    held = held.slice(held.length - GZIP_TRAILER);
  }
  const trailer = new DataView(held.buffer, held.byteOffset, GZIP_TRAILER);
  onTrailer(trailer.getUint32(0, true), trailer.getUint32(4, true));
}

/**
 * Writes a ZIP archive as a stream; keeps only the names and sizes of its parts. Each part is followed by
 * its checksum and sizes, which the directory repeats. Throws a RangeError beyond 4 GB.
 */
export async function* zipStream(
  parts: AsyncIterable<StreamedPart> | Iterable<StreamedPart>,
): AsyncGenerator<Bytes> {
  const directory: Bytes[] = [];
  let offset = 0;
  const counted = (bytes: Bytes): Bytes => {
    offset += bytes.length;
    if (offset > LIMIT) throw new RangeError('An archive cannot be larger than 4 GB.');
    return bytes;
  };
  for await (const { path: name, text } of parts) {
    const path = new TextEncoder().encode(name);
    const start = offset;
    let part = { path, crc: 0, packedSize: 0, size: 0 };
    yield counted(record([4, 0x04034b50], ...common(part)));
    yield counted(path);
    const begun = offset;
    const content = packed(text, (crc, size) => {
      part = { ...part, crc, size };
    });
    for await (const bytes of content) yield counted(bytes);
    part = { ...part, packedSize: offset - begun };
    const { crc, packedSize, size } = part;
    yield counted(record([4, 0x08074b50], [4, crc], [4, packedSize], [4, size]));
    directory.push(directoryEntry(part, start), path);
  }
  const place = offset;
  for (const entry of directory) yield counted(entry);
  yield directoryEnd(directory.length / 2, offset - place, place);
}
