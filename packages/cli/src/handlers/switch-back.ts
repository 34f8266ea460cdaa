import { switchAccount } from '../drive/switch-account.ts';
import { handler } from '../work.ts';

/** Switches back to the signed-in account (AUTH-07). */
export const run = handler(async (work) => {
  await switchAccount(work, 'back');
  return undefined;
});
