import { describe, expect, it } from 'vitest';
import { checkSheets } from './checking.test-kit.ts';
import { CARD, ESSO_HEADER, PIPELINE_HEADER, pipelineRow } from './rows.test-kit.ts';

const END = ['Grand Total'];
const sheet = (name: string, ...lines: ReturnType<typeof pipelineRow>[]) => ({
  name,
  rows: [PIPELINE_HEADER, ...lines, END],
});

describe('TXN-17 doubled data', () => {
  it('TXN-17 names both places of a row that equals another in every cell, and enters both', async () => {
    const { report, rows } = await checkSheets('Pipeline', [
      sheet('Day 1', pipelineRow(1), pipelineRow(2), pipelineRow(1), pipelineRow(1)),
      sheet('Day 2', pipelineRow(3), pipelineRow(2)),
    ]);
    expect(
      report.issues.map(({ rule, severity, sheet, row, value }) => [
        rule,
        severity,
        sheet,
        row,
        value,
      ]),
    ).toEqual([
      ['TXN-TWIN', 'warning', 'Day 1', 4, 'Day 1!2'],
      ['TXN-TWIN', 'warning', 'Day 1', 5, 'Day 1!2'],
      ['TXN-TWIN', 'warning', 'Day 2', 3, 'Day 1!3'],
    ]);
    expect(report).toMatchObject({ ok: true, acceptedRows: 6, lines: 6 });
    expect(rows.flatMap(({ lines }) => lines)).toHaveLength(6);
  });

  it('TXN-17 accepts two rows that differ in one cell without a warning', async () => {
    const other = pipelineRow(1).with(6, 100.01);
    const { report } = await checkSheets('Pipeline', [
      sheet('S', pipelineRow(1), other, pipelineRow(1).with(11, 'C')),
    ]);
    expect(report.issues.filter(({ rule }) => rule === 'TXN-TWIN')).toEqual([]);
  });

  it('TXN-17 names a sheet that repeats another, and the other', async () => {
    const { report } = await checkSheets('Pipeline', [
      sheet('17 Nov', pipelineRow(1), pipelineRow(2)),
      sheet('18 Nov', pipelineRow(3), pipelineRow(4)),
      sheet('17 Nov (2)', pipelineRow(1), pipelineRow(2)),
      sheet('turned', pipelineRow(2), pipelineRow(1)),
    ]);
    const twice = report.issues.filter(({ rule }) => rule === 'TXN-SHEET-TWICE');
    expect(twice).toMatchObject([
      { severity: 'warning', sheet: '17 Nov (2)', row: null, value: '17 Nov' },
    ]);
    expect(report).toMatchObject({ ok: true, rows: 8, acceptedRows: 8 });
  });

  it('TXN-17 names a duplicate column, and the one that is read', async () => {
    const rows = [[...PIPELINE_HEADER, 'Final Amt'], [...pipelineRow(1), 999], END];
    const { report, rows: read } = await checkSheets('Pipeline', [{ name: 'S', rows }]);
    expect(report.issues).toMatchObject([
      {
        rule: 'FILE-COLUMN-TWICE',
        severity: 'warning',
        cell: 'M1',
        column: 'Final Amt',
        value: 'Final Amt, as K1',
      },
    ]);
    expect(read[0]?.lines[0]?.amount).toBe('170.00');
  });

  it('TXN-17 names a file of records without its header record', async () => {
    const detail = [
      'DTL',
      CARD,
      '20261118',
      1,
      814,
      'ON',
      'D1',
      500,
      1.44,
      0,
      0.09,
      0,
      99.45,
      864.45,
    ];
    const trailer = ['TRL', 1, 500, 864.45];
    const without = await checkSheets('ESSO', [
      { name: 'S', rows: [ESSO_HEADER, detail, trailer] },
    ]);
    expect(without.report.issues).toMatchObject([
      { rule: 'FILE-HEADER-RECORD', severity: 'warning', sheet: 'S', row: null },
    ]);
    const hdr = ['HDR', '70768501', 'X', '20261119', 'CAD'];
    const whole = await checkSheets('ESSO', [
      { name: 'S', rows: [hdr, ESSO_HEADER, detail, trailer] },
    ]);
    expect(whole.report.issues).toEqual([]);
  });

  it.each([
    [[30, 31, 29], 9, ['FILE-FEW-ROWS']],
    [[30, 31, 29], 10, []],
    [[30, 31], 1, []],
    [undefined, 1, []],
  ])('TXN-17 files of %j rows, then one of %i: %j', async (formerRows, count, expected) => {
    const lines = Array.from({ length: count }, (_, index) => pipelineRow(index));
    const { report } = await checkSheets('Pipeline', [sheet('S', ...lines)], {
      ...(formerRows && { formerRows }),
    });
    expect(report.issues.map(({ rule }) => rule)).toEqual(expected);
    expect(report.ok).toBe(true);
  });
});
