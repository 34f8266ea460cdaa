import { describe, expect, it } from 'vitest';
import type { NightFile } from './night.types.ts';
import { warnedFiles } from './night-figures.ts';

const warned = (name: string, ...rules: string[]) =>
  ({
    name,
    warnings: {
      total: rules.length,
      first: [],
      rules: Object.fromEntries(rules.map((rule) => [rule, 1])),
    },
  }) as unknown as NightFile;

describe('files with warnings', () => {
  it('TXN-17 puts important warnings before routine ones, whatever the file names', () => {
    const files = [
      warned('a', 'TXN-DATE-OLD'),
      warned('b', 'TXN-CREDIT'),
      warned('c', 'TXN-DATE-OLD', 'TXN-DATE-FUTURE'),
      warned('d', 'TXN-DATE-OLD'),
      warned('e'),
      warned('f', 'TXN-SHEET-TWICE'),
    ];
    expect(warnedFiles(files).map(({ name }) => name)).toEqual(['f', 'c', 'b', 'a', 'd']);
  });
});
