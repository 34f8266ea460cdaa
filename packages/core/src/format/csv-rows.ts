type Row = readonly string[];

const BARE = /[^,\r\n]*/y;

/** The field at `from` and its end; undefined when the text ends first. */
function fieldAt(text: string, from: number): readonly [value: string, end: number] | undefined {
  if (text[from] !== '"') {
    BARE.lastIndex = from;
    const [value = ''] = BARE.exec(text) ?? [];
    return [value, from + value.length];
  }
  let quote = text.indexOf('"', from + 1);
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  if (quote === -1) return undefined;
  return [text.slice(from + 1, quote).replaceAll('""', '"'), quote + 1];
}

/** The row at `from` and the start of the next; undefined while the row is incomplete. */
function rowAt(text: string, from: number, last: boolean): readonly [Row, number] | undefined {
  const row: string[] = [];
  for (let at = from; ; ) {
    const field = fieldAt(text, at);
    if (field === undefined) return undefined;
    const [value, end] = field;
    row.push(value);
    if (text[end] === ',') {
      at = end + 1;
      continue;
    }
    const lineEnd = text.startsWith('\r\n', end) ? 2 : 1;
    // A quote or a line ending may be split between two chunks.
    const whole = end < text.length - (text[end] === '\r' ? 1 : 0);
    if (whole || last) return [row, end + lineEnd];
    return undefined;
  }
}

/**
 * Yields the rows of a streamed CSV file in batches. Throws when it ends inside a quoted field.
 *
 * @param body the file's bytes, UTF-8
 */
export async function* csvRows(body: ReadableStream<Uint8Array>): AsyncGenerator<readonly Row[]> {
  const decoder = new TextDecoder();
  let text = '';
  const take = (last: boolean): Row[] => {
    const rows: Row[] = [];
    let at = 0;
    while (at < text.length) {
      const found = rowAt(text, at, last);
      if (found === undefined) break;
      rows.push(found[0]);
      at = found[1];
    }
    text = text.slice(at);
    return rows;
  };
  // A reader, because some browsers can't iterate over a stream.
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
      yield take(false);
    }
  } finally {
    // Releases the source if the caller stops early; after the end, it does nothing.
    reader.cancel().catch(() => undefined);
  }
  text += decoder.decode();
  yield take(true);
  if (text !== '') throw new TypeError('The export is incomplete: it ends inside a quoted field.');
}

/** The prefix with which the service guards text that a spreadsheet would run as a formula. */
const GUARD = /^'(?=[=+\-@\t\r])/;

/**
 * Removes that prefix: other formats need no guard against formulas.
 *
 * @param value a cell of a CSV file
 * @returns the cell as it was before `csvCell`
 */
export const unguarded = (value: string): string => value.replace(GUARD, '');

/**
 * Makes header names unique.
 *
 * @param header the cells of the header
 * @returns the names: 'Column 3' for one without a text, and ' (2)' behind the second of two that are equal
 */
export function namesOf(header: Row): string[] {
  const taken = new Set<string>();
  return header.map((label, index) => {
    const wanted = label.trim() || `Column ${index + 1}`;
    let name = wanted;
    for (let count = 2; taken.has(name); count += 1) name = `${wanted} (${count})`;
    taken.add(name);
    return name;
  });
}
