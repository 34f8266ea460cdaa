const END_OF_DIRECTORY = 0x06054b50;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_END = 0x06064b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const END_SIZE = 22;
const MAX_DIRECTORY_BYTES = 16 * 1024 * 1024;
const IN_ZIP64 = 0xffffffff;

/** One part of a ZIP archive, as listed in the central directory. */
export interface ZipEntry {
  /** With forward slashes, without a leading one. */
  readonly name: string;
  readonly encrypted: boolean;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly headerAt: number;
}

/** The archive's own structure is inconsistent; the message completes "… is damaged: ". */
export class ZipDamage extends Error {}

async function view(blob: Blob, from: number, to: number): Promise<DataView> {
  if (from < 0 || to > blob.size) throw new ZipDamage('a part of the archive is missing');
  return new DataView(await blob.slice(from, to).arrayBuffer());
}

interface Directory {
  readonly offset: number;
  readonly size: number;
}

async function zip64Directory(blob: Blob, endAt: number): Promise<Directory> {
  const locator = await view(blob, endAt - 20, endAt);
  if (locator.getUint32(0, true) !== ZIP64_LOCATOR) {
    throw new ZipDamage('the directory of the archive is missing');
  }
  const at = Number(locator.getBigUint64(8, true));
  const end = await view(blob, at, at + 56);
  if (end.getUint32(0, true) !== ZIP64_END) {
    throw new ZipDamage('the directory of the archive is missing');
  }
  return {
    size: Number(end.getBigUint64(40, true)),
    offset: Number(end.getBigUint64(48, true)),
  };
}

async function findDirectory(blob: Blob): Promise<Directory> {
  const tailAt = Math.max(0, blob.size - END_SIZE - 0xffff);
  const tail = await view(blob, tailAt, blob.size);
  for (let at = tail.byteLength - END_SIZE; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== END_OF_DIRECTORY) continue;
    const size = tail.getUint32(at + 12, true);
    const offset = tail.getUint32(at + 16, true);
    const isZip64 =
      offset === IN_ZIP64 || size === IN_ZIP64 || tail.getUint16(at + 10, true) === 0xffff;
    return isZip64 ? zip64Directory(blob, tailAt + at) : { size, offset };
  }
  throw new ZipDamage('the file breaks off before its end');
}

/** Sizes and offsets that don't fit are in the zip64 extra field: only those, in this order. */
function readZip64(extra: DataView, fields: number[]): number[] {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== 1) continue;
    let next = at + 4;
    return fields.map((field) => {
      if (field !== IN_ZIP64) return field;
      next += 8;
      return Number(extra.getBigUint64(next - 8, true));
    });
  }
  return fields;
}

function readEntries(directory: DataView): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + 46 <= directory.byteLength) {
    if (directory.getUint32(at, true) !== DIRECTORY_ENTRY) break;
    const nameLength = directory.getUint16(at + 28, true);
    const extraLength = directory.getUint16(at + 30, true);
    const start = directory.byteOffset + at + 46;
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, start, nameLength));
    const extra = new DataView(directory.buffer, start + nameLength, extraLength);
    const [unpacked = 0, packed = 0, headerAt = 0] = readZip64(extra, [
      directory.getUint32(at + 24, true),
      directory.getUint32(at + 20, true),
      directory.getUint32(at + 42, true),
    ]);
    entries.push({
      name: name.replaceAll('\\', '/').replace(/^\//, ''),
      encrypted: (directory.getUint16(at + 8, true) & 1) === 1,
      method: directory.getUint16(at + 10, true),
      crc: directory.getUint32(at + 16, true),
      packed,
      unpacked,
      headerAt,
    });
    at += 46 + nameLength + extraLength + directory.getUint16(at + 32, true);
  }
  return entries;
}

/** Lists an archive's parts. Throws `ZipDamage` if the archive is cut off or inconsistent. */
export async function readCentralDirectory(blob: Blob): Promise<readonly ZipEntry[]> {
  if (blob.size < END_SIZE) throw new ZipDamage('the file breaks off before its end');
  const { offset, size } = await findDirectory(blob);
  if (size > MAX_DIRECTORY_BYTES)
    throw new ZipDamage('the directory of the archive makes no sense');
  try {
    return readEntries(await view(blob, offset, offset + size));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ZipDamage('the directory of the archive makes no sense', { cause: error });
  }
}

/**
 * Returns the compressed bytes of a part. Their start depends on the local header, whose extra field
 * differs from the directory's.
 */
export async function packedBytes(blob: Blob, entry: ZipEntry): Promise<Blob> {
  const header = await view(blob, entry.headerAt, entry.headerAt + 30);
  if (header.getUint32(0, true) !== LOCAL_HEADER) {
    throw new ZipDamage(`the archive has no part where ${entry.name} should start`);
  }
  const start = entry.headerAt + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  if (start + entry.packed > blob.size) throw new ZipDamage(`${entry.name} is cut off`);
  return blob.slice(start, start + entry.packed);
}
