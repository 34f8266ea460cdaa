import { describe, expect, it } from 'vitest';
import {
  BAD_FILES_TODAY,
  type BadFile,
  badFiles,
} from '../../../../examples/provider-files/provider-files.ts';
import { checkProviderFile, formatIssue, ProviderFileError } from './index.ts';
import type { CheckReport } from './types.ts';

async function check({ name, provider, bytes }: BadFile): Promise<CheckReport | ProviderFileError> {
  const file = { name, blob: new Blob([bytes]) };
  try {
    return await checkProviderFile(file, { provider, today: BAD_FILES_TODAY });
  } catch (error) {
    if (error instanceof ProviderFileError) return error;
    throw error;
  }
}

describe('TXN-12 reports every kind of defect by its own rule, at its own cell', () => {
  it.each(badFiles().map((file) => [file.name, file] as const))('%s', async (name, file) => {
    const answer = await check(file);
    if (file.expected.kind === 'refused') {
      expect(answer).toBeInstanceOf(ProviderFileError);
      const refusal = answer as ProviderFileError;
      expect(refusal.code).toBe(file.expected.code);
      expect(refusal.file).toBe(name);
      expect(refusal.message).toContain(file.expected.says ?? name);
      return;
    }
    if (answer instanceof ProviderFileError) throw answer;
    expect(answer.issues.map((issue) => `${issue.cell ?? '-'} ${issue.rule}`)).toEqual(
      file.expected.issues,
    );
    expect([answer.rows, answer.acceptedRows]).toEqual([
      file.expected.rows,
      file.expected.accepted,
    ]);
    expect(answer.ok).toBe(answer.issues.every(({ severity }) => severity === 'warning'));
  });

  it('never shows a card number', async () => {
    for (const file of badFiles()) {
      const answer = await check(file);
      const said =
        answer instanceof ProviderFileError
          ? answer.message
          : answer.issues.map(formatIssue).join();
      expect(said, file.name).not.toMatch(/\d{12,}/);
    }
  });
});
