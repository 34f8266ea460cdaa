import { describe, expect, it } from 'vitest';
import { missingFrom, patternOf } from './name-pattern.ts';

describe('name patterns of deliveries', () => {
  it.each([
    ['ESSO_TXN_70768501_20261118.xls', 'ESSO_TXN_70768501_20261119.xls', true],
    ['Pipeline_2026-11-18.xlsx', 'pipeline_2026-11-19.XLSX', true],
    ['TA_FORECOURT_11182026.xlsx', 'TA_FORECOURT_11192026.xlsx', true],
    ['Comdata 20261118T0530.xlsx', 'Comdata 20261119T0512.xlsx', true],
    ['daily (2).xlsx', 'daily.xlsx', true],
    ['rates 261118.xls', 'rates 261119.xls', true],
    ['ESSO_70768501.xls', 'ESSO_70768502.xls', false],
    ['ESSO/monday.xls', 'Comdata/monday.xls', false],
  ])('%s and %s: of one delivery? %s', (one, other, same) => {
    expect(patternOf(one) === patternOf(other)).toBe(same);
  });

  it('are in lower case, with # for the date', () => {
    expect(patternOf('ESSO/TXN_70768501_20261118.xls')).toBe('esso/txn_70768501_#.xls');
  });

  it('are missing if no similar name arrived', () => {
    const before = ['a_20261118.xls', 'b_20261118.xls'];
    expect(missingFrom(['a_20261119.xls'], before)).toEqual(['b_20261118.xls']);
  });
});
