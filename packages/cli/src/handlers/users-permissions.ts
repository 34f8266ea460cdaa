import { getRecord, permissionPairs, users } from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { permitted } from '../client/permitted.ts';
import { pairsText } from '../output/pairs.ts';
import { tableText } from '../output/table.ts';
import { handler } from '../work.ts';

/** Shows a user's company and all permissions (USER-02). */
export const run = handler(async (work) => {
  const { args, settings, output, signal } = work;
  const client = openSignedIn(work, settings, output);
  await permitted(client, 'users.permissions', signal);
  const user = await getRecord(client, users, String(args[0]), signal);
  const permissions = permissionPairs(user);
  const { company, email, id } = user;
  output.result({
    document: { id, email, company, permissions },
    text: () =>
      [
        pairsText(output, [
          ['Email', email ?? ''],
          ['Company', company ?? ''],
        ]),
        tableText(output, {
          columns: [{ label: 'Permission', gives: true }, { label: 'Allowed' }],
          rows: permissions.map(({ label, value }) => [
            label,
            { text: value ? 'yes' : 'no', style: value ? 'green' : undefined },
          ]),
        }),
      ].join('\n\n'),
  });
  return undefined;
});
