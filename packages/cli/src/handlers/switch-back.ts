import { switchAccount } from '../drive/switch-account.ts';
import { handler } from '../work.ts';

/** Acts for the own account again (AUTH-07). */
export const run = handler(async (work) => {
  await switchAccount(work, 'back');
  return undefined;
});
