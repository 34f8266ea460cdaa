import type { Account } from '../auth/account.ts';
import type { Store } from '../db/store.ts';

/**
 * The imports that an account may see: staff all of them, like all transactions; a company's users their own and
 * those sent for their company.
 */
export function importsSeenBy(read: Store['read'], { companyId, userId }: Account) {
  const all = read.selectFrom('imports');
  if (companyId === null) return all;
  return all.where((eb) =>
    eb.or([eb('imports.user_id', '=', userId), eb('imports.acting_company_id', '=', companyId)]),
  );
}
