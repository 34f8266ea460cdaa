import type { CheckIssue, CheckReport } from '@forecourt/core';
import { describe, expect, it } from 'vitest';
import { faultsOf, ignoredOf, warningsOf } from './findings.ts';

const issue = (more: Partial<CheckIssue> = {}): CheckIssue =>
  ({
    ...{ rule: 'TXN-DATE', severity: 'error', file: 'a.xlsx', sheet: 'Data', row: 3 },
    ...{ column: 'Tran Date', cell: 'E3', value: 'someday', expected: 'MM/DD/YY' },
    message: 'is not a date',
    ...more,
  }) as CheckIssue;
const warning = (more: Partial<CheckIssue> = {}) => issue({ severity: 'warning', ...more });
const report = (issues: CheckIssue[], more: Partial<CheckReport> = {}) =>
  ({ issues, errors: 0, warnings: 0, ...more }) as CheckReport;
const refused = (row: number) => ({
  ...{ sheet: 'Data', row, cell: null, column: null, value: null },
  ...{ rule: null, expected: null, message: 'Refused.' },
});

describe('TXN-13 the faults of a file', () => {
  it('are the first five errors of the check, then refused rows, and a count of the others', () => {
    const errors = [1, 2, 3, 4].map((row) => issue({ row }));
    const all = report([warning({ row: 9 }), ...errors], { errors: 4 });
    const rows = { amounts: undefined, refused: [refused(7), refused(8)] };
    const { first, more } = faultsOf(all, rows, 2);
    expect(first.map(({ row }) => row)).toEqual([1, 2, 3, 4, 7]);
    expect(more).toBe(1);
    expect(first[0]).toEqual({
      ...{ sheet: 'Data', row: 1, cell: 'E3', column: 'Tran Date', value: 'someday' },
      ...{ rule: 'TXN-DATE', expected: 'MM/DD/YY', message: 'is not a date' },
    });
    expect(faultsOf(report(errors.concat(errors), { errors: 12 }), undefined)).toMatchObject({
      first: { length: 5 },
      more: 7,
    });
    expect(faultsOf(undefined, undefined)).toEqual({ first: [], more: 0 });
    expect(faultsOf(undefined, rows, 2).more).toBe(0);
  });

  it('mask card numbers wherever they are', () => {
    const card = '7076850000000128';
    const { first } = faultsOf(
      report([issue({ sheet: card, column: card, value: card, expected: card, message: card })]),
      undefined,
    );
    expect(JSON.stringify(first)).not.toContain(card);
    expect(JSON.stringify(first).match(/0128/g)).toHaveLength(5);
    expect(
      faultsOf(report([issue({ sheet: null, column: null, value: null })]), undefined),
    ).toMatchObject({
      first: [{ sheet: null, column: null, value: null }],
    });
  });
});

describe('TXN-13 the warnings of a file', () => {
  it('put what is about the whole file first, and count by rule', () => {
    const issues = [
      issue(),
      warning({ row: 1, rule: 'TXN-DATE-OLD' as never }),
      warning({ row: null, rule: 'TXN-SHEET-TWICE' as never }),
      ...[2, 3, 4, 5].map((row) => warning({ row, rule: 'TXN-DATE-OLD' as never })),
    ];
    const { first, rules, total } = warningsOf(report(issues, { warnings: 9 }));
    expect(first.map(({ row }) => row)).toEqual([null, 1, 2, 3, 4]);
    expect(rules).toEqual({ 'TXN-DATE-OLD': 5, 'TXN-SHEET-TWICE': 1 });
    expect(total).toBe(9);
    expect(warningsOf(undefined)).toEqual({ total: 0, first: [], rules: {} });
  });
});

describe('TXN-12 what nothing reads', () => {
  it('are columns, rows and sheets', () => {
    const of = (rule: string, more: Partial<CheckIssue>) =>
      warning({ rule: rule as never, ...more });
    expect(
      ignoredOf(
        report([
          of('FILE-EXTRA-COLUMN', { column: 'EXTRA' }),
          of('FILE-COLUMN-TWICE', { column: null, cell: 'C1' }),
          of('FILE-ROW-IGNORED', { row: 7, value: 'Page 2' }),
          of('FILE-ROW-IGNORED', { row: 8, value: null }),
          of('FILE-SHEET', { sheet: 'Notes' }),
          of('FILE-HIDDEN-SHEET', { sheet: 'Old' }),
          of('FILE-SHEET', { sheet: null }),
          of('TXN-TWIN', {}),
        ]),
      ),
    ).toEqual({
      columns: ['Data!EXTRA', 'Data!C1'],
      rows: ['Data!7 (Page 2)', 'Data!8'],
      sheets: ['Notes', 'Old', ''],
    });
    expect(ignoredOf(undefined)).toEqual({ columns: [], rows: [], sheets: [] });
  });
});
