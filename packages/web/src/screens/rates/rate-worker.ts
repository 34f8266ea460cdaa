import {
  CHECK_RULES,
  checkRateFile,
  GUARDS,
  type RateProvider,
} from '@forecourt/core/provider-files';
import { serveTask } from '../../platform/in-worker.ts';
import type { RateCheck, RateTask } from './rate-check.ts';

serveTask<RateTask>(async ({ file, provider, today }): Promise<RateCheck> => {
  const report = await checkRateFile(file, {
    provider: provider as RateProvider,
    today,
    accept: GUARDS,
  });
  const doubts = report.accepted.map((rule) => ({ rule, text: CHECK_RULES[rule].message }));
  return { report, doubts };
});
