import { RIGHTS, type ScreenCode } from '@forecourt/core';
import type { Hono, MiddlewareHandler } from 'hono';
import type { Account } from '../auth/account.ts';
import type { AppEnv } from '../http/env.ts';
import { signedIn } from '../http/permit.ts';

/** Screens with a form, a filter or a report that names companies. */
const COMPANY_SCREENS: readonly string[] = [
  'FCM',
  'FU',
  'FT',
  'FI',
  'FRPT',
  'FSB',
  'FTC',
  'FC',
  'FCC',
  'FCCM',
] satisfies ScreenCode[];

/** Whether the account has a right on one of these screens; the others have no use for the look-up (ACC-07). */
const hasScreen = ({ screens }: Account): boolean =>
  screens.some(
    (screen) =>
      COMPANY_SCREENS.includes(screen.code) && RIGHTS.some((right) => screen[right] === true),
  );

/** Companies to choose from; a company's user finds only its own. */
export function companyLookups(app: Hono<AppEnv>, session: MiddlewareHandler<AppEnv>): void {
  app.get('/fuel-customer-markups/find-all', session, async (c) => {
    const account = signedIn(c);
    const { companyId } = account;
    if (!hasScreen(account)) return c.json([]);
    const companies = c
      .get('services')
      .store.read.selectFrom('companies')
      .select(['name as company_name', 'id as customer_company_id'])
      .orderBy('name');
    return c.json(
      await (companyId === null ? companies : companies.where('id', '=', companyId)).execute(),
    );
  });

  app.get('/fuel-customer-markups/customer-company', session, async (c) => {
    const account = signedIn(c);
    const { companyId } = account;
    if (!hasScreen(account)) return c.json([]);
    const customers = c
      .get('services')
      .store.read.selectFrom('customers')
      .innerJoin('companies', 'companies.id', 'customers.company_id')
      .select([
        'companies.name as company_name',
        'companies.id as company_id',
        'customers.id as customer_id',
      ])
      .orderBy('companies.name')
      .orderBy('customers.id');
    const own = companyId === null ? customers : customers.where('companies.id', '=', companyId);
    return c.json(await own.execute());
  });

  app.get('/getFuelProviderCompany', session, async (c) => {
    if (!hasScreen(signedIn(c))) return c.json({ fuel_company: [] });
    const providers = await c
      .get('services')
      .store.read.selectFrom('provider_companies')
      .select(['name as fuel_company_provider', 'id as company_id', 'ref as company_ref_id'])
      .where('status', '=', 'ACTIVE')
      .orderBy('id')
      .execute();
    return c.json({ fuel_company: providers });
  });
}
