import { explainAll, loadAccess } from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { explanation } from '../output/explanation.ts';
import { listDocument } from '../output/list-document.ts';
import { tableText } from '../output/table.ts';
import { handler } from '../work.ts';

export const run = handler(async (work) => {
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
