import type { Action } from '@forecourt/core';
import { usageError } from '../command-error.ts';
import { saveRecord } from '../drive/save-record.ts';
import { body, type Work } from '../io/body.ts';
import { openSignedIn } from '../io/client.ts';
import { type GivenFields, readGivenFields } from '../io/given-fields.ts';
import { isGlobalOption } from '../io/global-options.ts';
import { permitted } from '../io/permitted.ts';
import { wholeResource } from '../io/resource.ts';
import { tellSaved } from '../io/saved-record.ts';

/** Changes a record of any resource. */
export const run = body(async (work) => {
  const { args, settings, output, signal } = work;
  const definition = await wholeResource(work);
  const fields = await readGivenFields(work);
  refuseNothing(work, fields);
  const client = openSignedIn(work, settings, output);
  await permitted(client, `${definition.name}.update` as Action, signal);
  const id = String(args[0]);
  const saved = await saveRecord(work, client, definition, { mode: 'edit', id, fields });
  tellSaved(work, definition, saved);
  return undefined;
});

function refuseNothing({ options, operation }: Work, { data, set }: GivenFields): void {
  const own = Object.keys(options).filter(
    (name) => !isGlobalOption(name) && name !== 'set' && name !== 'data',
  );
  if (own.length + Object.keys(data).length + Object.keys(set).length > 0) return;
  throw usageError(
    'Nothing to change was given.',
    `Give an option, --set or --data: \`forecourt ${operation.replace('.', ' ')} --help\`.`,
  );
}
