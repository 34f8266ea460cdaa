import { describe, expect, it } from 'vitest';
import { csvField, csvStream } from './csv.ts';

describe('CARD-04 TXN-03 files for spreadsheets', () => {
  it.each([
    ['=HYPERLINK("http://x.test")', '"\'=HYPERLINK(""http://x.test"")"'],
    ['+1+1', "'+1+1"],
    ['-1+1', "'-1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['-864.45', '-864.45'],
    [-12.5, '-12.5'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [' padded', '" padded"'],
    ['Montréal', 'Montréal'],
    ['', ''],
  ])('%j is written so that it stays text, and a number stays a number', (value, written) => {
    expect(csvField(value)).toBe(written);
  });

  it('reads rows only as fast as they are taken, and lets go of them when cancelled', async () => {
    let made = 0;
    let ended = false;
    async function* rows() {
      try {
        for (; made < 100_000; made += 1) yield ['x'.repeat(1_000)];
      } finally {
        ended = true;
      }
    }
    const reader = csvStream(['h'], rows()).getReader();
    await reader.read();
    expect(made).toBeLessThan(500);
    await reader.cancel();
    expect(ended).toBe(true);
  });
});
