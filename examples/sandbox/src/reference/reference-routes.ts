import type { Hono } from 'hono';
import type { AppEnv } from '../http/env.ts';
import { permit, signedIn } from '../http/permit.ts';
import { badRequest, notFound } from '../http/problem.ts';
import { addressOf, findAddresses } from './addresses.ts';
import { CURRENCIES, PAYMENT_MODES, ROLES, TYPES } from './choices.ts';
import { companyLookups } from './company-lookups.ts';
import { COUNTRIES, citiesIn, citiesOf, statesOf } from './places.ts';
import { listedValues, type StoredType, storedValues } from './stored-types.ts';

/** Look-ups: a session is enough (ACC-04); data of companies is limited to the account's own. */
export function referenceRoutes(
  app: Hono<AppEnv>,
  storedTypes: Readonly<Record<string, StoredType>>,
): void {
  const session = permit('reference.get');
  app.get('/states', session, (c) => c.json(statesOf()));
  app.get('/countries', session, (c) => c.json(COUNTRIES));
  app.get('/customers/countries', session, (c) => c.json(COUNTRIES));
  app.get('/countries/:country/states', session, (c) => c.json(statesOf(c.req.param('country'))));
  app.get('/countries/:country/states/:state/cities', session, (c) =>
    c.json(citiesIn(c.req.param('country'), c.req.param('state'))),
  );
  app.get('/cities', session, (c) => c.json(citiesOf()));
  app.get('/currencies', session, (c) => c.json(CURRENCIES));
  app.get('/roles', session, (c) => c.json(ROLES));
  app.get('/payment', session, (c) => c.json({ payment_mode_list: PAYMENT_MODES }));

  app.get('/types', session, async (c) => {
    const type = c.req.query('type') ?? '';
    const stored = Object.hasOwn(storedTypes, type) ? storedTypes[type] : undefined;
    if (stored) {
      const { store } = c.get('services');
      const listed = stored.listed ? ((await listedValues(store.read)).get(type) ?? []) : [];
      const found = await storedValues(store, signedIn(c), stored);
      const others = found.filter(({ key }) => !listed.some((one) => one.key === key));
      return c.json({ content: [...listed, ...others] });
    }
    if (!Object.hasOwn(TYPES, type)) {
      const known = [...Object.keys(TYPES), ...Object.keys(storedTypes)];
      throw badRequest(`type must be one of ${known.join(', ')}.`, '/type');
    }
    return c.json({ content: TYPES[type as keyof typeof TYPES] });
  });

  app.get('/places', session, (c) => c.json(findAddresses(c.req.query('input') ?? '')));
  app.get('/places/:id', session, (c) => {
    const id = c.req.param('id');
    const address = addressOf(id);
    if (!address) throw notFound(`Place ${id}`);
    return c.json(address);
  });
  companyLookups(app, session);
}
