import {
  type Action,
  bundlePorts,
  downloadWorkflow,
  type Need,
  startWorkflow,
} from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { permitted } from '../client/permitted.ts';
import { usageError } from '../command-error.ts';
import { drive } from '../drive/drive.ts';
import { asking } from '../drive/prompts.ts';
import { choicesText, valueFor } from '../drive/provided-value.ts';
import { listedResource } from '../input/resource.ts';
import { outFile } from '../output/out-file.ts';
import { createProgress, receivedText } from '../output/progress.ts';
import { handler, type Work } from '../work.ts';

/** Downloads records as files: one as it is, several as one ZIP (INV-10). */
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
  const view = await drive(
    startWorkflow(downloadWorkflow(ports), { input: { request: { keys } } }),
    {
      signal,
      onView: ({ data }) => progress.show(receivedText(data.progress)),
    },
  ).finally(() => progress.end());
  if (view.status !== 'done') throw new TypeError('The download stopped before its end.');
  out.notify(view.output.file, view.output.message);
  return undefined;
});

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
