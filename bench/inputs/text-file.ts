import { closeSync, openSync, writeSync } from 'node:fs';
import { seeded } from './random.ts';

const ROWS = 100_000;
const COLUMNS = 30;

/** Creates a .csv of 100,000 rows and 30 columns: amounts, words, long numbers, a quoted field here and there. */
export function writeCsv(path: string): void {
  const random = seeded(1);
  const cell = (row: number, column: number): string => {
    if (column === COLUMNS - 1 && row % 50 === 0) return '"A, B"';
    if (column % 3 === 0) return (random() * 1000).toFixed(2);
    if (column % 3 === 1) return `TEXT ${Math.floor(random() * 1e6)}`;
    return `7076850${Math.floor(random() * 1e9)}`;
  };
  const file = openSync(path, 'w');
  for (let row = 0; row < ROWS; row += 1) {
    const cells = Array.from({ length: COLUMNS }, (_, column) => cell(row, column));
    writeSync(file, `${cells.join(',')}\r\n`);
  }
  closeSync(file);
}
