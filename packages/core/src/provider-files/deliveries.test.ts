import { describe, expect, it } from 'vitest';
import { duesBetween, isExcepted, parseDeliveries } from './deliveries.ts';

const OPTIONS = { providers: ['ESSO', 'Pipeline'], timeZone: 'America/Toronto' };
const parse = (input: unknown) => parseDeliveries(input, OPTIONS);
const dues = (entry: object, from: string, to: string) => {
  const [delivery] = parse([{ provider: 'ESSO', by: '23:30', ...entry }]);
  if (!delivery) throw new Error('There is no delivery.');
  return duesBetween(delivery, Date.parse(from), Date.parse(to)).map((due) =>
    new Date(due).toISOString(),
  );
};

describe('a calendar of deliveries', () => {
  it('TXN-13 defaults to every day and the given time zone', () => {
    expect(parse([{ provider: 'esso', by: '06:00' }])).toEqual([
      {
        provider: 'ESSO',
        weekdays: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
        by: '06:00',
        leastRows: 0,
        timeZone: 'America/Toronto',
        except: [],
      },
    ]);
  });

  it.each([
    [{}, 'deliveries: '],
    [[], 'deliveries: a delivery is missing'],
    [[{ provider: 'Shell', by: '06:00' }], "deliveries[0].provider: 'Shell' is no provider"],
    [[{ provider: 'ESSO' }], 'deliveries[0].by: '],
    [[{ provider: 'ESSO', by: '24:00' }], "deliveries[0].by: is a time of day, such as '23:30'"],
    [[{ provider: 'ESSO', by: '23:60' }], 'deliveries[0].by: '],
    [[{ provider: 'ESSO', by: '23:305' }], 'deliveries[0].by: '],
    [[{ provider: 'ESSO', by: 'x23:30' }], 'deliveries[0].by: '],
    [[{ provider: 'ESSO', by: '06:00', except: ['2026-12-255'] }], 'deliveries[0].except[0]: '],
    [[{ provider: 'ESSO', by: '06:00', except: ['x2026-12-25'] }], 'deliveries[0].except[0]: '],
    [[{ provider: 'ESSO', by: '06:00', except: ['2026-13-01'] }], 'deliveries[0].except[0]: '],
    [[{ provider: 'ESSO', by: '06:00', weekdays: [] }], 'a day of the week is missing'],
    [[{ provider: 'Shell', by: '06:00' }], 'choose one of ESSO, Pipeline'],
    [[{ provider: 'ESSO', by: '06:00', weekdays: ['moon'] }], 'deliveries[0].weekdays[0]: '],
    [[{ provider: 'ESSO', by: '06:00', leastRows: -1 }], 'deliveries[0].leastRows: '],
    [
      [{ provider: 'ESSO', by: '06:00', timeZone: 'Mars' }],
      'deliveries[0].timeZone: is a time zone',
    ],
    [
      [{ provider: 'ESSO', by: '06:00', except: ['2026-02-30'] }],
      'deliveries[0].except[0]: is a day',
    ],
    [[{ provider: 'ESSO', by: '06:00', rows: 1 }], 'deliveries[0]: '],
  ])('TXN-13 names the entry of an error: %j', (input, message) => {
    expect(() => parse(input)).toThrow(RangeError);
    expect(() => parse(input)).toThrow(message);
  });

  it('TXN-13 is due at the time of its zone, on its weekdays, except holidays', () => {
    // 2026-11-20 is a Friday.
    expect(
      dues({ weekdays: ['mon', 'fri'] }, '2026-11-20T00:00:00Z', '2026-11-25T00:00:00Z'),
    ).toEqual(['2026-11-21T04:30:00.000Z', '2026-11-24T04:30:00.000Z']);
    expect(
      dues(
        { by: '06:00', timeZone: 'America/Halifax', except: ['2026-12-25'] },
        '2026-12-24T00:00:00Z',
        '2026-12-27T00:00:00Z',
      ),
    ).toEqual(['2026-12-24T10:00:00.000Z', '2026-12-26T10:00:00.000Z']);
  });

  it('TXN-13 is due up to and including an instant, and not at the one before', () => {
    const noon = { by: '12:00', timeZone: 'UTC' };
    expect(dues(noon, '2026-11-20T12:00:00Z', '2026-11-21T12:00:00Z')).toEqual([
      '2026-11-21T12:00:00.000Z',
    ]);
    expect(dues(noon, '2026-11-20T11:59:59.999Z', '2026-11-21T11:59:59.999Z')).toEqual([
      '2026-11-20T12:00:00.000Z',
    ]);
    expect(
      dues({ ...noon, by: '00:00' }, '2026-11-20T12:00:00.500Z', '2026-11-21T00:00:00Z'),
    ).toEqual(['2026-11-21T00:00:00.000Z']);
  });

  it('TXN-13 falls on a holiday by the day of its zone', () => {
    const [delivery] = parse([{ provider: 'ESSO', by: '23:30', except: ['2026-12-25'] }]);
    if (!delivery) throw new Error('There is no delivery.');
    expect(isExcepted(delivery, Date.parse('2026-12-26T04:30:00Z'))).toBe(true);
    expect(isExcepted(delivery, Date.parse('2026-12-25T04:30:00Z'))).toBe(false);
  });

  it('TXN-13 follows clock changes, and is still due once a day', () => {
    expect(dues({ by: '02:30' }, '2026-03-07T12:00:00Z', '2026-03-09T12:00:00Z')).toEqual([
      '2026-03-08T06:30:00.000Z',
      '2026-03-09T06:30:00.000Z',
    ]);
    expect(dues({ by: '06:00' }, '2026-10-31T12:00:00Z', '2026-11-02T12:00:00Z')).toEqual([
      '2026-11-01T11:00:00.000Z',
      '2026-11-02T11:00:00.000Z',
    ]);
  });
});
