import { ADMIN_RIGHTS, type Grants } from '@forecourt/core';
import { hashPassword } from '../auth/passwords.ts';
import { CLERK_RIGHTS, screensOf, VIEWER_RIGHTS } from '../auth/rights.ts';
import { storeRights } from '../auth/user-rights.ts';
import type { Store } from '../db/store.ts';
import { nameKey } from '../records/name-key.ts';

export const PASSWORD = 'Forecourt-1!';
export const NORTH_HAUL = 'North Haul Carriers Ltd.';

interface SeedAccount {
  readonly email: string;
  readonly about: string;
  readonly name: readonly [first: string, last: string];
  readonly role: string;
  readonly grants: Grants;
  readonly maySwitch?: boolean;
  /** A company's user, not staff. */
  readonly ofCompany?: boolean;
}

/** The accounts every sandbox has; all have the same password. */
export const ACCOUNTS: readonly SeedAccount[] = [
  {
    email: 'admin@forecourt.test',
    about: 'staff, every right, may switch accounts',
    name: ['Adele', 'Marchetti'],
    role: 'Admin',
    grants: ADMIN_RIGHTS,
    maySwitch: true,
  },
  {
    email: 'clerk@forecourt.test',
    about: 'staff, creates and updates cards and transactions, deletes nothing',
    name: ['Corwin', 'Lindqvist'],
    role: 'User',
    grants: CLERK_RIGHTS,
  },
  {
    email: 'viewer@northhaul.test',
    about: `user of ${NORTH_HAUL}, reads its cards, transactions and invoices`,
    name: ['Vera', 'Oduya'],
    role: 'User',
    grants: VIEWER_RIGHTS,
    ofCompany: true,
  },
  {
    email: 'nobody@forecourt.test',
    about: 'no screens',
    name: ['Noel', 'Bodine'],
    role: 'User',
    grants: {},
  },
];

/** Screens, North Haul, and the accounts: what even an empty sandbox has. */
export async function seedAccounts(store: Store, now: Date, passwordCost: number): Promise<void> {
  const hashes = await Promise.all(ACCOUNTS.map(() => hashPassword(PASSWORD, passwordCost)));
  await store.write(async (tx) => {
    await store.insertMany(
      'screens',
      screensOf(ADMIN_RIGHTS).map(({ code, name = code }, position) => ({ code, name, position })),
    );
    const company = await tx
      .insertInto('companies')
      .values({
        name: NORTH_HAUL,
        name_key: nameKey(NORTH_HAUL),
        code: 'NHC',
        email: 'office@northhaul.test',
        phone: '7055550142',
        address1: '88 Regent Street',
        country: 'CA',
        state: 'ON',
        city: 'Sudbury',
        postal_code: 'P3E 3Z9',
        first_name: 'Vera',
        last_name: 'Oduya',
        business_type: 68,
        plan_type: 34,
        valid_till: '2030-12-31',
        status: 'ACTIVE',
        currency: 'CAD',
        created_at: now.toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [index, account] of ACCOUNTS.entries()) {
      const { id } = await tx
        .insertInto('users')
        .values({
          profileid: `P${1001 + index}`,
          email: account.email,
          first_name: account.name[0],
          last_name: account.name[1],
          phone: `705555010${index}`,
          address1: '12 Regent Street',
          country: 'CA',
          state: 'ON',
          city: 'Sudbury',
          postal_code: 'P3C 4S2',
          role: account.role,
          status: 'ACTIVE',
          may_switch: account.maySwitch === true ? 1 : 0,
          company_id: account.ofCompany === true ? company.id : null,
          password_hash: hashes[index] ?? null,
          created_at: now.toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await storeRights(tx, id, screensOf(account.grants));
    }
  });
}
