import type { Action } from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { permitted } from '../client/permitted.ts';
import { openedFrom } from '../drive/opened-from.ts';
import { asking } from '../drive/prompts.ts';
import { saveRecord } from '../drive/save-record.ts';
import { formatSaved } from '../drive/saved-record.ts';
import { readProvidedFields } from '../input/provided-fields.ts';
import { wholeResource } from '../input/resource.ts';
import { handler } from '../work.ts';

/** Creates a record of any resource. */
export const run = handler(async (work) => {
  const { settings, output, signal } = work;
  const definition = await wholeResource(work);
  const fields = await readProvidedFields(work);
  const client = openSignedIn(work, settings, output);
  await permitted(client, `${definition.name}.create` as Action, signal);
  const opened = openedFrom(work, client, definition, asking(work));
  const saved = await saveRecord(work, client, definition, {
    mode: 'create',
    fields,
    ...(opened && { opened }),
  });
  formatSaved(work, definition, saved);
  return undefined;
});
