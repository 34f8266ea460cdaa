import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayFormat, epochDayOf, readDay, readTime } from './date.ts';

const read = (cell: string | number, format: string, date1904 = false) => {
  const { iso, time, rule } = readDay(cell, [dayFormat(format)], date1904);
  return rule ?? (time === '' ? iso : `${iso} ${time}`);
};

describe('TXN-12 dates', () => {
  it.each([
    ['20261118', 'YYYYMMDD', '2026-11-18'],
    [20261118, 'YYYYMMDD', '2026-11-18'],
    ['2026-11-18', 'YYYY-MM-DD', '2026-11-18'],
    [' 2026-1-8 ', 'YYYY-MM-DD', '2026-01-08'],
    ['05-Nov-26', 'DD-MMM-YY', '2026-11-05'],
    ['5-NOV-26', 'DD-MMM-YY', '2026-11-05'],
    ['04/01/2025', 'MM/DD/YYYY', '2025-04-01'],
    ['2026-07-23 02:17:56', 'YYYY-MM-DD HH:mm:ss', '2026-07-23 02:17'],
    ['2026-07-23T02:17:56.123', 'YYYY-MM-DDTHH:mm:ss', '2026-07-23 02:17'],
    ['20240229', 'YYYYMMDD', '2024-02-29'],
    ['2026-11-18', 'DD-MMM-YY', '2026-11-18'],
    ['2026-11-18 14:05', 'DD-MMM-YY', '2026-11-18 14:05'],
    ['2026-11-18T14:05:30', 'MM/DD/YYYY', '2026-11-18 14:05'],
    ['2026-11-18 00:00:00', 'MM/DD/YYYY', '2026-11-18 00:00'],
    ['18-Nov-2026', 'YYYYMMDD', '2026-11-18'],
    ['18 November 2026', 'MM/DD/YYYY', '2026-11-18'],
    ['Nov. 8, 2026', 'MM/DD/YYYY', '2026-11-08'],
    ['September 9th, 2026', 'YYYYMMDD', '2026-09-09'],
    ['11/18/2026 14:05', 'MM/DD/YYYY', '2026-11-18 14:05'],
    ['11/18/2026 2:05 PM', 'MM/DD/YYYY', '2026-11-18 14:05'],
    ['20261118 07:45:10', 'YYYYMMDD', '2026-11-18 07:45'],
    ["'11/18/2026", 'MM/DD/YYYY', '2026-11-18'],
    ["'2026-11-18", 'YYYYMMDD', '2026-11-18'],
  ])('%j in %s', (cell, format, expected) => {
    expect(read(cell, format)).toBe(expected);
  });

  it.each([
    ['20250229', 'YYYYMMDD'],
    ['20261318', 'YYYYMMDD'],
    ['2026111', 'YYYYMMDD'],
    ['18/11/2026', 'MM/DD/YYYY'],
    ['2026-18-11', 'DD-MMM-YY'],
    ['2026-02-29', 'DD-MMM-YY'],
    ['2026-11-18 soon', 'DD-MMM-YY'],
    ['31/25/03', 'MM/DD/YYYY'],
    ['18-Nix-26', 'DD-MMM-YY'],
    ['18-Nov-26', 'MM/DD/YYYY'],
    ['18 Marble 2026', 'MM/DD/YYYY'],
    ['11/18/2026 25:00', 'MM/DD/YYYY'],
    ['18/11/2026 14:05', 'MM/DD/YYYY'],
    ['2026-11-18T14:05:00Z', 'YYYY-MM-DD'],
    ['2026-11-18 25:00:00', 'YYYY-MM-DD HH:mm:ss'],
    ['yesterday', 'YYYY-MM-DD'],
    ['1899-01-01', 'YYYY-MM-DD'],
    ['0100-11-18', 'YYYY-MM-DD'],
    ['0099-11-18x', 'YYYY-MM-DD'],
    ['1999-12-31', 'YYYY-MM-DD'],
    ['2026-1-8', 'DD-MMM-YY'],
    ['x2026-11-18', 'YYYY-MM-DD'],
    ['2026-11-18x', 'YYYY-MM-DD'],
    ['00/11/2026', 'DD/MM/YYYY'],
    ['18-Nov-2026 soon', 'YYYYMMDD'],
    ['2026-11-18 14:05 14:05', 'DD-MMM-YY'],
    [36_525, 'YYYY-MM-DD'],
    [73_051, 'YYYY-MM-DD'],
    [7, 'YYYY-MM-DD'],
    [1e15, 'YYYY-MM-DD'],
  ])('%j is not a date in %s', (cell, format) => {
    expect(read(cell, format)).toBe('TXN-DATE');
  });

  it.each(['00/00/00', '00000000', '0', '0000-00-00'])('%j is an empty date', (cell) => {
    expect(read(cell, 'MM/DD/YYYY')).toBe('TXN-DATE-EMPTY');
  });

  it.each([
    [46_344, false, '2026-11-18'],
    [44_882, true, '2026-11-18'],
    [46_344.5, false, '2026-11-18 12:00'],
    [46_344.999_999, false, '2026-11-19 00:00'],
    [36_526, false, '2000-01-01'],
    [35_064, true, '2000-01-01'],
    [73_050, false, '2099-12-31'],
    [71_588, true, '2099-12-31'],
    [46_344.25, true, '2030-11-19 06:00'],
    [46_344.5 + 59 / 86_400, false, '2026-11-18 12:00'],
    [46_344.5 + 59.6 / 86_400, false, '2026-11-18 12:01'],
    [46_344.999_995, false, '2026-11-19 00:00'],
    [46_344.999_99, false, '2026-11-18 23:59'],
  ])('serial %d, 1904 %s', (serial, date1904, expected) => {
    expect(read(serial, 'YYYY-MM-DD', date1904)).toBe(expected);
  });

  it('returns every real day of two centuries', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: epochDayOf('2000-01-01'), max: epochDayOf('2099-12-31') }),
        (day) => {
          const iso = new Date(day * 86_400_000).toISOString().slice(0, 10);
          expect(read(iso, 'YYYY-MM-DD')).toBe(iso);
          expect(read(day + 25_569, 'YYYY-MM-DD')).toBe(iso);
          expect(read(day + 25_569 - 1462, 'YYYY-MM-DD', true)).toBe(iso);
        },
      ),
    );
  });
});

describe('TXN-12 times', () => {
  it.each([
    [45, '00:45'],
    [0, '00:00'],
    [1830, '18:30'],
    ['0045', '00:45'],
    ['93015', '09:30'],
    ['7:05', '07:05'],
    ['07:05:59', '07:05'],
    ['12:10 AM', '00:10'],
    ['12:10 pm', '12:10'],
    ['1:00 p.m.', '13:00'],
    [0.75, '18:00'],
    [0.000_1, '00:00'],
    [1, '00:01'],
    [0.999_999, '00:00'],
    ['000045', '00:00'],
    ['12345', '01:23'],
    ['9', '00:09'],
    ['1234567', undefined],
    ['x123', undefined],
    ['123x', undefined],
    ['x7:05', undefined],
    ['7:05x', undefined],
    [' 7:05 ', '07:05'],
    ['7:05:59.123', '07:05'],
    ['23:59', '23:59'],
    ['23:60', undefined],
    ['12:10 a.m.', '00:10'],
    ['11:59PM', '23:59'],
    ['10:00', '10:00'],
    ['7:10', '07:10'],
    ['7:5', undefined],
    ['24:00', undefined],
    ['2360', undefined],
    ['13:00 PM', undefined],
    [-1, undefined],
    [12.5, undefined],
    ['noon', undefined],
    [true, undefined],
  ])('%j is %s', (cell, time) => {
    expect(readTime(cell)).toBe(time);
  });
});
