const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
const MAX_STORED_BLOCK = 0xffff;
const LAST_STORED_BLOCK = Uint8Array.of(1, 0, 0, 0xff, 0xff);

function trailer(crc: number, length: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, crc, true);
  view.setUint32(4, length % 2 ** 32, true);
  return new Uint8Array(view.buffer);
}

function* storedBlocks(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += MAX_STORED_BLOCK) {
    const block = bytes.subarray(at, at + MAX_STORED_BLOCK);
    const head = new DataView(new ArrayBuffer(5));
    head.setUint16(1, block.length, true);
    head.setUint16(3, ~block.length & 0xffff, true);
    yield new Uint8Array(head.buffer);
    yield block;
  }
}

/**
 * Wraps a part of a ZIP archive as a gzip stream, so that the platform's gunzip verifies its length and
 * CRC: no digit of an amount can change unnoticed, and checking in script would take half as long again.
 */
export function gzipWrap(part: {
  readonly stored: boolean;
  readonly crc: number;
  readonly unpacked: number;
}): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    start(controller) {
      controller.enqueue(HEADER);
    },
    transform(chunk, controller) {
      if (!part.stored) controller.enqueue(chunk);
      else for (const block of storedBlocks(chunk)) controller.enqueue(block);
    },
    flush(controller) {
      if (part.stored) controller.enqueue(LAST_STORED_BLOCK);
      controller.enqueue(trailer(part.crc, part.unpacked));
    },
  });
}
