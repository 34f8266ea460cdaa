import { describe, expect, it } from 'vitest';
import { csvStream } from './csv.ts';

describe('CARD-04 TXN-03 files for spreadsheets', () => {
  it('no cell is a formula, in no line', async () => {
    async function* rows() {
      yield ['=1+1', -12.5];
      yield ['@SUM(A1)', 'a,b'];
    }
    const text = await new Response(csvStream(['=h', 'i'], rows())).text();
    expect(text).toBe("'=h,i\r\n'=1+1,-12.5\r\n'@SUM(A1),\"a,b\"\r\n");
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
