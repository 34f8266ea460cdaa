import { describe, expect, it } from 'vitest';
import { goodFiles } from '../../../../examples/provider-files/provider-files.ts';
import { checkProviderFile, openWorkbook } from './index.ts';
import type { CellValue } from './types.ts';

const DATE_COLUMN = 4;

const isoOf = (serial: number) =>
  new Date((serial - 25_569) * 86_400_000).toISOString().slice(0, 10);

/** Returns the rows of the first sheet as text, with real dates as LibreOffice writes them. */
async function textRows(bytes: BlobPart, name: string): Promise<string[][]> {
  const workbook = await openWorkbook({ name, blob: new Blob([bytes]) });
  const rows: string[][] = [];
  const text = (cell: CellValue, column: number) =>
    typeof cell === 'number' && column === DATE_COLUMN ? isoOf(cell) : String(cell ?? '');
  for await (const batch of workbook.rows(0)) {
    for (const { row, cells } of batch) {
      while (rows.length < row - 1) rows.push([]);
      rows.push(Array.from(cells, text));
    }
  }
  return rows;
}

const csv = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');
const html = (rows: readonly (readonly string[])[]) =>
  `<!DOCTYPE html><html><body><table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table></body></html>`;

describe('TXN-12 a file of Suncore that another program saved with ISO dates', () => {
  const [example] = goodFiles('2026-11-18').filter(({ provider }) => provider === 'Suncore');
  if (example === undefined) throw new Error('There is no example of Suncore.');

  it.each([
    ['csv', csv],
    ['html', html],
  ] as const)('is read: %s', async (kind, write) => {
    const options = { provider: 'Suncore', today: '2026-11-20' } as const;
    const rows = await textRows(example.bytes, example.name);
    expect(rows.flat().filter((cell) => cell === '2026-11-17').length).toBeGreaterThan(10);
    const blob = new Blob([write(rows)]);
    const saved = await checkProviderFile({ name: `saved.${kind}`, blob }, options);
    expect(saved.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(saved).toMatchObject({ kind, ok: true });
    const lines = rows.filter(([card = '']) => /^\d{16}$/.test(card));
    const total = rows.find((row) => row.includes('Litres'))?.indexOf('Total') ?? -1;
    const amount = lines.reduce((sum, line) => sum + Number(line[total]), 0).toFixed(2);
    expect(saved.totals).toMatchObject([{ currency: 'CAD', lines: 160, amount }]);
    expect(lines.length).toBe(160);
  });
});
