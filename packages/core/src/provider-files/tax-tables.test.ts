import { describe, expect, it } from 'vitest';
import { PROVINCES } from './provinces.ts';
import { carbonOn, federalExciseOn, provincialFuelTaxes, salesTaxOn } from './tax-tables.ts';

describe('TXN-12 taxes of the day', () => {
  it.each([
    ['NS', '2025-03-31', 15_000],
    ['NS', '2025-04-01', 14_000],
    ['ON', '2026-11-18', 13_000],
    ['QC', '2026-11-18', 0],
  ] as const)('HST of %s on %s', (province, day, rate) => {
    expect(salesTaxOn(province, day).hst).toBe(rate);
  });

  it.each([
    ['2026-04-19', 4_000, 10_000],
    ['2026-04-20', 0, 0],
    ['2026-09-07', 0, 0],
    ['2026-09-08', 4_000, 10_000],
  ])('federal excise tax on %s', (day, diesel, gasoline) => {
    expect([federalExciseOn('diesel', day), federalExciseOn('gasoline', day)]).toEqual([
      diesel,
      gasoline,
    ]);
  });

  it.each([
    ['2025-03-31', 'ON', 21_390],
    ['2025-04-01', 'ON', 0],
    ['2025-03-31', 'BC', 0],
    ['2019-01-01', 'ON', 0],
  ] as const)('carbon charge on %s in %s', (day, province, rate) => {
    expect(carbonOn('diesel', province, day)).toBe(rate);
  });

  it('every province has one regime: HST, or GST with at most one other', () => {
    for (const province of PROVINCES) {
      const { hst, gst, qst, pst } = salesTaxOn(province, '2026-11-18');
      expect(hst > 0, province).toBe(gst === 0);
      expect(qst > 0 && pst > 0, province).toBe(false);
    }
  });

  it('names what towns may add, and nothing where no rate is known', () => {
    expect(provincialFuelTaxes('diesel', 'BC')).toEqual([15_000, 27_500, 20_500]);
    expect(provincialFuelTaxes('gasoline', 'QC')).toEqual([19_200, 22_200]);
    expect(provincialFuelTaxes('diesel', 'YT')).toEqual([]);
  });
});
