import { describe, expect, it } from 'vitest';
import { BAD_FILES_TODAY } from '../../../../examples/provider-files/provider-files.ts';
import {
  type SeededFile,
  seededBadFiles,
  seededGoodFiles,
} from '../../../../examples/provider-files/seeded/seeded-files.ts';
import { checkProviderFile, ProviderFileError } from './index.ts';
import type { CheckReport } from './types.ts';

async function check({
  name,
  provider,
  bytes,
}: SeededFile): Promise<CheckReport | ProviderFileError> {
  try {
    return await checkProviderFile(
      { name, blob: new Blob([bytes]) },
      { provider, today: BAD_FILES_TODAY },
    );
  } catch (error) {
    if (error instanceof ProviderFileError) return error;
    throw error;
  }
}

/** Returns defects that the check missed, and issues that it reported for rows without any. */
function differences({ defects }: SeededFile, report: CheckReport): string[] {
  const reported = report.issues.map(({ cell, rule, sheet, column, row, value }) => ({
    cell,
    rule,
    sheet,
    column,
    row,
    value,
  }));
  const unfound = defects.filter(
    (defect) =>
      !reported.some(
        (issue) =>
          issue.rule === defect.rule &&
          (defect.cell === null ||
            (issue.cell === defect.cell &&
              issue.sheet === defect.sheet &&
              issue.row === defect.row)) &&
          (defect.column === null || issue.column === defect.column.trim()) &&
          (defect.value === undefined || issue.value === defect.value),
      ),
  );
  const silent = report.issues.filter(
    ({ expected, rule }) => TELLING.test(rule) && expected === null,
  );
  const strange = report.issues.filter(
    ({ row, rule, severity, sheet }) =>
      severity === 'error' &&
      !rule.startsWith('FILE-') &&
      !defects.some((defect) => defect.sheet === sheet && defect.row === row),
  );
  return [
    ...unfound.map(
      (defect) => `not found: ${JSON.stringify(defect)} among ${JSON.stringify(reported)}`,
    ),
    ...silent.map(({ cell, rule }) => `does not say what was expected: ${cell} ${rule}`),
    ...strange.map(({ cell, rule }) => `false alarm: ${cell} ${rule}`),
  ];
}

/** Rules that state the expected value. */
const TELLING =
  /^(TXN-(CARD.*|DATE|TIME|QTY.*|ROW-TOTAL|CENTS|CURRENCY|UNIT|RECORD)|TAX-.*|FILE-(COUNT|QUANTITY|TOTAL.*|SUBTOTAL|CURRENCY|DATE))$/;

describe('TXN-12 seeded files', () => {
  it('reports every defect of 200 bad files at its cell, with rule and value', async () => {
    const rules = new Set<string>();
    for (const file of seededBadFiles(200)) {
      const answer = await check(file);
      if (file.refused !== undefined) {
        expect(answer, file.name).toMatchObject({ code: file.refused });
        rules.add(file.refused);
        continue;
      }
      if (answer instanceof ProviderFileError) throw answer;
      expect(differences(file, answer), file.name).toEqual([]);
      for (const { rule } of file.defects) rules.add(rule);
    }
    expect(rules.size).toBeGreaterThan(30);
  });

  it('accepts each of 60 valid files in unusual formats', async () => {
    for (const file of seededGoodFiles(60)) {
      const answer = await check(file);
      if (answer instanceof ProviderFileError) throw answer;
      const reported = answer.issues
        .filter(({ rule }) => rule !== 'TXN-DATE-OLD')
        .map(({ cell, rule }) => `${cell} ${rule}`);
      expect(reported, file.name).toEqual([]);
      expect(answer.acceptedRows, file.name).toBeGreaterThan(10);
    }
  });
});
