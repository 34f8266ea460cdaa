import { setImmediate as turn } from 'node:timers/promises';
import { refuseUnwanted } from '../threads/wanted.ts';
import { COLOURS } from './colours.ts';
import { PAGE, type Pdf, put } from './pdf-document.ts';

export interface TableColumn {
  readonly title: string;
  readonly width: number;
  readonly align?: 'right';
}

export interface TableRow {
  readonly cells: readonly string[];
  /** A sum: bold, with a line above. */
  readonly total?: true;
}

interface Table {
  readonly columns: readonly TableColumn[];
  readonly rows: Iterable<TableRow>;
  readonly size?: number;
  /** Starts a new page and returns where its text starts. */
  readonly newPage: () => number;
}

const GAP = 4;
const ROWS_A_TURN = 20;

/** A name may end in '…'; a figure that did would be another one, so it is written smaller. */
function sizeThatFits(
  pdf: Pdf,
  text: string,
  width: number,
  { bold, size }: { readonly size: number; readonly bold: boolean },
): number {
  const needed = pdf
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .widthOfString(text);
  return needed <= width ? size : Math.floor((10 * size * width) / needed) / 10;
}

function drawCells(
  pdf: Pdf,
  columns: readonly TableColumn[],
  cells: readonly string[],
  y: number,
  options: { readonly size: number; readonly bold: boolean; readonly colour: string },
): void {
  let x: number = PAGE.left;
  for (const [index, column] of columns.entries()) {
    const text = cells[index] ?? '';
    const { align = 'left' } = column;
    const width = column.width - GAP;
    const size = align === 'right' ? sizeThatFits(pdf, text, width, options) : options.size;
    if (text !== '') put(pdf, text, x + GAP / 2, y, { ...options, size, width, align });
    x += column.width;
  }
}

function drawHead(pdf: Pdf, columns: readonly TableColumn[], y: number, size: number): number {
  const height = size + 9;
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  pdf.rect(PAGE.left, y, width, height).fill(pdf.brand.colour);
  const titles = columns.map(({ title }) => title);
  drawCells(pdf, columns, titles, y + 5, { size, bold: true, colour: '#ffffff' });
  return y + height;
}

/**
 * Draws a table from `y` on, with its head on each page. Returns where it ends. Yields to other answers of the thread
 * every few rows, and stops if nobody waits for it any more.
 */
export async function drawTable(pdf: Pdf, y: number, table: Table): Promise<number> {
  const { columns, newPage, rows, size = 8 } = table;
  const height = size + 6;
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const room = (from: number, lines: number) => from + lines * height <= PAGE.bottom - 10;
  let at = drawHead(pdf, columns, room(y, 3) ? y : newPage(), size);
  let shaded = false;
  let drawn = 0;
  for (const { cells, total = false } of rows) {
    drawn += 1;
    if (drawn % ROWS_A_TURN === 0) {
      refuseUnwanted();
      await turn();
    }
    if (!room(at, 1)) {
      at = drawHead(pdf, columns, newPage(), size);
      shaded = false;
    }
    if (shaded && !total) pdf.rect(PAGE.left, at, width, height).fill(COLOURS.tint);
    if (total) {
      pdf
        .moveTo(PAGE.left, at)
        .lineTo(PAGE.left + width, at)
        .lineWidth(0.8)
        .stroke(pdf.brand.colour);
    }
    drawCells(pdf, columns, cells, at + 3.5, { size, bold: total, colour: COLOURS.ink });
    shaded = !shaded;
    at += height;
  }
  return at;
}
