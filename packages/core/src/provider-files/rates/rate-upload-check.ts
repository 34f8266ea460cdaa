import { formatIssue } from '../format-issue.ts';
import type { ProviderFile, RateProvider } from '../types.ts';
import { listedGuards } from './listed-guards.ts';
import type { RateOptions } from './rate.types.ts';
import { checkRateFile } from './read-rate-file.ts';

/** What the check needs to know besides what the upload asks for. */
export type RateUploadOptions = Omit<RateOptions, 'provider' | 'accept' | 'signal'>;

/** Why a row, or the whole file, is held back. */
export interface HeldRow {
  /** The row's number in the sheet; undefined for the whole file. */
  readonly row: number | undefined;
  readonly column: string;
  readonly value: string;
  /** As `formatIssue` writes it, with the rule's id. */
  readonly message: string;
}

/**
 * Returns the check of daily rates for `uploadPorts(client, dailyRates, { check })`: as by the command line, a file with an
 * error or a violated guard isn't sent (RATE-01). The portal holds back only violated guards, since the service leaves out
 * the rows with errors (FORM-08). A guard that somebody has reviewed is accepted by its id in the
 * upload's answer `accept`: 'RATE-DATE,RATE-CHANGE'.
 *
 * @param options today, the former rates and the largest change that `checkRateFile` compares with
 * @returns the check, which rejects as `checkRateFile` throws
 * @example
 * const check = rateUploadCheck({ today: '2026-11-18' });
 * const ports = uploadPorts(client, dailyRates, { check });
 */
export function rateUploadCheck(options: RateUploadOptions = {}) {
  return async (
    file: ProviderFile,
    draft: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<readonly HeldRow[]> => {
    const { ok, issues } = await checkRateFile(file, {
      ...options,
      provider: String(draft.provider ?? '') as RateProvider,
      accept: listedGuards(draft.accept),
      signal,
    });
    if (ok) return [];
    return issues
      .filter(({ severity }) => severity === 'error')
      .map((issue) => ({
        row: issue.row ?? undefined,
        column: issue.column ?? '',
        value: issue.value ?? '',
        message: formatIssue(issue),
      }));
  };
}
