import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOrder, PURCHASE_SECTIONS, purchasesBySection, toSlots } from './purchase-sections.ts';

/** 'D1 DEF' → 'DEF@other1, D1@other2': the loaded lines in the form's order. */
const placed = (text: string) => {
  const codes = text === '' ? [] : text.split(' ');
  return toSlots(codes)
    .filter(({ loaded }) => loaded)
    .map(({ index, purchase }) => `${index}${codes[index]}@${purchase}`)
    .join(', ');
};

describe('lines to sections', () => {
  it.each([
    ['', ''],
    ['D1', '0D1@fuel'],
    ['D1 D1', '0D1@fuel, 1D1@other1'],
    ['D1 D1 D1 D1', '0D1@fuel, 1D1@other1, 2D1@other2, 3D1@other2'],
    ['DEF', '0DEF@other1'],
    ['D1 DEF', '1DEF@other1, 0D1@other2'],
    ['DEF D1 D1', '0DEF@other1, 1D1@other2, 2D1@other2'],
    ['DEF DEF', '0DEF@other1, 1DEF@other1'],
    ['D1 SCLE', '0D1@fuel, 1SCLE@nonHighway'],
    ['OIL CADV CASH WASH', '3WASH@nonHighway, 1CADV@cash, 2CASH@cash, 0OIL@oil'],
    ['1 2', '01@nonHighway, 12@nonHighway'],
    ['d1 def', '1def@other1, 0d1@other2'],
    ['constructor __proto__', '0constructor@nonHighway, 1__proto__@nonHighway'],
  ])('TXN-07 %s', (codes, expected) => {
    expect(placed(codes)).toBe(expected);
  });

  it('TXN-05 TXN-07 blanks around a code change neither its section nor those of other lines', () => {
    const loaded = toSlots(['D1', ' DEF ', 'OIL\t']).filter((slot) => slot.loaded);
    expect(loaded).toEqual([
      { index: 1, purchase: 'other1', loaded: true },
      { index: 0, purchase: 'other2', loaded: true },
      { index: 2, purchase: 'oil', loaded: true },
    ]);
    const read = purchasesBySection([{ dtl_prd_cd: ' D1' }, { dtl_prd_cd: 'DEF ' }]);
    expect(read.get('Fuel Purchase')).toMatchObject([{ dtl_prd_cd: ' D1' }]);
    expect(read.get('Other 1 Purchase')).toMatchObject([{ dtl_prd_cd: 'DEF ' }]);
  });

  it('TXN-05 TXN-06 non-highway, cash and oil are groups inside Other Purchase', () => {
    expect(PURCHASE_SECTIONS.map(({ section, groupTitle }) => groupTitle ?? section)).toEqual([
      'Fuel Purchase',
      'Other 1 Purchase',
      'Other 2 Purchase',
      'Non-Highway Purchase',
      'Cash Purchase (Dash Cash)',
      'Oil Purchase',
    ]);
    expect(new Set(PURCHASE_SECTIONS.slice(3).map(({ section }) => section))).toEqual(
      new Set(['Other Purchase']),
    );
  });

  it('TXN-07 a section without a line has one free slot, after the lines', () => {
    expect(toSlots(['D1', 'DEF']).filter(({ loaded }) => !loaded)).toEqual([
      { index: 2, purchase: 'fuel', loaded: false },
      { index: 3, purchase: 'nonHighway', loaded: false },
      { index: 4, purchase: 'cash', loaded: false },
      { index: 5, purchase: 'oil', loaded: false },
    ]);
  });

  it('TXN-05 TXN-07 a record shows every line once, under its heading', () => {
    const lines = ['D1', 'OIL', 'WASH', 'D1', 'CASH'].map((dtl_prd_cd, at) => ({ dtl_prd_cd, at }));
    const shown = [...purchasesBySection(lines)].map(([section, own]) => [
      section,
      own.map(({ at, groupTitle }) => `${at} ${groupTitle ?? ''}`.trim()),
    ]);
    expect(shown).toEqual([
      ['Fuel Purchase', ['0', '3']],
      ['Other 1 Purchase', []],
      ['Other 2 Purchase', []],
      [
        'Other Purchase',
        ['2 Non-Highway Purchase', '4 Cash Purchase (Dash Cash)', '1 Oil Purchase'],
      ],
    ]);
  });

  it('TXN-05 a record shows diesel as fuel beside DEF, and each other purchase by its product', () => {
    const lines = [
      { dtl_prd_cd: 'DEF', dtl_prd_desc: 'DEF BULK' },
      { dtl_prd_cd: 'D1', dtl_prd_desc: 'DIESEL LS' },
      { dtl_prd_cd: 'SCLE', dtl_prd_desc: 'SCALE' },
    ];
    const shown = [...purchasesBySection(lines)].map(([section, own]) => [
      section,
      own.map(({ dtl_prd_desc, groupTitle }) => [dtl_prd_desc, groupTitle]),
    ]);
    expect(shown).toEqual([
      ['Fuel Purchase', [['DIESEL LS', undefined]]],
      ['Other 1 Purchase', [['DEF BULK', undefined]]],
      ['Other 2 Purchase', []],
      ['Other Purchase', [['SCALE', 'SCALE']]],
    ]);
  });

  const anyCode = fc.oneof(
    fc.constantFrom('D1', 'DEF', 'OIL', 'CADV', 'CASH', '1', '2', 'SCLE', '', ' D1 ', 'd1'),
    fc.string(),
  );

  it('TXN-07 no line is lost or shown twice, whatever the mixture, and lines keep their order', () => {
    fc.assert(
      fc.property(fc.array(anyCode, { maxLength: 30 }), (codes) => {
        const slots = toSlots(codes);
        const lines = inOrder(slots).filter(({ loaded }) => loaded);
        expect(lines.map(({ index }) => index)).toEqual(codes.map((_, index) => index));
        expect(new Set(slots.map(({ index }) => index)).size).toBe(slots.length);
        for (const { purchase } of PURCHASE_SECTIONS) {
          const own = slots.filter((slot) => slot.purchase === purchase);
          expect(own.length).toBeGreaterThan(0);
          expect(own.map(({ index }) => index)).toEqual(
            own.map(({ index }) => index).toSorted((one, other) => one - other),
          );
        }
      }),
      { numRuns: 500 },
    );
  });
});
