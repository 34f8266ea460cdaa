import { describe, expect, it } from 'vitest';
import { xlsFile } from '../../../../../examples/provider-files/odd/xls-workbook.ts';
import { watched } from './files.test-kit.ts';
import { openWorkbook } from './open-workbook.ts';
import { fileOf, pack } from './workbooks.test-kit.ts';

describe('reading streams', () => {
  function many(rows: number, strings = '<si><t>x</t></si>'): Uint8Array<ArrayBuffer> {
    let xml = '';
    for (let r = 1; r <= rows; r += 1) {
      xml += `<row r="${r}"><c r="A${r}"><v>${Math.imul(r, 2654435761)}</v></c><c r="B${r}" t="s"><v>0</v></c></row>`;
    }
    return pack({ strings, sheets: [{ name: 'S', xml }] });
  }

  it.each([
    ['', '<si><t>x</t></si>'],
    [', with blanks between its texts', ' <si><t>x</t></si> <si><r><t>y</t></r></si> '],
  ])('yields the first rows of .xlsx long before the last bytes are read%s', async (_, strings) => {
    const bytes = many(60_000, strings);
    const { file, seen } = watched(bytes);
    const workbook = await openWorkbook(file);
    for await (const batch of workbook.rows(0)) {
      expect(batch.length).toBeGreaterThan(100);
      break;
    }
    expect(seen.pulled).toBeGreaterThan(0);
    expect(seen.pulled).toBeLessThan(bytes.length / 2);
  });

  it('stops at once when the signal aborts, for the file and for one sheet', async () => {
    const file = fileOf(many(20_000));
    const reason = new Error('enough');
    await expect(openWorkbook(file, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    for (const scope of ['file', 'sheet'] as const) {
      const stop = new AbortController();
      const workbook = await openWorkbook(file, scope === 'file' ? { signal: stop.signal } : {});
      let batches = 0;
      const reading = (async () => {
        for await (const _ of workbook.rows(0, scope === 'sheet' ? stop.signal : undefined)) {
          batches += 1;
          stop.abort(reason);
        }
      })();
      await expect(reading).rejects.toBe(reason);
      expect(batches).toBe(1);
    }
  });

  it('stops while it waits for bytes that never arrive', async () => {
    const reason = new Error('enough');
    const stop = new AbortController();
    const { file, seen } = watched(many(60_000));
    const workbook = await openWorkbook(file);
    seen.dried = true;
    const next = workbook.rows(0, stop.signal)[Symbol.asyncIterator]().next();
    setTimeout(() => stop.abort(reason), 20);
    await expect(next).rejects.toBe(reason);
  });

  it('stops while it waits for an .xls that never arrives, and between its rows', async () => {
    const reason = new Error('enough');
    const rows = Array.from({ length: 3000 }, (_, row) => [row]);
    const bytes = xlsFile({ sheets: [{ name: 'Data', rows }] });
    const { file, seen } = watched(bytes);
    seen.dried = true;
    const stop = new AbortController();
    setTimeout(() => stop.abort(reason), 20);
    await expect(openWorkbook(file, { signal: stop.signal })).rejects.toBe(reason);

    const later = new AbortController();
    const workbook = await openWorkbook(fileOf(bytes));
    const batches = workbook.rows(0, later.signal)[Symbol.asyncIterator]();
    expect((await batches.next()).value).toHaveLength(256);
    later.abort(reason);
    await expect(batches.next()).rejects.toBe(reason);
  });
});
