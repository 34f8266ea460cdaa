import type { ProviderFile } from '@forecourt/core';
import type { RateReport } from '@forecourt/core/provider-files';
import { inWorker } from '../../platform/in-worker.ts';

export interface RateTask {
  readonly file: ProviderFile;
  readonly provider: string;
  /** YYYY-MM-DD in the reader's time zone. */
  readonly today: string;
}

export interface RateCheck {
  readonly report: RateReport;
  /** Guards that the file breaks, each with its message: 'RATE-DATE'. */
  readonly doubts: readonly { readonly rule: string; readonly text: string }[];
}

/** Checks a rate file in a worker. Its guards only warn; the sender decides. */
export const checkRates = (task: RateTask, signal: AbortSignal): Promise<RateCheck> => {
  const worker = new Worker(new URL('./rate-worker.ts', import.meta.url), { type: 'module' });
  return inWorker<RateCheck>(worker, task, signal);
};
