import { describe, expect, it } from 'vitest';
import { BAD_RATES_TODAY } from '../../../../../examples/provider-files/provider-files.ts';
import {
  type SeededRates,
  seededBadRates,
  seededGoodRates,
} from '../../../../../examples/provider-files/seeded/rate-files.ts';
import { checkRateFile } from './read-rate-file.ts';

const check = ({ bytes, former, name, provider }: SeededRates) =>
  checkRateFile(
    { name, blob: new Blob([bytes]) },
    { provider, today: BAD_RATES_TODAY, ...(former && { former }) },
  );

describe('RATE-01 seeded rates', () => {
  it('reports the defect of each of 60 bad files at its cell', async () => {
    const rules = new Set<string>();
    for (const file of seededBadRates(60)) {
      const { issues, ok } = await check(file);
      const reported = issues.map(({ cell, row, rule, value }) => ({ cell, row, rule, value }));
      const errors = issues.filter(({ severity }) => severity === 'error');
      expect(ok, file.name).toBe(false);
      for (const { cell, row, rule, value } of file.defects) {
        rules.add(rule);
        const found = reported.filter(
          (issue) =>
            issue.rule === rule &&
            (cell === null || (issue.cell === cell && issue.row === row)) &&
            (value === undefined || issue.value === value),
        );
        expect(
          found,
          `${file.name}: ${rule} at ${cell} among ${JSON.stringify(reported)}`,
        ).toHaveLength(1);
        expect(cell === null || errors.every((issue) => issue.row === row), file.name).toBe(true);
      }
    }
    expect(rules.size).toBeGreaterThan(12);
  }, 30_000);

  it('accepts each of 30 valid files in unusual formats', async () => {
    for (const file of seededGoodRates(30)) {
      const report = await check(file);
      expect(report.issues, file.name).toEqual([]);
      expect(report.acceptedRows).toBe(report.rows);
      expect(report.rows).toBeGreaterThan(3);
    }
  }, 30_000);
});
