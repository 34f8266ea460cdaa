import { describe, expect, it } from 'vitest';
import {
  BAD_RATES_TODAY,
  type BadRateFile,
  badRates,
} from '../../../../../examples/provider-files/provider-files.ts';
import { ProviderFileError } from '../provider-file-error.ts';
import type { RateReading } from './rate.types.ts';
import { readRateFile } from './read-rate-file.ts';

/** Rules that stop a file until somebody accepts them. */
const GUARDS: readonly string[] = [
  ...['RATE-NO-DATE', 'RATE-DATE', 'RATE-SHEET-DAY', 'RATE-CENTS', 'RATE-DOLLARS', 'RATE-RANGE'],
  ...['RATE-CHANGE', 'RATE-MISSING-SITES'],
];

async function read(file: BadRateFile): Promise<RateReading | ProviderFileError> {
  const blob = new Blob([file.bytes]);
  const options = { provider: file.provider, today: BAD_RATES_TODAY, ...file.options };
  try {
    return await readRateFile({ name: file.name, blob }, options);
  } catch (error) {
    if (error instanceof ProviderFileError) return error;
    throw error;
  }
}

const named = badRates().map(
  (file) => [`${file.name} ${JSON.stringify(file.expected)}`, file] as const,
);

describe('RATE-01 reports every kind of defect by its own rule, at its own cell', () => {
  it.each(named)('%s', async (_, file) => {
    const answer = await read(file);
    if (file.expected.kind === 'refused') {
      expect(answer).toBeInstanceOf(ProviderFileError);
      const refusal = answer as ProviderFileError;
      expect(refusal.code).toBe(file.expected.code);
      expect(refusal.message).toContain(file.expected.says ?? file.name);
      return;
    }
    if (answer instanceof ProviderFileError) throw answer;
    const { report } = answer;
    expect(report.issues.map((issue) => `${issue.cell ?? '-'} ${issue.rule}`)).toEqual(
      file.expected.issues,
    );
    expect([report.rows, report.acceptedRows]).toEqual([
      file.expected.rows,
      file.expected.accepted,
    ]);
    expect(report.ok).toBe(report.issues.every(({ severity }) => severity === 'warning'));
    expect(report.ok && report.accepted.length === 0).toBe(
      report.issues.every(({ rule, severity }) => severity === 'warning' && !GUARDS.includes(rule)),
    );
  });
});
