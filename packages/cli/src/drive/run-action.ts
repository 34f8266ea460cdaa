import {
  type ActionDefinition,
  type ActionPorts,
  type AnyListed,
  actionPorts,
  actionWorkflow,
  getRecord,
  previewAction,
  startWorkflow,
} from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { permitted } from '../client/permitted.ts';
import { usageError } from '../command-error.ts';
import { askedPeriod, hasPeriod, plainPeriod } from '../input/days.ts';
import { wholeResource } from '../input/resource.ts';
import { words } from '../input/words.ts';
import { changeOnce } from '../journal/change-once.ts';
import { outFile } from '../output/out-file.ts';
import { noteWhich } from '../output/record-text.ts';
import { clockOf } from '../runtime.ts';
import type { Work } from '../work.ts';
import { confirmed } from './ask-for.ts';
import { drive } from './drive.ts';
import { formAnswers } from './form-answers.ts';
import { asking } from './prompts.ts';

const NOTHING = { data: {}, set: {} };

/** The ids from an option, or the one record that the command names. */
function idsOf({ args, options }: Work, { on, texts }: ActionDefinition): readonly string[] {
  if (on === 'list') return [];
  if (on === 'row') return [String(args[0])];
  const ids = words(options.ids) ?? [];
  if (ids.length > 0) return ids;
  throw usageError(texts.none ?? 'Nothing is selected.', 'Give --ids.');
}

/**
 * The id of the record that the command names, by id or number, after saying which record that is. The action goes by
 * this id, because a number may be the id of another record.
 */
async function identified(
  work: Work,
  client: Parameters<typeof changeOnce>[1],
  ids: readonly string[],
): Promise<readonly string[]> {
  const { output, signal } = work;
  const definition = await wholeResource(work);
  const record = await getRecord(client, definition, String(ids[0]), signal);
  noteWhich(output, definition, String(ids[0]), record);
  return [definition.id(record) || String(ids[0])];
}

/** Runs an action on rows, or on none; saves the file if the action returns one. */
export async function runAction(
  work: Work,
  resource: Pick<AnyListed, 'name' | 'named'>,
  action: ActionDefinition,
): Promise<void> {
  const { operation, output, settings, signal } = work;
  const ids = idsOf(work, action);
  const { from, on, to: last } = work.options;
  const period = hasPeriod(action.fields)
    ? askedPeriod({ on, from, last, lastFlag: '--to' })
    : undefined;
  const out = outFile(work, `${resource.name}.${action.name}`);
  const client = openSignedIn(work, settings, output);
  await permitted(client, action.action, signal);
  const exact =
    action.on === 'row' && resource.named !== undefined ? await identified(work, client, ids) : ids;
  const days = period && (await plainPeriod(work, client, period, action.endsToday));
  const asked = { ...work, options: { ...work.options, ...days } };
  await confirmAction(work, client, action, exact);
  const ports = actionPorts(client, resource, action, out.keep);
  const view = await drive(
    startWorkflow(actionWorkflow(keepingKey(work, client, ports)), {
      ...clockOf(work.runtime),
      input: { ids: exact },
    }),
    {
      answers: ({ data }) =>
        formAnswers(asked, data.fields, { provided: NOTHING, secret: undefined }),
      ask: asking(work),
      signal,
      subject: exact.length > 0 ? 'records' : 'service',
      recording: work.recording,
    },
  );
  if (view.status !== 'done') throw new TypeError('The action stopped before its end.');
  const { file, message } = view.output;
  if (file) out.announce(file, message);
  else output.result({ document: { ok: true, operation, message, ids }, text: () => message });
}

/** Asks before an action with a preview, naming what it would do (INV-13). */
async function confirmAction(
  work: Work,
  client: Parameters<typeof changeOnce>[1],
  action: ActionDefinition,
  ids: readonly string[],
): Promise<void> {
  const { preview } = action;
  if (preview === undefined) return;
  await confirmed(work, async () => {
    const { facts = [], warning } = (await previewAction(client, action, ids, work.signal)) ?? {};
    const shown = facts.map(([label, value]) => `${label}: ${value}`);
    if (warning !== undefined) shown.push(warning);
    return {
      label: action.title ?? action.label,
      message: [...shown, preview.question].join('\n'),
      accept: action.submitLabel ?? action.label,
    };
  });
}

/**
 * An action that changes something keeps its key, so running the command again repeats nothing. An
 * action that only reads a file needs none.
 */
function keepingKey(
  work: Work,
  client: Parameters<typeof changeOnce>[1],
  ports: ActionPorts,
): ActionPorts {
  if (ports.definition.file) return ports;
  const once = changeOnce(work, client, undefined);
  return {
    ...ports,
    run: (request, signal) =>
      once.send({ key: request.key }, (key) => ports.run({ ...request, key }, signal)),
  };
}
