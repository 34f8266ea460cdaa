import { expect, it } from 'vitest';
import type { ExitCode } from '../exit-codes.ts';
import { exitOfAll } from './import-document.ts';

it.each<[readonly ExitCode[], ExitCode]>([
  [[0, 0], 0],
  [[5], 5],
  [[5, 5], 5],
  [[0, 5], 6],
  [[0, 6], 6],
  [[5, 6], 6],
  [[0, 7, 5], 7],
  [[7, 4], 4],
  [[0, 130], 130],
  [[7, 8, 130], 8],
  [[1, 0], 1],
])('files that end with %j end the run with %i', (codes, code) => {
  expect(exitOfAll(codes)).toBe(code);
});
