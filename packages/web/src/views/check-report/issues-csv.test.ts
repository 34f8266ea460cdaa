import type { CheckIssue, CheckReport } from '@forecourt/core';
import { describe, expect, it } from 'vitest';
import { issuesCsv } from './issues-csv.ts';

const issue = (more: Partial<CheckIssue>) =>
  ({
    severity: 'error',
    file: 'a.xls',
    sheet: 'Sheet1',
    row: 2,
    cell: 'B2',
    column: 'CARD',
    rule: 'card-number',
    value: '',
    expected: null,
    message: 'm',
    ...more,
  }) as CheckIssue;

describe('TXN-12 the issues of a file, exported', () => {
  it('contain no formula from the checked file', async () => {
    const issues = [
      issue({ value: '=HYPERLINK("http://x.test")' }),
      issue({ sheet: '@s', row: 3 }),
    ];
    const text = await issuesCsv({ issues } as unknown as CheckReport).text();
    const lines = text.split('\r\n');
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://x.test"")"`);
    expect(lines[2]).toContain(",'@s,3,");
    for (const line of lines) expect(line).not.toMatch(/(^|,)"?[=@+]/);
  });
});
