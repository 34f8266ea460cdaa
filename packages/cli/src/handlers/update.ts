import type { Action } from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { permitted } from '../client/permitted.ts';
import { usageError } from '../command-error.ts';
import { saveRecord } from '../drive/save-record.ts';
import { formatSaved } from '../drive/saved-record.ts';
import { isGlobalOption } from '../input/global-options.ts';
import { type ProvidedFields, readProvidedFields } from '../input/provided-fields.ts';
import { wholeResource } from '../input/resource.ts';
import { handler, type Work } from '../work.ts';

/** Updates a record of any resource. */
export const run = handler(async (work) => {
  const { args, settings, output, signal } = work;
  const definition = await wholeResource(work);
  const fields = await readProvidedFields(work);
  refuseNothing(work, fields);
  const client = openSignedIn(work, settings, output);
  await permitted(client, `${definition.name}.update` as Action, signal);
  const id = String(args[0]);
  const saved = await saveRecord(work, client, definition, { mode: 'edit', id, fields });
  formatSaved(work, definition, saved);
  return undefined;
});

function refuseNothing({ options, operation }: Work, { data, set }: ProvidedFields): void {
  const own = Object.keys(options).filter(
    (name) => !isGlobalOption(name) && name !== 'set' && name !== 'data',
  );
  if (own.length + Object.keys(data).length + Object.keys(set).length > 0) return;
  throw usageError(
    'Nothing to change was given.',
    `Give an option, --set or --data: \`forecourt ${operation.replace('.', ' ')} --help\`.`,
  );
}
