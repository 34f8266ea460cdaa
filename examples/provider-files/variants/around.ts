import type { Cell } from '../workbook.ts';
import { eachSheet, editRows, editTable, type Kind } from './variant.ts';

const above = (name: string, lines: readonly (readonly Cell[])[]): Kind => ({
  name,
  make: (good) => ({ sheets: eachSheet(good, (rows) => [...lines, ...rows]) }),
});

const below = (name: string, lines: readonly (readonly Cell[])[]): Kind => ({
  name,
  make: (good) => ({ sheets: eachSheet(good, (rows) => [...rows, ...lines]) }),
});

const TITLE: readonly (readonly Cell[])[] = [
  ['Northern Haulage Inc.'],
  ['Fuel purchases, prepared for accounting'],
  ['Printed 2026-11-19 08:00 by J. Roy', undefined, 'Page 1 of 1'],
  [],
];

/** Around the rows: nothing of it is a purchase, and no purchase is taken for it. */
export const AROUND: readonly Kind[] = [
  above('a title block above', TITLE),
  above('many lines above', [
    ...TITLE,
    ...Array.from({ length: 24 }, () => ['Terms and conditions apply']),
  ]),
  above('blank rows above', [[], [], []]),
  above('parameters above', [
    ['From:', '2026-11-01', 'To:', '2026-11-30'],
    ['Cards:', 301, 'Status:', 'Posted'],
    [],
  ]),
  below('a footnote below', [[], ['* Prices as posted. Questions: 1-800-555-0199']]),
  below('rows of blanks below', [['', ' ', ''], ['\u00A0'], ['', '', '', ' ']]),
  {
    name: 'blank rows between',
    make: (good) => ({
      sheets: eachSheet(good, (rows) =>
        rows.flatMap((cells, row) => (row > good.headerRow ? [[], cells] : [cells])),
      ),
    }),
  },
  {
    name: 'a ruled line below the header',
    make: (good) => ({
      sheets: eachSheet(good, (rows) => [
        ...rows.slice(0, good.headerRow + 1),
        good.headers.map(() => '-----'),
        ...rows.slice(good.headerRow + 1),
      ]),
    }),
  },
  {
    name: 'the header again amid the rows',
    make: (good) => ({
      sheets: eachSheet(good, (rows) => {
        const middle = good.headerRow + 4;
        return [...rows.slice(0, middle), [...good.headers], ...rows.slice(middle)];
      }),
    }),
  },
  {
    name: 'an empty column before the first',
    make: (good) => ({
      sheets: eachSheet(good, (rows) =>
        rows.map((cells) => (cells.length === 0 ? cells : [undefined, ...cells])),
      ),
    }),
  },
  {
    name: 'empty columns behind the last',
    make: (good) => ({
      sheets: editTable(good, (cells) => [
        ...Array.from({ length: good.headers.length }, (_, column) => cells[column]),
        '',
        ' ',
        '\u00A0',
      ]),
    }),
  },
  {
    name: 'a hand-written remark beside a row',
    make: (good) => ({
      sheets: editRows(good, (cells, index) =>
        index === 2
          ? [
              ...Array.from({ length: good.headers.length + 1 }, (_, column) => cells[column]),
              'checked, JR',
            ]
          : cells,
      ),
    }),
  },
];
