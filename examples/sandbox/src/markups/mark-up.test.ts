import { describe, expect, it } from 'vitest';
import { markUp } from './mark-up.ts';

const LINE = {
  product: 'DIESEL',
  quantity_e3: 412_370,
  net_price_e5: 121_300,
  billed_price_e5: 134_300,
  gst_minor: 2_769,
  hst_minor: 0,
  pst_minor: 0,
  qst_minor: 5_524,
  amount_minor: 63_675,
};
const taxesOf = (line: typeof LINE) =>
  line.gst_minor + line.hst_minor + line.pst_minor + line.qst_minor;

describe('MARK-03 a markup on a line', () => {
  it('raises prices per unit, taxes in measure, and the amount by both', () => {
    const marked = markUp(LINE, 1_250);
    // 412.370 L × 0.0125 = 5.15
    expect(marked.amount_minor - taxesOf(marked)).toBe(63_675 - taxesOf(LINE) + 515);
    expect(marked).toMatchObject({
      net_price_e5: 122_550,
      billed_price_e5: 135_550,
      gst_minor: 2_769 + 26,
      qst_minor: 5_524 + 51,
      markup_e5: 1_250,
    });
  });

  it('raises each sales tax in measure', () => {
    const taxed = {
      ...{ ...LINE, quantity_e3: 100_000, amount_minor: 11_500 },
      ...{ gst_minor: 500, hst_minor: 400, pst_minor: 300, qst_minor: 300 },
    };
    // 100 L × 0.10 = 10.00 on 100.00 before sales tax.
    expect(markUp(taxed, 10_000)).toMatchObject({
      ...{ gst_minor: 550, hst_minor: 440, pst_minor: 330, qst_minor: 330, amount_minor: 12_650 },
    });
  });

  it('of nothing changes nothing', () => {
    expect(markUp(LINE, 0)).toEqual({ ...LINE, markup_e5: 0 });
  });

  it('on a reversal undoes that on its sale, for any quantity', () => {
    for (let quantity = 1; quantity < 2_000_000; quantity += 997) {
      const amount = Math.round(quantity * 1.3) / 10;
      const sale = { ...LINE, quantity_e3: quantity, amount_minor: Math.round(amount) + 8_293 };
      const back = {
        ...sale,
        quantity_e3: -quantity,
        gst_minor: -sale.gst_minor,
        qst_minor: -sale.qst_minor,
        amount_minor: -sale.amount_minor,
      };
      const total = markUp(sale, 1_375).amount_minor + markUp(back, 1_375).amount_minor;
      expect(total).toBe(0);
    }
  });

  it('on what costs nothing adds no tax', () => {
    const free = { ...LINE, gst_minor: 0, qst_minor: 0, amount_minor: 0 };
    expect(markUp(free, 1_000).amount_minor).toBe(412);
  });
});
