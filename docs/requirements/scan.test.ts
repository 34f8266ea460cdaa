import { expect, it } from 'vitest';
import { idsIn, proofs, testsIn, titlesIn } from './scan.ts';

const file = (text: string, name = 'x.test.ts') => ({ file: name, text });

it('finds the titles of tests, test tables and groups, and nothing else', () => {
  const text = [
    "it('AUTH-01 signs in', () => {});",
    "it.each([1])('AUTH-02 says %s', () => {});",
    "describe.skipIf(off)('AUTH-03 group', () => { test(`AUTH-04 group`, () => {}); });",
    "expect('AUTH-05').toBe(other('AUTH-06')); // AUTH-07",
  ].join('\n');

  expect(titlesIn(file(text)).join(' ')).toBe(
    'AUTH-01 signs in AUTH-02 says %s AUTH-03 group AUTH-04 group',
  );
});

it('gives a test the ids of its groups too', () => {
  const text = [
    "describe('AUTH-01 sign-in', () => {",
    "  describe('with a name', () => {",
    "    it.each([1])('AUTH-02 says %s', () => {});",
    '  });',
    '});',
    "it('waits', () => {});",
  ].join('\n');

  expect(testsIn(file(text))).toEqual([
    { title: 'AUTH-02 says %s', ids: ['AUTH-01', 'AUTH-02'] },
    { title: 'waits', ids: [] },
  ]);
});

it('recognizes ids only by the groups of the rules', () => {
  expect(idsIn('CARD-07, CARD-08 and CARD-07; not UTF-16, CARD-7 or XCARD-07')).toEqual([
    'CARD-07',
    'CARD-08',
  ]);
});

it('accepts a title as proof only in a test file', () => {
  const files = [
    file("it('CARD-07 waits', () => {});"),
    file("it('CARD-07 waits', () => {});", 'x.ts'),
    file("// CARD-08\nit('waits', () => {});", 'y.test.ts'),
  ];
  expect([...proofs(files)]).toEqual([['CARD-07', ['x.test.ts']]]);
});
