import { importAccount } from '@forecourt/core';
import { openClient } from '../client/client.ts';
import { EXIT } from '../exit-codes.ts';
import { checkRates } from '../preflight/check-rates.ts';
import { checkFailed, ratesDocument, ratesText } from '../preflight/format-rates.ts';
import { formerSets } from '../preflight/former-set.ts';
import { readAnnotate } from '../preflight/preflight-options.ts';
import { handler } from '../work.ts';

/** Runs the upload's check alone, offline: nobody needs to be signed in (RATE-01). */
export const run = handler(async (work) => {
  const { args, operation, options, output, settings } = work;
  const annotate = await readAnnotate(options.annotate, [String(args[0])]);
  const client = openClient(work, settings, output);
  const account = client.session.current && importAccount(client);
  const checked = await checkRates(
    work,
    account ? formerSets(settings, account) : undefined,
    annotate,
  );
  const { ok } = checked.report;
  const message = ok ? 'The rates may be uploaded.' : 'The rates failed their check.';
  output.result({
    document: { ok, operation, message, ...ratesDocument(checked) },
    text: () => ratesText(output, checked).join('\n'),
  });
  if (!ok) throw checkFailed(output, checked, message);
  return EXIT.done;
});
