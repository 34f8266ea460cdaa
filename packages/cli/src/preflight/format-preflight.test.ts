import { expect, it } from 'vitest';
import { preflightLines } from './format-preflight.ts';

it('TXN-12 shows the values of a corrected cell without what would steer a terminal', () => {
  const correction = { sheet: 'Fuel', cell: 'B2', row: 2, column: 'SITE' };
  const corrections = [{ ...correction, from: 'A\u001B[31mB\nC', to: '' }];
  expect(preflightLines({ corrected: { corrections, path: undefined } })).toEqual([
    'Corrected Fuel!B2 SITE: A [31mB C is now empty',
  ]);
});
