import { describe, expect, it } from 'vitest';
import { cellText, columnLetters, normalizeHeader } from './text.ts';

describe('cells as text', () => {
  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [27, 'AB'],
    [51, 'AZ'],
    [701, 'ZZ'],
    [702, 'AAA'],
    [16_383, 'XFD'],
  ])('column %d is %s', (column, letters) => {
    expect(columnLetters(column)).toBe(letters);
  });

  it.each([
    [' PRICE/LTR. ', 'priceltr'],
    ['\uFEFFCard #', 'card'],
    ['\u00EF\u00BB\u00BFCard #', 'card'],
    ['Numéro\u00A0de\nCarte', 'numerodecarte'],
    [2026, '2026'],
    [undefined, ''],
    [{ fault: '#REF!' }, ''],
  ])('header %j compares as %s', (cell, name) => {
    expect(normalizeHeader(cell)).toBe(name);
  });

  it.each([
    [' LÉVIS ', 'LÉVIS'],
    [412.5, '412.5'],
    [true, 'true'],
    [{ fault: '#N/A' }, '#N/A'],
    [undefined, ''],
  ])('%j', (cell, text) => {
    expect(cellText(cell)).toBe(text);
  });
});
