import { describe, expect, it } from 'vitest';
import { badFiles } from '../../../../examples/provider-files/provider-files.ts';
import { checkProviderFile } from './index.ts';

/** Checks an example file and returns what an error at a cell compares, as 'N4 QTY 537.41'. */
async function comparedAt(name: string, cell: string, rule: string) {
  const found = badFiles().find((file) => file.name === name);
  if (!found) throw new Error(name);
  const file = { name, blob: new Blob([found.bytes]) };
  const { issues } = await checkProviderFile(file, { provider: 'ESSO', today: '2026-11-20' });
  const [error, ...others] = issues.filter((issue) => issue.rule === rule && issue.cell === cell);
  if (!error || others.length > 0) throw new Error(`There is no single ${rule} at ${cell}.`);
  return error.related?.map((other) => `${other.cell} ${other.column} ${other.value}`);
}

describe('the cells that an error compares', () => {
  it.each([
    [
      ...(['TXN-QTY', 'amount_wrong.xlsx', 'Z4'] as const),
      ['N4 QTY 537.41', 'P4 NET_PRICE 1.363', 'R4 PFT_RT 0.09', 'U4 HST_AMT 101.51'],
    ],
    [...(['TXN-SIGN', 'reversals.xlsx', 'Z10'] as const), ['N10 QTY 404.63']],
    [
      ...(['TAX-FET', 'tax_wrong.xlsx', 'Q6'] as const),
      ['C6 TRAN_DATE 20261118', 'K6 STN_PRV ON', 'L6 PRD_CD D1'],
    ],
    [
      ...(['TAX-REGIME', 'tax_wrong.xlsx', 'T3'] as const),
      [
        ...['C3 TRAN_DATE 20261118', 'K3 STN_PRV ON', 'N3 QTY 404.63', 'P3 NET_PRICE 1.3795'],
        ...['R3 PFT_RT 0.09', 'Z3 AMT 624.33'],
      ],
    ],
  ])(
    'TXN-12 are named with %s of %s at %s, because each may be the wrong one',
    async (rule, name, cell, cells) => {
      expect(await comparedAt(name, cell, rule)).toEqual(cells);
    },
  );

  it.each([
    ['TXN-CARD-LENGTH', 'card_lost_zero.xlsx', 'B4'],
    ['TXN-NUMBER', 'numbers.xlsx', 'Z5'],
  ])('TXN-12 are none with %s of %s at %s, which is wrong by itself', async (rule, name, cell) => {
    expect(await comparedAt(name, cell, rule)).toBeUndefined();
  });
});
