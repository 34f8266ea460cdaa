import { recordPorts, recordWorkflow, startWorkflow } from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { drive } from '../drive/drive.ts';
import { wholeResource } from '../input/resource.ts';
import { recordText } from '../output/record-text.ts';
import { handler } from '../work.ts';

/** Shows one record of any resource. */
export const run = handler(async (work) => {
  const { settings, output, args, signal } = work;
  const definition = await wholeResource(work);
  const client = openSignedIn(work, settings, output);
  const view = await drive(
    startWorkflow(recordWorkflow(recordPorts(client, definition)), {
      input: { id: String(args[0]) },
    }),
    { signal, subject: 'records', recording: work.recording },
  );
  const record = view.data.record as Record<string, unknown>;
  output.result({ document: record, text: () => recordText(output, definition, record) });
  return undefined;
});
