import { csvCell, safeFileName } from '@forecourt/core';

const BATCH_CHARACTERS = 64_000;

const csvLine = (fields: readonly (string | number)[]): string =>
  `${fields.map(csvCell).join(',')}\r\n`;

/** Streams the lines as bytes, produced on demand: a slow reader slows the query down. */
export function csvStream(
  header: readonly string[],
  rows: AsyncIterable<readonly (string | number)[]>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = rows[Symbol.asyncIterator]();
  // The byte order mark, by which spreadsheets recognize UTF-8.
  let pending = `\uFEFF${csvLine(header)}`;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      let done = false;
      while (!done && pending.length < BATCH_CHARACTERS) {
        const next = await iterator.next();
        if (next.done) done = true;
        else pending += csvLine(next.value);
      }
      if (pending !== '') controller.enqueue(encoder.encode(pending));
      pending = '';
      if (done) controller.close();
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/** Headers of a file to be saved under that name; the name becomes plain ASCII without a path. */
export const fileHeaders = (name: string, contentType = 'text/csv; charset=utf-8') => ({
  'content-type': contentType,
  'content-disposition': `attachment; filename="${safeFileName(name)}"`,
});
