import { describe, expect, it } from 'vitest';
import { csvCell } from './csv.ts';

describe('CARD-04 TXN-03 cells of files for spreadsheets', () => {
  it.each([
    ['=HYPERLINK("http://x.test")', '"\'=HYPERLINK(""http://x.test"")"'],
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ['+1+1', "'+1+1"],
    ['-1+1', "'-1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    ['＝1+1', "'＝1+1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['-864.45', '-864.45'],
    ['+15195550199', '+15195550199'],
    [-12.5, '-12.5'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [' padded', '" padded"'],
    ['a=b', 'a=b'],
    ['Montréal', 'Montréal'],
    ['', ''],
    [null, ''],
    [undefined, ''],
  ])('keeps %j as text, and a number as a number', (value, written) => {
    expect(csvCell(value)).toBe(written);
  });
});
