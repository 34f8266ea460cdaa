import type { Action } from '@forecourt/core';
import { asking } from '../drive/prompts.ts';
import { saveRecord } from '../drive/save-record.ts';
import { body } from '../io/body.ts';
import { openSignedIn } from '../io/client.ts';
import { readGivenFields } from '../io/given-fields.ts';
import { openedFrom } from '../io/opened-from.ts';
import { permitted } from '../io/permitted.ts';
import { wholeResource } from '../io/resource.ts';
import { tellSaved } from '../io/saved-record.ts';

/** Creates a record of any resource. */
export const run = body(async (work) => {
  const { settings, output, signal } = work;
  const definition = await wholeResource(work);
  const fields = await readGivenFields(work);
  const client = openSignedIn(work, settings, output);
  await permitted(client, `${definition.name}.create` as Action, signal);
  const opened = openedFrom(work, client, definition, asking(work));
  const saved = await saveRecord(work, client, definition, {
    mode: 'create',
    fields,
    ...(opened && { opened }),
  });
  tellSaved(work, definition, saved);
  return undefined;
});
