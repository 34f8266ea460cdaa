import { describe, expect, it } from 'vitest';
import type { Fault, NightFile } from './night.types.ts';
import {
  faultText,
  isRepeat,
  locationText,
  missingText,
  ruleCounts,
  shortText,
  stillRejectedText,
  verificationTexts,
} from './night-words.ts';

const fault = (more: Partial<Fault> = {}): Fault => ({
  ...{ sheet: 'Data', row: 3, cell: 'E3', column: 'Tran Date', value: 'someday' },
  ...{ rule: 'TXN-DATE', expected: 'MM/DD/YY', message: 'is not a date' },
  ...more,
});

describe('TXN-13 the words of a night', () => {
  it.each([
    [{}, 'Data!E3'],
    [{ sheet: null }, 'E3'],
    [{ cell: null }, 'Data, row 3'],
    [{ cell: null, sheet: null }, 'row 3'],
    [{ cell: null, row: null }, 'Data'],
    [{ cell: null, row: null, sheet: null }, ''],
  ])('a fault with %j is at %j', (more, place) => {
    expect(locationText(fault(more))).toBe(place);
  });

  it.each([
    [{}, 'Data!E3 Tran Date TXN-DATE is not a date (someday, expected MM/DD/YY)'],
    [{ value: null }, 'Data!E3 Tran Date TXN-DATE is not a date (expected MM/DD/YY)'],
    [{ value: '' }, 'Data!E3 Tran Date TXN-DATE is not a date (expected MM/DD/YY)'],
    [{ expected: null }, 'Data!E3 Tran Date TXN-DATE is not a date (someday)'],
    [{ value: null, expected: null }, 'Data!E3 Tran Date TXN-DATE is not a date'],
    [
      { rule: 'TXN-TWIN', value: 'Data!A2', expected: null, message: 'repeats a row' },
      'Data!E3 Tran Date TXN-TWIN repeats a row (same as Data!A2)',
    ],
    [
      { cell: null, column: null, rule: null, value: null, expected: null, message: 'Refused.' },
      'Data, row 3 Refused.',
    ],
  ])('a fault with %j reads %j', (more, text) => {
    expect(faultText(fault(more))).toBe(text);
  });

  it.each([
    ['TXN-TWIN', true],
    ['TXN-SHEET-TWICE', true],
    ['TXN-DATE', false],
    [null, false],
  ])('%s is a repetition: %s', (rule, expected) => {
    expect(isRepeat({ rule } as Fault)).toBe(expected);
  });

  it('counts warnings by rule, and those without a rule as more', () => {
    const of = (total: number, rules: Record<string, number>) =>
      ruleCounts({ total, rules, first: [] });
    expect(of(13, { 'TXN-TWIN': 12, 'FILE-FEW-ROWS': 1 })).toBe('12 TXN-TWIN, 1 FILE-FEW-ROWS');
    expect(of(14, { 'TXN-TWIN': 12, 'FILE-FEW-ROWS': 1 })).toBe(
      '12 TXN-TWIN, 1 FILE-FEW-ROWS, 1 more',
    );
    expect(of(0, {})).toBe('');
  });

  it('says which delivery is missing, and which is too short', () => {
    const missing = { provider: 'ESSO', due: '2026-11-24T04:30:00Z', timeZone: 'America/Toronto' };
    expect(missingText(missing as Parameters<typeof missingText>[0])).toBe(
      'ESSO, due 23/11/26 11:30 PM (America/Toronto)',
    );
    const short = { file: 'ESSO/monday.csv', provider: 'ESSO', leastRows: 50 };
    expect(shortText({ ...short, rows: 12 } as Parameters<typeof shortText>[0])).toBe(
      'ESSO/monday.csv of ESSO has 12 rows, at least 50 are expected',
    );
    expect(shortText({ ...short, rows: 1 } as Parameters<typeof shortText>[0])).toBe(
      'ESSO/monday.csv of ESSO has 1 row, at least 50 are expected',
    );
  });

  it('names the first files that are still rejected, and counts the others', () => {
    const oldest = '2026-11-20T02:00:00';
    const text = (files: number, names: string[], shown: number) =>
      stillRejectedText({ files, names, oldest }, shown);
    expect(text(1, ['a.xlsx'], 2)).toBe('1 file since 20/11/26 2:00 AM: a.xlsx');
    expect(text(2, ['a.xlsx', 'b.xlsx'], 2)).toBe('2 files since 20/11/26 2:00 AM: a.xlsx, b.xlsx');
    expect(text(3, ['a.xlsx', 'b.xlsx', 'c.xlsx'], 2)).toBe(
      '3 files since 20/11/26 2:00 AM: a.xlsx, b.xlsx and 1 more',
    );
    expect(text(25, ['a.xlsx'], 2)).toBe('25 files since 20/11/26 2:00 AM: a.xlsx and 24 more');
  });

  it('names the files that were sent again, and those that were not verified', () => {
    const file = (name: string, verification?: string) => ({ name, verification }) as NightFile;
    expect(verificationTexts([file('a.xlsx')])).toEqual([]);
    expect(verificationTexts([file('a.xlsx', 'lost'), file('b.xlsx', 'not_verified')])).toEqual([
      'Sent again, because the service no longer knew the import (was it restored?): a.xlsx',
      'Imported before, not verified with the service: b.xlsx',
    ]);
    expect(
      verificationTexts([
        file('a.xlsx', 'lost'),
        file('b.xlsx'),
        file('c.xlsx', 'lost'),
        file('d.xlsx', 'not_verified'),
        file('e.xlsx', 'not_verified'),
      ]),
    ).toEqual([
      'Sent again, because the service no longer knew the import (was it restored?): a.xlsx, c.xlsx',
      'Imported before, not verified with the service: d.xlsx, e.xlsx',
    ]);
  });
});
