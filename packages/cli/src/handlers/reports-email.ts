import { createHash } from 'node:crypto';
import { type Client, emailReport, recipientsIn, reportDraft, sendReport } from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { permitted } from '../client/permitted.ts';
import { usageError } from '../command-error.ts';
import { readReport } from '../input/report-asked.ts';
import { learnServiceClock } from '../service-clock.ts';
import { today } from '../today.ts';
import { handler, type Work } from '../work.ts';

/** Sends a report by e-mail, once a day to the same recipients (REP-03). */
export const run = handler(async (work) => {
  const { options, output, settings, signal } = work;
  const recipients = recipientsIn(String(options.to ?? ''));
  if (recipients.length === 0) throw usageError('--to is required: one or more e-mail addresses.');
  const format = String(options.format ?? 'pdf').toLowerCase();
  if (format !== 'pdf' && format !== 'excel') throw usageError('--format is pdf or excel.');
  const client = openSignedIn(work, settings, output);
  await permitted(client, emailReport.action, signal);
  const asked = await readReport(work, client, '--until');
  await learnServiceClock(client, work.runtime, signal);
  const draft = { ...reportDraft(asked), format, recipients: recipients.join(',') };
  const day = today(work.runtime);
  const { again } = await sendReport(client, draft, {
    idempotencyKey: keyOf(work, client, day, draft),
    signal,
  });
  const to = recipients.join(', ');
  const message = again
    ? `The ${asked.report_type} report was sent to ${to} before on ${day}; nothing was sent again.`
    : `The ${asked.report_type} report was sent to ${to}.`;
  output.result({
    document: { ok: true, operation: work.operation, message, ...asked, recipients, again },
    text: () => message,
  });
  return undefined;
});

/** The same report to the same recipients has one key a day, whichever run or machine sends it. */
function keyOf(work: Work, client: Client, day: string, content: unknown): string {
  const { actingFor, user } = client.session.current ?? {};
  const parts = [work.operation, user?.email, actingFor?.id, day, content];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
