import { dailyRates, importAccount, type UploadOutput, uploadPorts } from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { knownAccount } from '../client/known-account.ts';
import { permitted } from '../client/permitted.ts';
import { uploadFile } from '../drive/upload-file.ts';
import { EXIT } from '../exit-codes.ts';
import { digest } from '../files/provider-file.ts';
import { count } from '../output/progress.ts';
import { refusedRowIssues, refusedRowsText } from '../output/upload-rows.ts';
import { acceptedRules, type CheckedRates, checkRates } from '../preflight/check-rates.ts';
import { checkFailed, ratesDocument, ratesText } from '../preflight/format-rates.ts';
import { type FormerSets, formerSets } from '../preflight/former-set.ts';
import { learnServiceClock } from '../service-clock.ts';
import { handler } from '../work.ts';

/** Checks a provider's daily rates and uploads them if they pass (RATE-01, RATE-02). */
export const run = handler(async (work) => {
  const { operation, output, runtime, settings, signal } = work;
  const client = openSignedIn(work, settings, output);
  await permitted(client, dailyRates.action, signal);
  await knownAccount(client, dailyRates.action, signal);
  await learnServiceClock(client, runtime, signal);
  const sets = formerSets(settings, importAccount(client));
  const checked = await checkRates(work, sets);
  const { file, path, provider, report } = checked;
  if (!report.ok) {
    const message = 'The rates failed their check; nothing was sent.';
    output.result({
      document: { ok: false, operation, message, sent: false, ...ratesDocument(checked) },
      text: () => ratesText(output, checked).join('\n'),
    });
    throw checkFailed(output, checked, message);
  }
  const provided = { provider, accept: acceptedRules(work).join(',') };
  const ports = uploadPorts(client, dailyRates);
  const uploaded = await uploadFile(work, { client, path, file, ports, provided });
  remember(sets, checked, uploaded, await digest(file, signal));
  const { accepted, message, rejected } = uploaded;
  const ok = rejected.length === 0;
  // The service names each cell; several may be in one row.
  const rows = new Set(rejected.map(({ row }) => row)).size;
  output.result({
    document: {
      ok,
      operation,
      message,
      sent: true,
      accepted,
      rejected: rows,
      refused: refusedRowIssues(path, rejected),
      ...ratesDocument(checked),
    },
    text: () =>
      [
        ...ratesText(output, checked),
        `${message} ${count(accepted, ['row', 'rows'])} accepted, ${rows} refused.`,
        ...refusedRowsText(output, rejected),
      ].join('\n'),
  });
  return ok ? EXIT.done : EXIT.partlyDone;
});

/** Stores the rates now in force, to compare the next file with. */
function remember(
  sets: FormerSets,
  { file, lines, provider, report }: CheckedRates,
  { accepted, rejected }: UploadOutput,
  sha256: string,
): void {
  const refused = new Set(rejected.map(({ row }) => row));
  sets.keep(
    provider,
    lines.filter(({ row }) => !refused.has(row)),
    {
      at: new Date().toISOString(),
      file: file.name,
      sha256,
      effective: report.effective,
      acceptedGuards: report.accepted,
      accepted,
      rejected: refused.size,
    },
  );
}
