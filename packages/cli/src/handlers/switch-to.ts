import { switchAccount } from '../drive/switch-account.ts';
import { handler } from '../work.ts';

/** Switches to a managed account (AUTH-06). */
export const run = handler(async (work) => {
  await switchAccount(work, 'to', work.args[0] as string | undefined);
  return undefined;
});
