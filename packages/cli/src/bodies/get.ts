import { recordPorts, recordWorkflow, startWorkflow } from '@forecourt/core';
import { drive } from '../drive/drive.ts';
import { body } from '../io/body.ts';
import { openSignedIn } from '../io/client.ts';
import { recordText } from '../io/record-text.ts';
import { wholeResource } from '../io/resource.ts';

/** One record of any resource. */
export const run = body(async (work) => {
  const { settings, output, args, signal } = work;
  const definition = await wholeResource(work);
  const client = openSignedIn(work, settings, output);
  const view = await drive(
    startWorkflow(recordWorkflow(recordPorts(client, definition)), {
      input: { id: String(args[0]) },
    }),
    { signal },
  );
  const record = view.data.record as Record<string, unknown>;
  output.result({ document: record, text: () => recordText(output, definition, record) });
  return undefined;
});
