import { TextDecoding } from './text-decoding.ts';

/** Decodes a whole file as text. */
export async function decodeText(blob: Blob): Promise<string> {
  return new TextDecoding().decode(new Uint8Array(await blob.arrayBuffer()), true);
}
