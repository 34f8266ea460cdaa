import { extname, resolve } from 'node:path';
import { importFiles } from '../drive/import-files.ts';
import { asking } from '../drive/prompts.ts';
import { body, type Work } from '../io/body.ts';
import { offlineClient, openSignedIn } from '../io/client.ts';
import { openJournal } from '../io/journal.ts';
import { keepFile } from '../io/keep-file.ts';
import { knownAccount } from '../io/known-account.ts';
import { wholeNumber } from '../io/words.ts';

const MOST_AT_ONCE = 8;

/** Checks provider files and sends them, each once (TXN-04, TXN-13). */
export const run = body(async (work) => {
  const { options, settings } = work;
  const concurrency =
    wholeNumber(options.concurrency, { flag: '--concurrency', min: 1, max: MOST_AT_ONCE }) ?? 1;
  const dryRun = options.dryRun === true;
  const journal = openJournal(settings);
  const dir = options.out === undefined ? journal.results : resolve(String(options.out));
  return importFiles(
    work,
    {
      client: dryRun ? offlineClient(settings) : await clientOf(work),
      provider: options.provider as string | undefined,
      ask: asking(work),
      dryRun,
      force: options.force === true,
      maxIssues: undefined,
      journal,
      keep: ({ name }) =>
        keepFile(async (told) => ({ dir, name: resultName(name, told), fresh: true })),
    },
    concurrency,
  );
});

async function clientOf(work: Work) {
  const client = openSignedIn(work, work.settings, work.output);
  await knownAccount(client, 'transactions.import', work.signal);
  return client;
}

/** 'esso.xlsx' → 'esso.result.csv', with the extension of the service's own name. */
const resultName = (sent: string, told: string | undefined): string =>
  `${sent.slice(0, sent.length - extname(sent).length)}.result${extname(told ?? '') || '.csv'}`;
