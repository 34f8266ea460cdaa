import {
  type AnyListed,
  type BulkDefinition,
  type BulkView,
  bulkPorts,
  bulkWorkflow,
  type Draft,
  type RowKeeper,
  startWorkflow,
} from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { permitted } from '../client/permitted.ts';
import { interrupted, usageError } from '../command-error.ts';
import type { ExitCode } from '../exit-codes.ts';
import { flagOf } from '../input/flag-names.ts';
import { changeOnce } from '../journal/change-once.ts';
import { createProgress } from '../output/progress.ts';
import { clockOf } from '../runtime.ts';
import type { Work } from '../work.ts';
import { askFor, confirmed, isAsked } from './ask-for.ts';
import { exitOfBulk, reportBulk, saysAll } from './bulk-report.ts';
import { asking } from './prompts.ts';

/**
 * Changes several records, one after another, and reports each that was left (LIST-15). An interrupt ends it
 * after the record that is being changed. Returns the exit code.
 */
export async function runBulk(
  work: Work,
  resource: AnyListed,
  definition: BulkDefinition,
  ids: readonly string[],
): Promise<ExitCode> {
  const { output, settings, signal } = work;
  const client = openSignedIn(work, settings, output);
  await permitted(client, definition.action, signal);
  // The id alone identifies a change, so that any command that names it takes up an open one.
  const keeper = (id: string) =>
    changeOnce({ ...work, args: [id], options: {} }, client, undefined) as RowKeeper;
  const ports = bulkPorts(client, resource, definition, {
    keeper,
    typed: true,
    asks: isAsked(work),
  });
  const run = startWorkflow(bulkWorkflow(ports), {
    ...clockOf(work.runtime),
    input: { rows: ids.map((id) => ({ id })), draft: await valuesOf(work, resource, definition) },
  });
  const stopRecording = work.recording?.run(run);
  const { confirm } = run.view.commands;
  if (definition.fields && !confirm.allowed) throw usageError(confirm.reason.message);
  await confirmed(work, async () => {
    const { data } = await run.until((view) => view.status !== 'pending' || !view.busy);
    const { question, submitLabel, title, warning } = data;
    return {
      label: title,
      message: [warning, question].filter(Boolean).join('\n'),
      accept: submitLabel,
    };
  });
  const progress = createProgress(work);
  run.subscribe(({ data }) => progress.show(`${data.tried} of ${data.total}`));
  const stop = () => run.send({ type: 'stop' });
  signal.addEventListener('abort', stop, { once: true });
  run.send({ type: 'confirm' });
  const { data } = await run.until(isReport);
  progress.end();
  signal.removeEventListener('abort', stop);
  stopRecording?.();
  run.stop();
  if (signal.aborted || !saysAll(data)) reportBulk(work, data);
  if (signal.aborted) throw interrupted();
  return exitOfBulk(data);
}

/** The values of the run's fields, from their options; a required one is asked for on a terminal. */
async function valuesOf(
  work: Work,
  { name: group }: AnyListed,
  { fields = [] }: BulkDefinition,
): Promise<Draft> {
  const values: Record<string, string> = {};
  for (const { label, name, required } of fields) {
    const given = work.options[name];
    const flag = flagOf(group, name);
    if (given !== undefined) values[name] = String(given);
    else if (required) values[name] = await askFor(asking(work), { flag, label, name });
  }
  return values;
}

const isReport = (view: BulkView): boolean =>
  view.status !== 'pending' || view.step === 'reporting';
