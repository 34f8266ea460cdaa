const QUOTE = 0x22;
const NEWLINE = 0x0a;

/** A body that passes through unchanged while its rows are counted. */
export interface CountedBody {
  readonly body: ReadableStream<Uint8Array>;
  /** Number of rows below the heading that passed so far. */
  readonly rows: () => number;
}

/**
 * Counts the rows of a CSV file while it streams. A line ending inside quotes belongs to its cell. Each row,
 * also the last one, ends with a line ending.
 */
export function countRows(body: ReadableStream<Uint8Array>): CountedBody {
  let lines = 0;
  let quoted = false;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      for (const byte of chunk) {
        if (byte === QUOTE) quoted = !quoted;
        else if (byte === NEWLINE && !quoted) lines += 1;
      }
      controller.enqueue(chunk);
    },
  });
  return { body: body.pipeThrough(counter), rows: () => Math.max(0, lines - 1) };
}
