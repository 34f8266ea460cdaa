import { explainAll, loadAccess } from '@forecourt/core';
import { body } from '../io/body.ts';
import { openSignedIn } from '../io/client.ts';
import { explanation } from '../io/explanation.ts';
import { listDocument } from '../io/list-document.ts';
import { tableText } from '../io/table.ts';

export const run = body(async (work) => {
  const { settings, output, signal } = work;
  const client = openSignedIn(work, settings, output);
  const { access, screens } = await loadAccess(client, signal);
  const items = explainAll(access, screens).map(explanation);
  output.result({
    document: listDocument(items),
    text: () =>
      tableText(output, {
        columns: [
          { label: 'Action' },
          { label: 'Allowed' },
          { label: 'Needs', gives: true },
          { label: 'Decided by', gives: true },
        ],
        rows: items.map(({ action, allowed, needs, source }) => [
          action,
          { text: allowed ? 'yes' : 'no', style: allowed ? 'green' : 'red' },
          needs,
          source,
        ]),
      }),
  });
  return undefined;
});
