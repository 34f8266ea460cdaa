import { importFiles } from '../drive/import-files.ts';
import { asking } from '../drive/prompts.ts';
import { body } from '../io/body.ts';
import { offlineClient } from '../io/client.ts';
import { keepNothing } from '../io/keep-file.ts';
import { keepStandardInput } from '../io/standard-input.ts';
import { wholeNumber } from '../io/words.ts';
import { readPreflight } from '../preflight/preflight-options.ts';

const MOST_ISSUES = 1_000_000;

/** The import's check alone: nothing is asked of the service, so nobody need be signed in (TXN-12). */
export const run = body(async (work) => {
  const { options, settings } = work;
  await using input = await keepStandardInput(work, work.args[0] as readonly string[]);
  const { nameOf, paths } = input;
  return await importFiles(
    { ...work, args: [paths] },
    {
      client: offlineClient(settings),
      ...(await readPreflight(work, paths, undefined)),
      ask: asking(work),
      dryRun: true,
      force: false,
      maxIssues: wholeNumber(options.maxIssues, { flag: '--max-issues', min: 0, max: MOST_ISSUES }),
      journal: undefined,
      keep: () => keepNothing,
    },
    { concurrency: 1, nameOf },
  );
});
