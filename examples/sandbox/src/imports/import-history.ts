import type { Account } from '../auth/account.ts';
import type { Store } from '../db/store.ts';

/**
 * The imports that an account may see: staff all of them, like all transactions; a company's users those of the company,
 * whoever sent them.
 */
export function importsSeenBy(read: Store['read'], { companyId, userId }: Account) {
  const all = read.selectFrom('imports');
  if (companyId === null) return all;
  return all.where((eb) =>
    eb.or([
      eb('imports.user_id', '=', userId),
      eb('imports.acting_company_id', '=', companyId),
      eb.and([
        eb('imports.acting_company_id', 'is', null),
        eb(
          'imports.user_id',
          'in',
          read.selectFrom('users').select('users.id').where('users.company_id', '=', companyId),
        ),
      ]),
    ]),
  );
}
