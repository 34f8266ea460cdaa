import { describe, expect, it } from 'vitest';
import type { NightFile } from './night.types.ts';
import { toLookAt, warnedFiles } from './night-figures.ts';

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

describe('the order of warnings', () => {
  const GRAVE = [
    ...['TXN-SHEET-TWICE', 'FILE-FEW-ROWS', 'TXN-DATE-FUTURE', 'TXN-TWIN', 'TXN-DATE-MIXED'],
    ...['TAX-UNVERIFIED', 'TAX-UNKNOWN', 'TXN-PRICE-RANGE', 'TXN-QTY-RANGE'],
  ];
  const ROUTINE = [
    ...['FILE-SHEET', 'FILE-HIDDEN-SHEET', 'FILE-TOTAL-ROW', 'FILE-TOTAL-CENT', 'TXN-PLACES'],
    ...['TXN-DATE-OLD', 'FILE-EXTRA-COLUMN', 'FILE-COLUMN-TWICE', 'FILE-HEADER-RECORD'],
  ];

  it('TXN-17 has the gravest rules first, and those of each night last', () => {
    const files = [...ROUTINE, 'TXN-CREDIT', ...GRAVE.toReversed()].map((rule) =>
      warned(rule, rule),
    );
    expect(warnedFiles(files).map(({ name }) => name)).toEqual([
      ...[...GRAVE, 'TXN-CREDIT', ...ROUTINE],
    ]);
  });
});

describe('files that need a look', () => {
  const file = (name: string, exitCode: number, more: object = {}) =>
    ({ name, state: 'rejected', exitCode, ...more }) as unknown as NightFile;

  it('TXN-13 puts known faults first, then other failures, then files left for the next run', () => {
    const files = [
      file('a', 0, { state: 'left' }),
      file('b', 8, { state: 'left' }),
      file('c', 7),
      file('d', 0, { state: 'imported' }),
      file('e', 5, { faults: { first: [] } }),
      file('f', 5, { faults: { first: [{ rule: 'TXN-DATE' }] } }),
      file('g', 0, { state: 'left', faults: { first: [{}, {}] } }),
    ];
    expect(toLookAt(files).map(({ name }) => name)).toEqual(['f', 'g', 'c', 'e', 'a', 'b']);
  });
});
