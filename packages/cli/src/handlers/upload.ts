import { uploadPorts } from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { permitted } from '../client/permitted.ts';
import { uploadFile } from '../drive/upload-file.ts';
import { EXIT } from '../exit-codes.ts';
import { openProviderFile } from '../files/provider-file.ts';
import { listedResource } from '../input/resource.ts';
import { refusedRowIssues, refusedRowsText } from '../output/upload-rows.ts';
import { handler } from '../work.ts';

/** Uploads a file of records; the service checks its rows (CARD-03, FORM-08). */
export const run = handler(async (work) => {
  const { args, operation, output, settings } = work;
  const { upload } = await listedResource(work);
  if (upload === undefined) throw new TypeError(`${operation} has no definition.`);
  const path = String(args[0]);
  const file = await openProviderFile(path);
  const client = openSignedIn(work, settings, output);
  await permitted(client, upload.action, work.signal);
  const ports = uploadPorts(client, upload);
  const { accepted, message, rejected } = await uploadFile(work, { client, path, file, ports });
  const issues = refusedRowIssues(path, rejected);
  const rows = refusedRowsText(output, rejected);
  output.result({
    document: {
      ok: rejected.length === 0,
      operation,
      message,
      accepted,
      rejected: rejected.length,
      issues,
    },
    text: () =>
      [`${message} ${accepted} accepted, ${rejected.length} refused.`, ...rows].join('\n'),
  });
  return rejected.length === 0 ? EXIT.done : EXIT.partlyDone;
});
