import { audit, exportAudit } from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { permitted } from '../client/permitted.ts';
import { plainQuery } from '../client/plain-days.ts';
import { readSelection } from '../input/list-query.ts';
import { outFile } from '../output/out-file.ts';
import { handler } from '../work.ts';

/** Saves the service's export of the audit trail: every entry that matches the filters (AUTH-13). */
export const run = handler(async (work) => {
  const { options, output, settings, signal } = work;
  const out = outFile(work, 'audit.csv');
  const asked = readSelection(audit, options);
  const client = openSignedIn(work, settings, output);
  await permitted(client, 'audit.export', signal);
  const selection = await plainQuery(work, client, audit, asked);
  const download = await exportAudit(client, selection, signal);
  const file = await out.keep(download, { signal, onProgress: () => undefined });
  out.announce(file, 'Audit trail exported');
  return undefined;
});
