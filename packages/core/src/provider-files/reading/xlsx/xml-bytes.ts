import { Unrecognised } from '../unrecognised.ts';
import { utf16Label } from '../zip/archive.ts';

function declaredLabel(start: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(start.subarray(0, 200));
  const label = /^(?:ï»¿)?<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/
    .exec(head)?.[1]
    ?.toLowerCase();
  return label === 'utf-8' || label === 'utf8' || label === 'us-ascii' ? undefined : label;
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch (error) {
    throw new Unrecognised(`XML in the encoding ${label}`, { cause: error });
  }
}

/** Yields an XML part as UTF-8, whatever its encoding. */
export async function* utf8Bytes(
  part: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  let decoder: TextDecoder | undefined;
  let first = true;
  for await (const chunk of part) {
    if (first) {
      first = false;
      const label = utf16Label(chunk) ?? declaredLabel(chunk);
      if (label !== undefined) decoder = decoderOf(label);
    }
    yield decoder === undefined ? chunk : encoder.encode(decoder.decode(chunk, { stream: true }));
  }
}
