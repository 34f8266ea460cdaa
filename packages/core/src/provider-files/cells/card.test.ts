import { describe, expect, it } from 'vitest';
import { readCard } from './card.ts';
import { maskCards } from './text.ts';

const rules = { digits: [16], masked: true };

describe('TXN-12 card numbers', () => {
  it.each([
    ['7076850000000128', '7076850000000128'],
    ['7076 8500 0000 0128', '7076850000000128'],
    ['7076-8500-0000-0128\u00A0', '7076850000000128'],
    ["'7076850000000128", '7076850000000128'],
    ['560017XXXXXX5373', '560017XXXXXX5373'],
    ['*0541', '*0541'],
    ['XXXXX87195', 'XXXXX87195'],
    ['(*0541)', '*0541'],
  ])('accepts %j', (cell, number) => {
    expect(readCard(cell, rules)).toEqual({ rule: null, number });
  });

  it('accepts a number that still has all of its digits', () => {
    expect(readCard(1_234_567_890, { digits: [10], masked: true }).number).toBe('1234567890');
  });

  it.each([
    [7_076_850_000_000_128, 'TXN-CARD-NUMBER'],
    ['7.07685E+15', 'TXN-CARD-SCIENTIFIC'],
    ['5,51294e+12', 'TXN-CARD-SCIENTIFIC'],
    ['541', 'TXN-CARD-LENGTH'],
    [541, 'TXN-CARD-LENGTH'],
    ['*541', 'TXN-CARD-LENGTH'],
    ['70768500000001289', 'TXN-CARD-LENGTH'],
    [0.5, 'TXN-CARD'],
    [-12, 'TXN-CARD'],
    ['CASH', 'TXN-CARD'],
    ['XXXX', 'TXN-CARD'],
    [true, 'TXN-CARD'],
  ])('%j is refused by %s', (cell, rule) => {
    expect(readCard(cell, rules)).toEqual({ rule, number: '' });
  });

  it('refuses masked numbers where the layout prints whole ones', () => {
    expect(readCard('*0541', { digits: [16], masked: false }).rule).toBe('TXN-CARD');
  });
});

describe('masking', () => {
  it.each([
    ['7076850000000128', '************0128'],
    ['card 7076 8500 0000 0128!', 'card ************0128!'],
    ['2026-11-18 02:17:56', '2026-11-18 02:17:56'],
    ['12345678', '12345678'],
    ['12.40', '12.40'],
  ])('%j', (text, masked) => {
    expect(maskCards(text)).toBe(masked);
  });
});
