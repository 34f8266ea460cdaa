import { AROUND } from './around.ts';
import { CARDS, CELLS } from './cells.ts';
import { COLUMNS, HEADERS } from './columns.ts';
import { REPEATS } from './repeats.ts';
import { SUMS } from './sums.ts';
import type { Kind } from './variant.ts';

/** Variants of the table's content and of what is around the table, by subject. */
export const TABLES: readonly Kind[] = [
  ...AROUND,
  ...HEADERS,
  ...COLUMNS,
  ...SUMS,
  ...REPEATS,
  ...CARDS,
  ...CELLS,
];
