import type { CheckIssue } from '@forecourt/core';
import { expect, it } from 'vitest';
import type { Output } from '../output/output.ts';
import type { FileResult } from './import-document.ts';
import { fileText } from './import-text.ts';

const output = { terminal: false, paint: (_: string, text: string) => text } as unknown as Output;

const issue = (row: number, severity: CheckIssue['severity'], rule: string) =>
  ({
    file: 'a.csv',
    sheet: 'S',
    row,
    column: 'Date',
    cell: `E${row}`,
    value: '',
    rule,
    severity,
    message: 'is odd',
  }) as unknown as CheckIssue;

function linesOf(issues: readonly CheckIssue[], errors: number, warnings: number): string[] {
  const report = {
    ...{ issues, errors, warnings, rows: 9_000, acceptedRows: 8_998, days: undefined },
    ...{ totals: [], taxTables: [], accepted: [], guards: [] },
  };
  const result = { path: 'a.csv', exitCode: 5, report, refused: [] } as unknown as FileResult;
  return fileText(output, result).split('\n');
}

it('TXN-12 lists every error, ten warnings of a rule, and counts the rest', () => {
  const old = Array.from({ length: 14 }, (_, at) => issue(at + 2, 'warning', 'TXN-DATE-OLD'));
  const found = [...old, issue(20, 'error', 'TXN-CARD'), issue(21, 'warning', 'TXN-TWIN')];
  const lines = linesOf(found, 1, 7_000);
  expect(lines.filter((line) => line.includes('TXN-DATE-OLD'))).toHaveLength(10);
  expect(lines.filter((line) => /TXN-CARD|TXN-TWIN/.test(line))).toHaveLength(2);
  expect(lines).toContain('  … and 6,989 warnings more');
  const most = Array.from({ length: 30 }, (_, at) => issue(at + 2, 'error', 'TXN-CARD'));
  expect(linesOf(most, 31, 1)).toContain('  … and 1 error and 1 warning more');
  expect(linesOf(found.slice(-2), 1, 1).filter((line) => line.includes('…'))).toEqual([]);
});
