import {
  type Action,
  type AnyResource,
  type Client,
  countKept,
  etagOf,
  getRecord,
  type RecordPorts,
  recordPorts,
  recordWorkflow,
  startWorkflow,
} from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { permitted } from '../client/permitted.ts';
import { askToConfirm } from '../drive/ask-for.ts';
import { drive } from '../drive/drive.ts';
import { namingWho } from '../drive/last-change.ts';
import { asking } from '../drive/prompts.ts';
import { aboutRecord } from '../drive/saved-record.ts';
import { wholeResource } from '../input/resource.ts';
import { changeOnce } from '../journal/change-once.ts';
import { handler } from '../work.ts';

/** Deletes a record of any resource (LIST-04). */
export const run = handler(async (work) => {
  const { args, settings, operation, options, output, signal } = work;
  const definition = await wholeResource(work);
  const client = openSignedIn(work, settings, output);
  await permitted(client, `${definition.name}.delete` as Action, signal);
  const id = String(args[0]);
  const once = changeOnce(work, client, undefined);
  const record = await recordSeen(client, definition, id, signal);
  const etag = etagOf(record);
  const keeps = definition.remove?.keeps;
  const kept = await keptBy(client, definition, record, signal);
  const ports: RecordPorts<unknown> = recordPorts(client, definition);
  const send: typeof ports.send = ({ idempotencyKey: key, ...call }, aborted) =>
    once.send({ key }, (idempotencyKey) => ports.send({ ...call, idempotencyKey }, aborted));
  const view = await drive(
    startWorkflow(recordWorkflow({ ...ports, send }), {
      input: {
        ...{ mode: 'remove', id, unattended: true },
        ...(etag !== undefined && { etag }),
        ...(keeps && { note: keeps.note(kept) }),
      },
    }),
    {
      answers: { confirm: { flag: '--yes', ...(options.yes === true && { value: true }) } },
      ask: askToConfirm(asking(work), 'Nothing was deleted.'),
      signal,
      subject: 'records',
      recording: work.recording,
    },
  ).catch(async (error: unknown) => {
    throw await namingWho(error, { client, definition, record, signal });
  });
  if (view.status !== 'done') throw new TypeError('The deletion stopped before its end.');
  const { message } = view.output;
  output.result({
    document: {
      ...{ ok: true, operation, message, id },
      ...(keeps && kept !== undefined && { kept: { [keeps.resource]: kept } }),
    },
    text: () => aboutRecord(definition, message, id),
  });
  return undefined;
});

/**
 * Reads the record before it asks for confirmation, so that exactly that version is deleted (WIRE-05). An account
 * without the right to read deletes any version.
 */
const recordSeen = (
  client: Client,
  definition: AnyResource,
  id: string,
  signal: AbortSignal,
): Promise<unknown> => getRecord(client, definition, id, signal).catch(() => undefined);

/** How many rows of another list stay, for the question; a count that fails doesn't stop the deletion. */
const keptBy = (client: Client, definition: AnyResource, record: unknown, signal: AbortSignal) =>
  countKept(client, definition, record, signal).catch(() => undefined);
