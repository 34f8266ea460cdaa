import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  formatDay,
  formatInstant,
  isDay,
  isInstant,
  localToday,
  parseWireDay,
  parseWireInstant,
  toWireDay,
} from './dates.ts';

describe('dates', () => {
  it.each([
    ['2026-11-03T14:05:00', '03/11/26 2:05 PM'],
    ['2026-11-03T00:00:00', '03/11/26 12:00 AM'],
    ['2026-11-03T12:30', '03/11/26 12:30 PM'],
    ['2026-11-03 09:07:59', '03/11/26 9:07 AM'],
  ])('LIST-06 shows the station-local %s unchanged: %s', (instant, expected) => {
    expect(formatInstant(instant)).toBe(expected);
  });

  it('LIST-06 shows an instant with an offset in the zone of the viewer', () => {
    expect(formatInstant('2026-11-03T23:30:00Z', 'America/Toronto')).toBe('03/11/26 6:30 PM');
    expect(formatInstant('2026-11-03T23:30:00+02:00', 'Asia/Tokyo')).toBe('04/11/26 6:30 AM');
  });

  it.each([
    ['America/St_Johns', '03/11/26 8:00 PM', '2026-11-03'],
    ['Asia/Kathmandu', '04/11/26 5:15 AM', '2026-11-04'],
    ['Pacific/Apia', '04/11/26 12:30 PM', '2026-11-04'],
  ])('LIST-06 LIST-15 knows the time and the day of a machine in %s', (zone, time, day) => {
    const before = process.env.TZ;
    onTestFinished(() => {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    });
    process.env.TZ = zone;
    expect(formatInstant('2026-11-03T23:30:00Z')).toBe(time);
    expect(localToday(new Date('2026-11-03T23:30:00Z'))).toBe(day);
  });

  it.each(['2026-13-45T10:00Z', '2026-11-03T25:00+02:00'])(
    'LIST-06 shows %s, which no clock has, as it is',
    (text) => {
      expect(formatInstant(text)).toBe(text);
      expect(formatInstant(text, 'America/Toronto')).toBe(text);
    },
  );

  it('LIST-06 shows a day without a time as DD/MM/YY', () => {
    expect(formatDay('2026-01-09')).toBe('09/01/26');
    expect(formatInstant('2026-01-09')).toBe('09/01/26');
  });

  it.each(['2025-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '', '03/11/26'])(
    'rejects %j as a day',
    (text) => expect(isDay(text)).toBe(false),
  );

  it.each(['2026-11-03T24:00', '2026-02-30T10:00', '2026-11-03T10:60', '2026-11-03'])(
    'rejects %j as a time',
    (text) => expect(isInstant(text)).toBe(false),
  );

  it.each([
    ['03-11-2026', '2026-11-03'],
    ['2026-11-03', '2026-11-03'],
    ['2026-11-03T10:00:00Z', '2026-11-03'],
    ['03-11-2026 08:15', '2026-11-03'],
    ['31-02-2026', undefined],
    ['11/03/2026', undefined],
  ])('INV-08 reads the wire day %s as %s', (wire, expected) => {
    expect(parseWireDay(wire)).toBe(expected);
  });

  it.each([
    ['03-11-2026 08:15', '2026-11-03T08:15:00'],
    ['2026-11-03 08:15', '2026-11-03T08:15'],
    ['03-11-2026', '2026-11-03'],
    ['03-11-2026 25:00', undefined],
  ])('INV-08 reads the wire time %s as %s', (wire, expected) => {
    expect(parseWireInstant(wire)).toBe(expected);
  });

  it('INV-08 writes what it read', () => {
    const days = fc.date({
      min: new Date('2000-01-01'),
      max: new Date('2099-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10);
        expect(parseWireDay(toWireDay(day))).toBe(day);
        expect(parseWireInstant(toWireDay(`${day}T08:15:00`))).toBe(`${day}T08:15:00`);
      }),
    );
  });
});
