import { accountSwitchPorts, getOptions } from '@forecourt/core';
import { openSwitching } from '../drive/switch-account.ts';
import { failed } from '../output/failures.ts';
import { listDocument } from '../output/list-document.ts';
import { tableText } from '../output/table.ts';
import { handler } from '../work.ts';

/** Lists the accounts that the user may switch to, and marks the present one (AUTH-08). */
export const run = handler(async (work) => {
  const { output, signal } = work;
  const client = await openSwitching(work);
  const decision = accountSwitchPorts(client).eligible('to');
  if (!decision.allowed) {
    const { code, message } = decision.reason;
    throw failed({ code, message, outcome: 'none', retryable: false });
  }
  const active = client.session.current?.actingFor?.id;
  const accounts = await getOptions(client, 'switchAccounts', [], signal);
  const items = accounts.map(({ key, value }) => ({
    id: key,
    name: value,
    active: key === active,
  }));
  output.result({
    document: listDocument(items),
    text: () =>
      tableText(output, {
        columns: [{ label: 'Id' }, { label: 'Company', gives: true }, { label: 'Active' }],
        rows: items.map((item) => [item.id, item.name, item.active ? 'yes' : '']),
      }),
  });
  return undefined;
});
