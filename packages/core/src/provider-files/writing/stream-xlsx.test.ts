import { describe, expect, it } from 'vitest';
import { read } from 'xlsx';
import { openWorkbook } from '../reading/index.ts';
import type { CellValue } from '../types.ts';
import { streamXlsx } from './stream-xlsx.ts';

async function* rowsOf(all: readonly (readonly CellValue[])[]) {
  yield* all;
}

async function written(all: readonly (readonly CellValue[])[], mostRows?: number) {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of streamXlsx('Cards', rowsOf(all), mostRows)) pieces.push(piece);
  return new Blob(pieces);
}

async function readBack(blob: Blob): Promise<readonly (readonly (readonly CellValue[])[])[]> {
  const workbook = await openWorkbook({ name: 'x.xlsx', blob });
  const sheets: (readonly CellValue[])[][] = [];
  for (const index of workbook.sheets.keys()) {
    const rows: (readonly CellValue[])[] = [];
    for await (const batch of workbook.rows(index)) rows.push(...batch.map(({ cells }) => cells));
    sheets.push(rows);
  }
  return sheets;
}

const HEADER = ['Card', 'Amount'];

describe('a workbook that is written as a stream', () => {
  it('keeps every value, for our reader and for another one, and contains no formula', async () => {
    const rows = [HEADER, ['=1+1', 12.5], ['7076850000001042', 0], ['<&>"é😀', true]];
    const blob = await written(rows);
    expect(await readBack(blob)).toEqual([rows]);
    const { SheetNames, Sheets } = read(new Uint8Array(await blob.arrayBuffer()), {
      cellFormula: true,
    });
    expect(SheetNames).toEqual(['Cards']);
    expect([Sheets.Cards?.A2?.v, Sheets.Cards?.B2?.v, Sheets.Cards?.A3?.v]).toEqual([
      '=1+1',
      12.5,
      '7076850000001042',
    ]);
    expect(JSON.stringify(Sheets)).not.toContain('"f":');
  });

  it('continues on another sheet, with its header, when one is full', async () => {
    const rows = Array.from({ length: 5 }, (_, index) => [`card ${index}`, index]);
    expect(await readBack(await written([HEADER, ...rows], 3))).toEqual([
      [HEADER, rows[0], rows[1]],
      [HEADER, rows[2], rows[3]],
      [HEADER, rows[4]],
    ]);
  });

  it('is a valid workbook without rows', async () => {
    const names = read(new Uint8Array(await (await written([])).arrayBuffer())).SheetNames;
    expect(names).toEqual(['Cards']);
  });

  it('releases its rows when the reader stops', async () => {
    let open = true;
    async function* endless() {
      try {
        for (;;) yield ['x'.repeat(1000)];
      } finally {
        open = false;
      }
    }
    const pieces = streamXlsx('Cards', endless());
    await pieces.next();
    for (let count = 0; count < 5; count += 1) await pieces.next();
    await pieces.return(undefined);
    await expect.poll(() => open).toBe(false);
  });
});
