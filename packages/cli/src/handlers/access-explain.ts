import { ACTIONS, type Action, explain, loadAccess } from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { usageError } from '../command-error.ts';
import { explanation } from '../output/explanation.ts';
import { pairsText } from '../output/pairs.ts';
import { handler } from '../work.ts';

const isAction = (name: string): name is Action => Object.hasOwn(ACTIONS, name);

export const run = handler(async (work) => {
  const { settings, output, args, signal } = work;
  const action = String(args[0]);
  if (!isAction(action)) {
    throw usageError(`There is no action '${action}'.`, 'Actions: `forecourt access list`.');
  }
  const client = openSignedIn(work, settings, output);
  const { access, screens, user } = await loadAccess(client, signal);
  const answer = explanation(explain(access, action, screens));
  const held = Object.entries(answer.rights ?? {}).flatMap(([right, has]) => (has ? [right] : []));
  output.result({
    document: { ...answer, account: user?.email },
    text: () =>
      pairsText(output, [
        ['Action', action],
        ['Account', user?.email],
        ['Allowed', answer.allowed ? 'yes' : 'no'],
        ['Needs', answer.needs],
        ['Decided by', answer.source],
        ['Rights there', answer.rights && (held.join(', ') || 'none')],
        ...(answer.reason ? [['Reason', answer.reason] as const] : []),
      ]),
  });
  return undefined;
});
