import { switchAccount } from '../drive/switch-account.ts';
import { body } from '../io/body.ts';

/** Acts for the own account again (AUTH-07). */
export const run = body(async (work) => {
  await switchAccount(work, 'back');
  return undefined;
});
