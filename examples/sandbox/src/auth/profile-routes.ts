import type { Hono } from 'hono';
import type { AppEnv } from '../http/env.ts';
import { queryOf, refuseUnknownParameters } from '../http/known-fields.ts';
import { onlyOne } from '../http/only-one.ts';
import { permit, signedIn } from '../http/permit.ts';
import { badRequest } from '../http/problem.ts';
import { labelOf } from '../reference/options.ts';
import { COUNTRIES, citiesOf, statesOf } from '../reference/places.ts';

/** The provider's own name, for staff. */
const PROVIDER = { id: 0, company_name: 'Forecourt', company_logo: '', is_provider: true };

/** Who is signed in: user, company and screens. Needed by every session, whatever its rights. */
export function profileRoutes(app: Hono<AppEnv>): void {
  app.get('/profile/user', permit('profile.get'), async (c) => {
    const account = signedIn(c);
    const user = await c
      .get('services')
      .store.read.selectFrom('users')
      .selectAll()
      .where('id', '=', account.userId)
      .executeTakeFirstOrThrow();
    return c.json({
      APIResult: 1,
      id: user.id,
      profileid: user.profileid,
      first_name: user.first_name,
      middle_name: user.middle_name,
      last_name: user.last_name,
      email: user.email,
      phone: user.phone,
      phone2: user.phone2,
      dob: user.dob,
      address1: user.address1,
      country: labelOf(COUNTRIES, user.country),
      state: labelOf(statesOf(user.country), user.state),
      city: labelOf(citiesOf(user.state), user.city),
      postal_code: user.postal_code,
      profile_img: user.profile_img,
      isUserEligibleForAccountSwitch: account.maySwitch,
    });
  });

  app.get('/profile/company', permit('reference.get'), async (c) => {
    const { companyId } = signedIn(c);
    if (companyId === null) return c.json(PROVIDER);
    const company = await c
      .get('services')
      .store.read.selectFrom('companies')
      .select(['id', 'name as company_name'])
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow();
    return c.json({ ...company, company_logo: '', is_provider: false });
  });

  app.get('/screens', permit('reference.get'), (c) => {
    refuseUnknownParameters(queryOf(c), ['app']);
    const name = onlyOne(c, 'app');
    // No screens would say that the account has no right at all.
    if (name === undefined) throw badRequest('app is missing: FF, the fuel cards’ app.', '/app');
    return c.json(name === 'FF' ? signedIn(c).screens : []);
  });
}
