import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRow, EXAMPLE_ROWS } from './rows.test-kit.ts';
import type { CellValue, ProviderLine } from './types.ts';

const anything: fc.Arbitrary<CellValue> = fc.oneof(
  fc.string(),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(undefined, '', '-', '0', '00/00/00', 'TOTAL', '7076850000000128', 1e15, -0.5),
  fc.record({ fault: fc.constantFrom('#REF!', '#N/A') }),
);

const providers = Object.keys(EXAMPLE_ROWS) as (keyof typeof EXAMPLE_ROWS)[];
const spoiled = fc.constantFrom(...providers).chain((provider) =>
  fc.tuple(
    fc.constant(provider),
    fc.dictionary(fc.constantFrom(...Object.keys(EXAMPLE_ROWS[provider])), anything, {
      maxKeys: 4,
    }),
  ),
);

const MONEY = ['gst', 'hst', 'pst', 'qst', 'discount', 'misc', 'amount', 'quantity'] as const;
const PRICES = ['retailPrice', 'billedPrice', 'netPrice', 'fetRate', 'pftRate', 'cbtRate'] as const;
const DECIMAL = /^-?\d+(\.\d+)?$/;

function expectWhole(line: ProviderLine): void {
  for (const field of MONEY) expect(line[field], field).toMatch(DECIMAL);
  for (const field of PRICES) if (line[field] !== null) expect(line[field], field).toMatch(DECIMAL);
  expect(line.businessDate).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(line.cardNumber).toMatch(/\d{4}$/);
  expect(line.province).toMatch(/^[A-Z]{2}$/);
}

describe('TXN-12 any cells in a row', () => {
  it('accepts the whole row or refuses it with its errors, and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(spoiled, async ([provider, changes]) => {
        const { rows, report } = await checkRow(provider, changes);
        for (const row of rows) {
          const refused = row.issues.some(({ severity }) => severity === 'error');
          expect(row.lines.length > 0 && refused).toBe(false);
          if (!refused) expect(report.acceptedRows).toBe(1);
          row.lines.forEach(expectWhole);
          for (const issue of row.issues) {
            expect(issue.cell, issue.rule).toMatch(/^[A-Z]+2$/);
            expect(issue.value ?? '').not.toMatch(/\d{12,}/);
          }
        }
      }),
      { numRuns: 400 },
    );
  });
});
