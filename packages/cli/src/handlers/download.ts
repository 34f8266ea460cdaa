import {
  type Action,
  type BulkReport,
  bundlePorts,
  downloadWorkflow,
  type Need,
  type SavedFile,
  startWorkflow,
} from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { permitted } from '../client/permitted.ts';
import { usageError } from '../command-error.ts';
import { bulkText, exitOfBulk, reportBulk, saysAll } from '../drive/bulk-report.ts';
import { drive } from '../drive/drive.ts';
import { asking } from '../drive/prompts.ts';
import { choicesText, valueFor } from '../drive/provided-value.ts';
import type { ExitCode } from '../exit-codes.ts';
import { listedResource } from '../input/resource.ts';
import { isStdout, outFile } from '../output/out-file.ts';
import { createProgress, receivedText } from '../output/progress.ts';
import { handler, type Work } from '../work.ts';

/** Downloads records as files: one as it is, several as one ZIP of those that could be made (INV-10). */
export const run = handler(async (work) => {
  const { args, settings, output, signal } = work;
  const definition = await listedResource(work);
  const { bundle } = definition;
  if (bundle === undefined) throw new TypeError(`${definition.name} has no files.`);
  const keys = (args[0] as readonly string[]).flatMap((text) => text.split(',')).filter(Boolean);
  const type = await typeOf(work, bundle.types);
  const out = outFile(work, bundle.bundleName);
  const client = openSignedIn(work, settings, output);
  const action: Action = keys.length > 1 ? bundle.selectionAction : bundle.action;
  await permitted(client, action, signal);
  const progress = createProgress(work);
  const ports = bundlePorts(client, definition, type, out.keep);
  const run = startWorkflow(downloadWorkflow(ports), { input: { request: { keys } } });
  const view = await drive(run, {
    signal,
    subject: 'records',
    recording: work.recording,
    onView: ({ data }) => progress.show(receivedText(data.progress)),
  })
    .catch((error: unknown) => {
      // None of several could be made: each has its own reason.
      if (run.view.status === 'failed' && run.view.error.report) return run.view;
      throw error;
    })
    .finally(() => progress.end());
  if (view.status === 'failed' && view.error.report) return missing(work, view.error.report);
  if (view.status !== 'done') throw new TypeError('The download stopped before its end.');
  const { file, message } = view.output;
  if (file.report) return missing(work, file.report, file);
  out.announce(file, message);
  return undefined;
});

/** Reports which files could not be made, and returns the exit code of a change of several records (INV-10). */
function missing(work: Work, report: BulkReport, file?: SavedFile): ExitCode {
  // The ZIP is on standard output.
  if (file && isStdout(work.options.out)) work.output.warn(bulkText(report));
  else if (!saysAll(report)) reportBulk(work, report, file);
  return exitOfBulk(report);
}

async function typeOf(
  work: Work,
  options: (Need & { kind: 'choice' })['options'],
): Promise<string> {
  const base = { name: 'format', label: 'Format', required: true, answered: false, issues: [] };
  const need: Need = { ...base, kind: 'choice', options };
  const { format } = work.options;
  if (format !== undefined) return String(valueFor(need, format, '--format'));
  const ask = asking(work);
  if (ask) return String(await ask(need));
  throw usageError('Format is missing: give --format.', choicesText(options));
}
