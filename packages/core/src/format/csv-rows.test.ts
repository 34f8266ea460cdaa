import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvRows, namesOf, unguarded } from './csv-rows.ts';

/** Streams the text in chunks of `size` bytes. */
function bodyOf(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}

async function rowsOf(text: string, size: number): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for await (const batch of csvRows(bodyOf(text, size))) rows.push(...batch);
  return rows;
}

const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;

it.each([1, 2, 3, 7, 1000])('TXN-03 reads rows that arrive in chunks of %i bytes', async (size) => {
  const text = '\uFEFFa,"b ""x"" é😀",\r\n"1\r\n2",,"3,4"\r\nlast,,"q"';
  expect(await rowsOf(text, size)).toEqual([
    ['a', 'b "x" é😀', ''],
    ['1\r\n2', '', '3,4'],
    ['last', '', 'q'],
  ]);
});

it('TXN-03 reads any values in any chunks', async () => {
  const value = fc.string({
    unit: fc.constantFrom('a', '"', ',', '\r', '\n', 'é', "'", '='),
    maxLength: 6,
  });
  const row = fc.array(value, { minLength: 2, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 5 }),
      fc.integer({ min: 1, max: 9 }),
      async (rows, size) => {
        const text = rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
        expect(await rowsOf(text, size)).toEqual(rows);
      },
    ),
  );
});

it('ERR-03 rejects a file that ends within a quoted field', async () => {
  await expect(rowsOf('a,b\r\n"c', 4)).rejects.toThrow('incomplete');
});

it('gives each column a unique name', () => {
  expect(namesOf(['Qty', ' Qty', '', 'Qty'])).toEqual(['Qty', 'Qty (2)', 'Column 3', 'Qty (3)']);
});

it('removes the guard against formulas, and no other apostrophe', () => {
  expect(["'=1+1", "'-x", "'90s", '-1'].map(unguarded)).toEqual(['=1+1', '-x', "'90s", '-1']);
});
