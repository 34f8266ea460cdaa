import { offlineClient } from '../client/client.ts';
import { asking } from '../drive/prompts.ts';
import { keepNothing } from '../files/keep-file.ts';
import { importFiles } from '../imports/import-files.ts';
import { keepStandardInput } from '../input/standard-input.ts';
import { wholeNumber } from '../input/words.ts';
import { readPreflight } from '../preflight/preflight-options.ts';
import { handler } from '../work.ts';

const MAX_ISSUES = 1_000_000;

/** Runs the import's check alone, offline: nobody needs to be signed in (TXN-12). */
export const run = handler(async (work) => {
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
      maxIssues: wholeNumber(options.maxIssues, { flag: '--max-issues', min: 0, max: MAX_ISSUES }),
      journal: undefined,
      keep: () => keepNothing,
    },
    { concurrency: 1, nameOf },
  );
});
