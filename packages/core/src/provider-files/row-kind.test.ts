import { describe, expect, it } from 'vitest';
import { findHeader } from './find-header.ts';
import { type Layout, parseLayout } from './layout.schema.ts';
import { essoLayout } from './layouts/esso.layout.ts';
import { pipelineLayout } from './layouts/pipeline.layout.ts';
import { suncoreLayout } from './layouts/suncore.layout.ts';
import { type Plan, planSheet } from './plan.ts';
import { rowKind } from './row-kind.ts';
import { taxTablesInUse } from './tax-tables.ts';
import type { CellValue } from './types.ts';

function planOf(layout: Layout): Plan {
  const cells = layout.columns.map(({ header }) => header);
  const match = findHeader([{ row: 1, cells }], layout);
  if (!match) throw new Error(`${layout.provider} has no header.`);
  return planSheet(match, { file: 'a.xlsx', sheet: 'Sheet1', date1904: false }, taxTablesInUse());
}

const suncore = planOf(parseLayout(suncoreLayout));
const pipeline = planOf(parseLayout(pipelineLayout));
const { totalRow: _, ...plain } = suncoreLayout;
const withoutTotals = planOf(parseLayout({ ...plain, subtotals: true }));
const anyTotals = planOf(parseLayout(plain));

/** A row with these cells by field, and blanks elsewhere. */
function rowOf(plan: Plan, cells: Readonly<Record<string, CellValue>>, first?: CellValue) {
  const row: CellValue[] = plan.layout.columns.map(({ field }) => cells[field]);
  if (first !== undefined) row[0] = first;
  return { row: 7, cells: row };
}

const kind = (plan: Plan, cells: Readonly<Record<string, CellValue>>, first?: CellValue) =>
  rowKind(plan, rowOf(plan, cells, first));

describe('TXN-12 what a row below the header is', () => {
  it("is the layout's own total, and another total of the same layout is left alone", () => {
    expect(kind(suncore, { amount: 100 }, 'TOTAL')).toBe('total');
    expect(kind(suncore, { amount: 100 }, 'Grand Total')).toBe('other');
    expect(kind(pipeline, { amount: 100 }, 'Grand Total')).toBe('total');
    expect(kind(pipeline, { amount: 100 }, 'Transactions for Card 123')).toBe('other');
  });

  it('is a sum to check only where the layout says neither what its totals nor what its subtotals cover', () => {
    expect(kind(anyTotals, { amount: 100 }, 'Subtotal')).toBe('sum');
    expect(kind(withoutTotals, { amount: 100 }, 'Subtotal')).toBe('other');
  });

  it('is a transaction if it has a day, whatever else it says', () => {
    expect(kind(suncore, { businessDate: '2026-11-20' }, 'TOTAL')).toBe('data');
    expect(kind(suncore, { businessDate: 46_000 })).toBe('data');
  });

  it('is a transaction if a station or product is sold without a day, so that the fault is seen', () => {
    expect(kind(suncore, { stationNumber: '4711', cardNumber: '1', amount: 5 })).toBe('data');
    expect(kind(suncore, { productCode: 'ULSD', cardNumber: '1', amount: 5 })).toBe('data');
  });

  it('is a subtotal if it has only figures, in a layout with subtotals', () => {
    expect(kind(pipeline, { amount: 100 })).toBe('subtotal');
    expect(kind(suncore, { amount: 100 })).toBe('ignored');
    expect(kind(suncore, { amount: 0 })).toBe('other');
  });

  it('is no transaction if it is ruled, a banner or the header again', () => {
    const headers = suncore.headers.map((header) => header.toLowerCase());
    expect(rowKind(suncore, { row: 9, cells: ['---', '===', ' '] })).toBe('other');
    expect(rowKind(suncore, { row: 9, cells: ['Printed by the head office'] })).toBe('other');
    expect(rowKind(suncore, { row: 9, cells: ['7076', 'by'] })).toBe('other');
    expect(rowKind(suncore, { row: 9, cells: ['7076', 'by', 'the office'] })).toBe('data');
    expect(rowKind(suncore, { row: 9, cells: [undefined, 'by', 'the', 'office'] })).toBe('other');
    expect(rowKind(suncore, { row: 9, cells: ['7076', 'x---', '---'] })).toBe('data');
    expect(rowKind(suncore, { row: 9, cells: ['7076', '---x', '---'] })).toBe('data');
    expect(rowKind(suncore, { row: 9, cells: headers })).toBe('other');
  });
});

describe('TXN-12 what a row of records is', () => {
  const esso = planOf(parseLayout(essoLayout));
  const of = (mark: string, at = 0) =>
    rowKind(esso, { row: 3, cells: [...Array(at).fill(undefined), mark] });

  it('is told by its mark, behind empty columns too', () => {
    expect(kind(esso, { recordType: 'DTL' })).toBe('data');
    expect(of('TRL')).toBe('trailer');
    expect(of('trl', 2)).toBe('trailer');
    expect(of('HDR')).toBe('other');
  });

  it('is looked at if it has no mark, but figures', () => {
    expect(kind(esso, { amount: 5 })).toBe('ignored');
    expect(rowKind(esso, { row: 3, cells: ['End of the file'] })).toBe('other');
    expect(kind(esso, { city: 'Page', driver: '2' })).toBe('other');
    expect(kind(esso, { city: 'Page', driver: '2', saleType: 'of 3' })).toBe('data');
    expect(kind(esso, { cardNumber: '7' })).toBe('data');
    expect(kind(esso, { businessDate: '20261118' })).toBe('data');
    expect(kind(esso, { stationNumber: '814' })).toBe('data');
    expect(kind(esso, { productCode: 'D1' })).toBe('data');
    expect(rowKind(esso, { row: 3, cells: ['---', '=', '_ _'] })).toBe('other');
    expect(rowKind(esso, { row: 9, cells: esso.headers })).toBe('other');
  });
});
