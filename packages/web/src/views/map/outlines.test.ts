import { describe, expect, it } from 'vitest';
import { LAKES, OUTLINES } from './outlines.ts';

const outline = (code: string) => OUTLINES.find((region) => region.code === code);

type Place = readonly [lat: number, lng: number];

/** Counts the borders to the east of a point. */
const isWithin = (rings: readonly (readonly Place[])[], [lat, lng]: Place): boolean =>
  rings
    .flatMap((ring) =>
      ring.map((from, at) => [from, ring[(at + 1) % ring.length] ?? from] as const),
    )
    .filter(
      ([[y, x], [y2, x2]]) => y > lat !== y2 > lat && lng < x + ((x2 - x) * (lat - y)) / (y2 - y),
    ).length %
    2 ===
  1;

describe('the outlines of a map', () => {
  it('TXN-09 are the 13 provinces and territories, 50 states and the District of Columbia', () => {
    expect(OUTLINES).toHaveLength(64);
    expect([outline('ON')?.name, outline('YT')?.name, outline('TX')?.name]).toEqual([
      'Ontario',
      'Yukon',
      'Texas',
    ]);
  });

  it.each([
    ['ON', [46.49, -81.01]],
    ['AB', [53.55, -113.49]],
    ['QC', [45.4, -71.89]],
    ['NL', [48.95, -55.65]],
    ['TX', [32.78, -96.8]],
    ['OH', [41.55, -83.6]],
  ] as const)('TXN-09 put a city of %s into it, at %j, and into no other', (code, place) => {
    expect(
      OUTLINES.filter(({ rings }) => rings.some((ring) => isWithin([ring], place))).map(
        ({ code }) => code,
      ),
    ).toEqual([code]);
  });

  it.each([
    ['Superior', [47.7, -87.5]],
    ['Michigan', [43.5, -87]],
    ['Huron', [44.5, -82.3]],
    ['Erie', [42.2, -81.2]],
    ['Ontario', [43.6, -77.9]],
    ['Winnipeg', [52.5, -97.6]],
    ['Great Slave Lake', [61.8, -113.5]],
  ] as const)('TXN-09 have water where Lake %s is, at %j', (_, place) => {
    expect(LAKES.filter((rings) => isWithin(rings, place))).toHaveLength(1);
  });

  it.each([
    ['Toronto', [43.7, -79.4]],
    ['Detroit', [42.36, -83.1]],
    ['Manitoulin Island', [45.75, -82.2]],
  ] as const)('TXN-09 have land at %s, %j', (_, place) => {
    expect(LAKES.filter((rings) => isWithin(rings, place))).toHaveLength(0);
  });
});
