import { cutOffError } from './outcome.ts';

const QUOTE = 0x22;
const NEWLINE = 0x0a;
const COMMA = 0x2c;
const PAGE = /^\s*<(?:!doctype|html)\b/i;

/** A body that passes through unchanged while its rows are counted. */
export interface CountedBody {
  readonly body: ReadableStream<Uint8Array>;
  /** Number of rows below the heading that passed so far. */
  readonly rows: () => number;
}

/**
 * Counts the rows of a CSV file while it streams; a line ending inside quotes belongs to its cell. The body errors with a
 * 'cut_off' `ApiError` if it is a web page or ends before its heading, within quotes, or in a row of fewer cells than the heading: something
 * on the way can end an answer as if it were whole, if no length was announced (ERR-03).
 *
 * @param body the file
 * @param operation the call, for the error
 * @param judge says why a file of so many rows isn't whole; undefined if it is
 */
export function wholeRows(
  body: ReadableStream<Uint8Array>,
  operation: string,
  judge: (rows: number) => Promise<string | undefined>,
): CountedBody {
  let isPage: boolean | undefined;
  let lines = 0;
  let quoted = false;
  let ended = true;
  let commas = 0;
  let commasOfHeading: number | undefined;
  const read = (byte: number) => {
    ended = byte === NEWLINE && !quoted;
    if (byte === QUOTE) quoted = !quoted;
    else if (byte === COMMA && !quoted) commas += 1;
    if (!ended) return;
    commasOfHeading ??= commas;
    commas = 0;
    lines += 1;
  };
  const rows = () => Math.max(0, lines + (ended ? 0 : 1) - 1);
  const fault = async () => {
    if (isPage) return 'A web page came in place of the file: the network may ask for a sign-in.';
    if (lines === 0 && ended) return 'The answer was cut off: the file is empty.';
    const isShort = !ended && commas < (commasOfHeading ?? commas);
    return quoted || isShort
      ? 'The answer was cut off: the file ends within a row.'
      : judge(rows());
  };
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      isPage ??= PAGE.test(new TextDecoder().decode(chunk.subarray(0, 100)));
      for (const byte of chunk) read(byte);
      controller.enqueue(chunk);
    },
    async flush() {
      const detail = await fault();
      if (detail !== undefined) throw cutOffError({ operation, outcome: 'none' }, detail);
    },
  });
  return { body: body.pipeThrough(counter), rows };
}
