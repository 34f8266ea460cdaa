import { cutOffError, type Known } from './outcome.ts';
import { FirstBytes, pageFault } from './whole-file.ts';

const QUOTE = 0x22;
const NEWLINE = 0x0a;

/** A body that passes through unchanged while its rows are counted. */
export interface CountedBody {
  readonly body: ReadableStream<Uint8Array>;
  /** Number of rows below the heading that passed so far. */
  readonly rows: () => number;
}

/**
 * Counts the rows of a CSV file while it streams; a line ending inside quotes belongs to its cell. Each row, also the last
 * one, ends with a line ending. The body errors with a 'cut_off' `ApiError` if it is empty, a web page, or ends within a row:
 * something on the way can end an answer as if it were whole, if no length was announced (ERR-03).
 *
 * @param body the file
 * @param known the call, for the error
 * @param judge says why a file of so many rows isn't whole; undefined if it is
 */
export function wholeRows(
  body: ReadableStream<Uint8Array>,
  known: Known,
  judge: (rows: number) => Promise<string | undefined>,
): CountedBody {
  const first = new FirstBytes();
  let lines = 0;
  let quoted = false;
  let ended = true;
  const read = (byte: number) => {
    ended = byte === NEWLINE && !quoted;
    if (byte === QUOTE) quoted = !quoted;
    if (ended) lines += 1;
  };
  const rows = () => Math.max(0, lines - 1);
  const fault = async () => {
    const page = pageFault(first.bytes);
    if (page !== undefined) return page;
    if (lines === 0 && ended) return 'The answer was cut off: the file is empty.';
    return ended ? judge(rows()) : 'The answer was cut off: the file ends within a row.';
  };
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      first.add(chunk);
      for (const byte of chunk) read(byte);
      controller.enqueue(chunk);
    },
    async flush() {
      const detail = await fault();
      if (detail !== undefined) throw cutOffError(known, detail);
    },
  });
  return { body: body.pipeThrough(counter), rows };
}
