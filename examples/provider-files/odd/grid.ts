import type { Random } from '../random.ts';

/** A cell in one of the ways that spreadsheets have; each writer picks its own way to store it. */
export type OddCell =
  | { readonly kind: 'blank' }
  | { readonly kind: 'text'; readonly text: string; readonly rich?: boolean }
  | { readonly kind: 'number'; readonly value: number; readonly date?: boolean }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'error'; readonly code: number }
  | { readonly kind: 'formula'; readonly result: OddCell | undefined };

export interface OddRow {
  /** One-based. */
  readonly row: number;
  readonly hidden: boolean;
  /** By zero-based column; holes are cells that are not there. */
  readonly cells: readonly (OddCell | undefined)[];
}

export interface OddSheet {
  readonly name: string;
  /** 0 shown, 1 hidden, 2 hidden from the list of sheets as well. */
  readonly hidden: 0 | 1 | 2;
  readonly rows: readonly OddRow[];
}

export interface OddGrid {
  readonly date1904: boolean;
  readonly sheets: readonly OddSheet[];
}

export const ERROR_NAMES: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
};
const CODES = Object.keys(ERROR_NAMES).map(Number);

const TEXTS = [
  ...['Card', '0541', '7076850000000128', ' padded ', 'R&D <é> "x" \'y\'', 'Montréal — Québec'],
  ...['', 'two\nlines', 'tab\there', '東京 ガソリン', '⛽ 🚚', '#N/A', 'TRUE', '1E5'],
  ...['ÿþ\u0080\u009f', 'ß'.repeat(40), 'long text '.repeat(60), 'Ω'.repeat(300)],
];
const NUMBERS = [
  ...[0, -0, 1, -1, 0.1, -0.01, 12.34, 1.3799999999999999, 45_962.75, 2 ** 29 - 1, 2 ** 29],
  ...[-(2 ** 29), 536_870_911.99, 1e-3, 1e20, 1.7e308, 5e-324, 123_456_789.125, 9007199254740991],
];
const NAMES = ['Data', 'Data & more', 'Täglich', 'A'.repeat(31), 'été', '2026-11-18', "O'Neil"];

const BLANK: OddCell = { kind: 'blank' };

function anyText(random: Random): OddCell {
  const text = random.chance(0.5) ? random.pick(TEXTS) : `text ${random.between(0, 400)}`;
  return { kind: 'text', text, rich: random.chance(0.15) };
}

function anyNumber(random: Random): OddCell {
  if (random.chance(0.2)) {
    return { kind: 'number', value: random.between(40_000, 47_000) + 0.25, date: true };
  }
  const value = random.chance(0.4) ? random.pick(NUMBERS) : random.between(-9e7, 9e7) / 100;
  return { kind: 'number', value };
}

function anyFormula(random: Random): OddCell {
  const result = random.chance(0.1) ? undefined : anyCell(random, false);
  return { kind: 'formula', result: result?.kind === 'blank' ? undefined : result };
}

function anyCell(random: Random, formulas: boolean): OddCell {
  const chance = random.between(1, 100);
  if (chance <= 30) return anyText(random);
  if (chance <= 65) return anyNumber(random);
  if (chance <= 75) return BLANK;
  if (chance <= 80) return { kind: 'boolean', value: random.chance(0.5) };
  if (chance <= 87) return { kind: 'error', code: random.pick(CODES) };
  return formulas ? anyFormula(random) : BLANK;
}

function anyRow(random: Random, row: number, width: number): OddRow {
  // Whole stretches of numbers and of blanks share records in .xls.
  const same = random.chance(0.2) ? (random.chance(0.5) ? anyNumber(random) : BLANK) : undefined;
  const cells = Array.from({ length: width }, () =>
    random.chance(0.15) ? undefined : (same ?? anyCell(random, true)),
  );
  return { row, hidden: random.chance(0.1), cells };
}

function anySheet(random: Random, index: number): OddSheet {
  const count = random.pick([0, 1, 3, 12, 40]);
  const width = random.pick([1, 4, 9, 30]);
  const rows: OddRow[] = [];
  let row = random.pick([1, 1, 1, 2, 100]);
  for (let made = 0; made < count && row <= 65_536; made += 1) {
    rows.push(anyRow(random, row, width));
    row += random.chance(0.1) ? random.pick([2, 50, 30_000]) : 1;
  }
  const hidden = index > 0 && random.chance(0.3) ? random.pick([1, 2] as const) : 0;
  return { name: index === 0 ? random.pick(NAMES) : `Sheet ${index}`, hidden, rows };
}

/** Sheets of cells of all kinds, with gaps and blank stretches. */
export function anyGrid(random: Random): OddGrid {
  const sheets = Array.from({ length: random.pick([1, 1, 2, 4]) }, (_, index) =>
    anySheet(random, index),
  );
  return { date1904: random.chance(0.3), sheets };
}
