import { strToU8, Zip, ZipDeflate, zipSync } from 'fflate';

/** The parts of an .xlsx by name. */
export type Parts = Readonly<Record<string, string | Uint8Array>>;

export function packParts(parts: Parts, level: 0 | 1 | 6 = 6): Uint8Array<ArrayBuffer> {
  const bytes = Object.entries(parts).map(([name, part]) => [
    name,
    typeof part === 'string' ? strToU8(part) : part,
  ]);
  return zipSync(Object.fromEntries(bytes), { level }) as Uint8Array<ArrayBuffer>;
}

/** Packs as a stream does: sizes and CRC only behind each part. */
export function packWithDescriptors(parts: Parts): Uint8Array<ArrayBuffer>[] {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk as Uint8Array<ArrayBuffer>);
  });
  for (const [name, content] of Object.entries(parts)) {
    const part = new ZipDeflate(name);
    zip.add(part);
    part.push(typeof content === 'string' ? strToU8(content) : content, true);
  }
  zip.end();
  return chunks;
}

/** Moves the sizes and offsets of an archive's directory into zip64 fields, as in huge archives. */
export function asZip64(zip: Uint8Array): Uint8Array<ArrayBuffer> {
  const old = new DataView(zip.buffer);
  const end = zip.length - 22;
  const directoryAt = old.getUint32(end + 16, true);
  const entries: number[] = [];
  for (let at = directoryAt; at < end; ) {
    const next = at + 46 + old.getUint16(at + 28, true) + old.getUint16(at + 30, true);
    const extra = new DataView(new ArrayBuffer(28));
    extra.setUint16(0, 1, true);
    extra.setUint16(2, 24, true);
    [24, 20, 42].forEach((field, index) => {
      extra.setBigUint64(4 + index * 8, BigInt(old.getUint32(at + field, true)), true);
    });
    const head = new DataView(zip.slice(at, next).buffer);
    for (const field of [24, 20, 42]) head.setUint32(field, 0xffffffff, true);
    head.setUint16(30, 28, true);
    entries.push(...new Uint8Array(head.buffer), ...new Uint8Array(extra.buffer));
    at = next;
  }
  const tail = new DataView(new ArrayBuffer(56 + 20 + 22));
  tail.setUint32(0, 0x06064b50, true);
  tail.setBigUint64(4, 44n, true);
  tail.setBigUint64(40, BigInt(entries.length), true);
  tail.setBigUint64(48, BigInt(directoryAt), true);
  tail.setUint32(56, 0x07064b50, true);
  tail.setBigUint64(64, BigInt(directoryAt + entries.length), true);
  tail.setUint32(76, 0x06054b50, true);
  tail.setUint16(86, 0xffff, true);
  tail.setUint32(88, 0xffffffff, true);
  tail.setUint32(92, 0xffffffff, true);
  return Uint8Array.of(...zip.slice(0, directoryAt), ...entries, ...new Uint8Array(tail.buffer));
}
