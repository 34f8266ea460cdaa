import { getOptions } from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { listDocument } from '../output/list-document.ts';
import { tableText } from '../output/table.ts';
import { handler } from '../work.ts';

/** Lists the payment modes (PAY-03). */
export const run = handler(async (work) => {
  const { settings, output, signal } = work;
  const client = openSignedIn(work, settings, output);
  const modes = await getOptions(client, 'paymentModes', [], signal);
  output.result({
    document: listDocument(modes.map(({ key, value }) => ({ code: key, name: value }))),
    text: () =>
      tableText(output, {
        columns: [{ label: 'Code' }, { label: 'Name', gives: true }],
        rows: modes.map(({ key, value }) => [key, value]),
      }),
  });
  return undefined;
});
