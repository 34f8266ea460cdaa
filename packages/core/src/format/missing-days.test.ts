import { expect, it } from 'vitest';
import { missingDay } from './missing-days.ts';

it.each([
  ['2026-02-30', 'there is no 30 February 2026: the month has 28 days'],
  ['29/02/27', 'there is no 29 February 2027: the month has 28 days'],
  ['31-11-2026', 'there is no 31 November 2026: the month has 30 days'],
  ['30.02.26', 'there is no 30 February 2026: the month has 28 days'],
  ['2026-04-31T08:30', 'there is no 31 April 2026: the month has 30 days'],
  ['00/04/26', 'there is no 0 April 2026: the month has 30 days'],
  ['2026-13-01', 'there is no month 13'],
])('LIST-15 says of %s what is wrong with the day', (text, said) => {
  expect(missingDay(text)).toBe(said);
});

it.each(['2028-02-29', '28/02/26', 'May', '2026-2-30', '20/11/2', '30/02/26/1', ''])(
  'LIST-15 says nothing about %j, which is a day or is not written like one',
  (text) => {
    expect(missingDay(text)).toBeUndefined();
  },
);
