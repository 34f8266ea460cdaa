import type { Download } from './http.types.ts';
import { cutOffError, type Known } from './outcome.ts';

/** A kind of file whose end shows that nothing is missing. */
export type JudgedKind = 'csv' | 'pdf' | 'zip';

/** The end of a ZIP archive is at most this long: its record, and a comment. */
const LONGEST_END = 22 + 65_535;
/** Readers look for a PDF's mark in its last kilobyte. */
const PDF_END = 1_024;
const NEWLINE = 0x0a;

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  [...text].every((letter, at) => bytes[at] === letter.charCodeAt(0));

function lastIndexOf(bytes: Uint8Array, text: string): number {
  for (let at = bytes.length - text.length; at >= 0; at -= 1) {
    if (startsWith(bytes.subarray(at, at + text.length), text)) return at;
  }
  return -1;
}

/** Returns whether a ZIP archive, such as a workbook, has its last record, and all of its comment. */
function hasZipEnd(end: Uint8Array): boolean {
  const at = lastIndexOf(end, 'PK\u0005\u0006');
  if (at < 0 || at + 22 > end.length) return false;
  return at + 22 + (end[at + 20] ?? 0) + (end[at + 21] ?? 0) * 256 === end.length;
}

const hasPdfEnd = (end: Uint8Array): boolean => lastIndexOf(end.subarray(-PDF_END), '%%EOF') >= 0;

/** What a file is, by its first bytes or its type; undefined if its end shows nothing. */
function kindOf(first: Uint8Array, contentType: string | undefined): JudgedKind | undefined {
  if (startsWith(first, '%PDF-')) return 'pdf';
  if (startsWith(first, 'PK\u0003\u0004') || startsWith(first, 'PK\u0005\u0006')) return 'zip';
  return contentType?.startsWith('text/csv') ? 'csv' : undefined;
}

const IS_WHOLE: Readonly<Record<JudgedKind, (end: Uint8Array) => boolean>> = {
  csv: (end) => end.at(-1) === NEWLINE,
  pdf: hasPdfEnd,
  zip: hasZipEnd,
};

/** The last bytes of a stream, and its first chunk that isn't empty. */
class Ends {
  first: Uint8Array | undefined;
  readonly #kept: Uint8Array[] = [];
  #length = 0;

  add(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.first ??= chunk;
    this.#kept.push(chunk);
    this.#length += chunk.length;
    while (this.#length - (this.#kept[0]?.length ?? 0) >= LONGEST_END) {
      this.#length -= this.#kept.shift()?.length ?? 0;
    }
  }

  get last(): Uint8Array {
    const bytes = new Uint8Array(this.#length);
    let at = 0;
    for (const chunk of this.#kept) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }
}

/**
 * Returns a download whose body errors with a 'cut_off' `ApiError` if the file is empty or lacks its end: something on
 * the way can end an answer as if it were whole, if no length was announced (ERR-03). A PDF ends with its mark, a ZIP
 * archive or workbook with its last record, a CSV file with a line ending; other files pass as they are. A download of
 * an announced length is returned unchanged, because its length is checked.
 *
 * @param download the file
 * @param known the call, for the error
 * @param kinds what is judged by its end; without any, the download is returned unchanged
 */
export function wholeFile(
  download: Download,
  known: Known,
  kinds: readonly JudgedKind[] = ['csv', 'pdf', 'zip'],
): Download {
  if (download.length !== undefined || kinds.length === 0) return download;
  const ends = new Ends();
  const guard = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      ends.add(chunk);
      controller.enqueue(chunk);
    },
    flush() {
      if (!ends.first) throw cutOffError(known, 'The answer was cut off: the file is empty.');
      const kind = kindOf(ends.first, download.contentType);
      if (kind && kinds.includes(kind) && !IS_WHOLE[kind](ends.last)) {
        throw cutOffError(known, 'The answer was cut off: the end of the file is missing.');
      }
    },
  });
  return { ...download, body: download.body.pipeThrough(guard) };
}
