import { getOptions } from '@forecourt/core';
import { body } from '../io/body.ts';
import { openSignedIn } from '../io/client.ts';
import { listDocument } from '../io/list-document.ts';
import { tableText } from '../io/table.ts';

/** The modes that a payment may have (PAY-03). */
export const run = body(async (work) => {
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
