import { audit, exportAudit } from '@forecourt/core';
import { body } from '../io/body.ts';
import { openSignedIn } from '../io/client.ts';
import { readSelection } from '../io/list-query.ts';
import { outFile } from '../io/out-file.ts';
import { permitted } from '../io/permitted.ts';

/** Saves the trail as the service writes it, all of what the filters find (AUTH-13). */
export const run = body(async (work) => {
  const { options, output, settings, signal } = work;
  const out = outFile(work, 'audit.csv');
  const selection = readSelection(audit, options);
  const client = openSignedIn(work, settings, output);
  await permitted(client, 'audit.export', signal);
  const download = await exportAudit(client, selection, signal);
  const file = await out.keep(download, { signal, onProgress: () => undefined });
  out.tell(file, 'Audit trail exported');
  return undefined;
});
