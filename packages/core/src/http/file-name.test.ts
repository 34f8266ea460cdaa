import { describe, expect, it } from 'vitest';
import { fileNameOf } from './transfer.ts';

describe('TXN-03 the name in a content-disposition', () => {
  it.each([
    ['attachment; filename="Cards.csv"', 'Cards.csv'],
    ['attachment; filename=Cards.csv', 'Cards.csv'],
    ['attachment; filename=My cards.csv ; size=3', 'My cards.csv'],
    ['attachment;FILENAME="a;b.csv"', 'a;b.csv'],
    ['attachment; filename="a \\"b\\".csv"', 'a b.csv'],
    ['attachment; filename="x.csv"; filename*=UTF-8\'\'Gr%C3%B6%C3%9Fe.csv', 'Größe.csv'],
    ["attachment; filename*=iso-8859-1'en'%A3.csv", '£.csv'],
    ['attachment; filename*=UTF-8\'\'%ZZ; filename="x.csv"', 'x.csv'],
    ["attachment; filename*=koi8-r''x; filename=y.csv", 'y.csv'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="C:\\\\dir\\\\x.csv"', 'x.csv'],
    ["attachment; filename*=UTF-8''..%2F..%5Cx.csv", 'x.csv'],
    ['attachment; filename="a\u0000b\n.csv"', 'ab.csv'],
    [`attachment; filename="${'x'.repeat(500)}.csv"`, `${'x'.repeat(196)}.csv`],
  ])('%s → %s', (header, name) => {
    expect(fileNameOf(header)).toBe(name);
  });

  it.each([
    null,
    '',
    'attachment',
    'attachment; filename=""',
    'attachment; filename=".."',
    'attachment; filename="/"',
  ])('finds no name in %j', (header) => {
    expect(fileNameOf(header)).toBeUndefined();
  });
});
