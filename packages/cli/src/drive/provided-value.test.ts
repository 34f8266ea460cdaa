import type { Need, Option } from '@forecourt/core';
import { describe, expect, it } from 'vitest';
import { choicesText, isSameValue, valueFor } from './provided-value.ts';

const base = { name: 'it', label: 'It', required: false, answered: false, issues: [] };
const COUNTRIES: readonly Option[] = [
  { key: 'CA', value: 'Canada' },
  { key: 'US', value: 'United States' },
  { key: 'us', value: 'Upper Sandhurst' },
  { key: 'X1', value: 'Twice' },
  { key: 'X2', value: 'Twice' },
];
const choice: Need = { ...base, kind: 'choice', options: COUNTRIES, value: 'CA' };
const flag: Need = { ...base, kind: 'flag', value: false };
const flags: Need = {
  ...base,
  kind: 'flags',
  options: [
    { key: 'monday', value: 'Monday' },
    { key: 'na', value: 'N/A' },
  ],
  value: {},
};
const field: Need = { ...base, kind: 'field', input: 'text', secret: false, value: ' a ' };

describe('a provided value', () => {
  it.each<[Need, unknown, unknown]>([
    [choice, 'CA', 'CA'],
    [choice, 'canada', 'CA'],
    [choice, ' united states ', 'US'],
    [choice, 'US', 'US'],
    [choice, 'us', 'us'],
    [choice, '', ''],
    [flag, 'Yes', true],
    [flag, true, true],
    [flag, '0', false],
    [flags, 'monday, n/a', ['monday', 'na']],
    [flags, ['Monday'], ['monday']],
    [flags, { monday: true, na: false }, ['monday']],
    [flags, '', []],
    [field, 12, '12'],
    [field, null, ''],
  ])('for %j: %j is %j', (need, provided, expected) => {
    expect(valueFor(need, provided, '--it')).toEqual(expected);
  });

  it.each<[Need, unknown, RegExp]>([
    [choice, 'France', /no choice 'France'. \(--it\)/],
    [choice, 'twice', /several choices 'twice': give the key/],
    [flag, 'perhaps', /yes or no/],
    [flags, 'monday,noday', /no 'noday'/],
    [field, ['a'], /one value/],
  ])('for %j: %j is a usage error', (need, provided, reported) => {
    expect(() => valueFor(need, provided, '--it')).toThrow(reported);
  });

  it.each<[Need, unknown, boolean]>([
    [choice, 'CA', true],
    [choice, 'CANADA', true],
    [choice, 'US', false],
    [field, 'a', true],
    [field, 'b', false],
    [flags, 'monday', false],
  ])('for %j: %j says what is there already: %j', (need, provided, expected) => {
    expect(isSameValue(need, provided)).toBe(expected);
  });

  it('lists the choices; of very many, only similar ones', () => {
    const many = Array.from({ length: 100 }, (_, at) => ({ key: `k${at}`, value: `Haul ${at}` }));
    expect(choicesText([])).toBe('There is nothing to choose from.');
    expect(choicesText(COUNTRIES.slice(0, 2))).toBe('One of: CA (Canada), US (United States).');
    expect(choicesText(many, 'haul 42')).toBe('One of: k42 (Haul 42), and 99 more.');
    expect(choicesText(many, 'zzz')).toMatch(/^One of: k0 .*and 80 more\.$/);
  });
});
