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

/** What a file says it is, by the type of the answer. */
const TYPES: readonly (readonly [start: string, kind: JudgedKind])[] = [
  ['application/pdf', 'pdf'],
  ['application/zip', 'zip'],
  ['application/vnd.openxmlformats', 'zip'],
  ['text/csv', 'csv'],
];
const STARTS = { csv: [''], pdf: ['%PDF-'], zip: ['PK\u0003\u0004', 'PK\u0005\u0006'] } as const;
const PAGE = /^\s*<(?:!doctype|html)\b/i;

const hasStart = (kind: JudgedKind, bytes: Uint8Array): boolean =>
  STARTS[kind].some((start) => startsWith(bytes, start));

/** What a file is, by the type of the answer, else by its first bytes; undefined if its end shows nothing. */
function kindOf(first: Uint8Array, contentType = ''): JudgedKind | undefined {
  const typed = TYPES.find(([start]) => contentType.startsWith(start));
  return typed?.[1] ?? (['pdf', 'zip'] as const).find((kind) => hasStart(kind, first));
}

const IS_WHOLE: Readonly<Record<JudgedKind, (end: Uint8Array) => boolean>> = {
  csv: (end) => end.at(-1) === NEWLINE,
  pdf: hasPdfEnd,
  zip: hasZipEnd,
};

/** As many of a file's first bytes as show what it is. */
const START = 100;

/** What is wrong with an answer that begins like this; undefined if it is no web page. */
export const pageFault = (first: Uint8Array): string | undefined =>
  PAGE.test(new TextDecoder().decode(first))
    ? 'The answer is a web page in place of the file: the network may ask for a sign-in.'
    : undefined;

/** The first bytes of a stream. */
export class FirstBytes {
  bytes = new Uint8Array();

  add(chunk: Uint8Array): void {
    if (this.bytes.length < START) this.bytes = joined([this.bytes, chunk]).slice(0, START);
  }
}

/** The first and the last bytes of a stream. */
class Ends {
  readonly first = new FirstBytes();
  readonly #kept: Uint8Array[] = [];
  #length = 0;

  add(chunk: Uint8Array): void {
    this.first.add(chunk);
    this.#kept.push(chunk);
    this.#length += chunk.length;
    while (this.#length - (this.#kept[0]?.length ?? 0) >= LONGEST_END) {
      this.#length -= this.#kept.shift()?.length ?? 0;
    }
  }

  get last(): Uint8Array {
    return joined(this.#kept);
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Why what has arrived is not the file, or not all of it; undefined if nothing shows it. */
function faultOf(
  { first: { bytes: first }, last }: Ends,
  contentType: string | undefined,
  kinds: readonly JudgedKind[],
): string | undefined {
  if (first.length === 0) return 'The answer was cut off: the file is empty.';
  const kind = kindOf(first, contentType);
  if (kind === undefined || !kinds.includes(kind)) return undefined;
  const page = pageFault(first);
  if (page !== undefined) return page;
  if (hasStart(kind, first) && IS_WHOLE[kind](last)) return undefined;
  return 'The answer was cut off: the end of the file is missing.';
}

/**
 * Returns a download whose body errors with a 'cut_off' `ApiError` if the file is empty, a web page or lacks its end:
 * something on the way can end an answer as if it were whole, or announce the length of what it cut (ERR-03). A PDF ends
 * with its mark, a ZIP archive or workbook with its last record, a CSV file with a line ending; other files pass as they
 * are.
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
  if (kinds.length === 0) return download;
  const ends = new Ends();
  const guard = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      ends.add(chunk);
      controller.enqueue(chunk);
    },
    flush() {
      const fault = faultOf(ends, download.contentType, kinds);
      if (fault !== undefined) throw cutOffError(known, fault);
    },
  });
  return { ...download, body: download.body.pipeThrough(guard) };
}
