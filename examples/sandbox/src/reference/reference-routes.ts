import type { Hono } from 'hono';
import type { AppEnv } from '../http/env.ts';
import { permit, signedIn } from '../http/permit.ts';
import { badRequest } from '../http/problem.ts';
import { options } from './options.ts';
import { COUNTRIES, citiesOf, statesOf } from './places.ts';

const CURRENCIES = options('CAD CAD; USD USD');
const ROLES = options('1 Admin; 2 User');

/** Both readings of the statuses (INV-05). */
const INVOICE_STATUSES = [
  'Draft',
  'Sent',
  'Partially Paid',
  'Fully Paid',
  'Open',
  'Closed',
  'NSF',
] as const;

const TYPES = {
  INVOICE_STATUS: INVOICE_STATUSES.map((status) => ({ key: status, value: status })),
  TAX_TYPE: options('1 GST; 2 HST; 3 GST and QST; 4 GST and PST; 5 Exempt'),
  REVENUE_TYPE: options('1 Fuel; 2 Fees; 3 Services'),
} as const;

const PAYMENT_MODES = [
  { name: 'Cheque', code: 'cheque' },
  { name: 'Cash', code: 'cash' },
  { name: 'Interac/debit/credit', code: 'interac_debit_credit' },
];

/** Look-ups: a session is enough (ACC-04); what belongs to companies is cut to the own one. */
export function referenceRoutes(app: Hono<AppEnv>): void {
  const session = permit('reference.get');
  app.get('/states', session, (c) => c.json(statesOf()));
  app.get('/countries', session, (c) => c.json(COUNTRIES));
  app.get('/countries/:country/states', session, (c) => c.json(statesOf(c.req.param('country'))));
  app.get('/countries/:country/states/:state/cities', session, (c) =>
    c.json(citiesOf(c.req.param('state'))),
  );
  app.get('/cities', session, (c) => c.json(citiesOf()));
  app.get('/currencies', session, (c) => c.json(CURRENCIES));
  app.get('/roles', session, (c) => c.json(ROLES));
  app.get('/payment', session, (c) => c.json({ payment_mode_list: PAYMENT_MODES }));

  app.get('/types', session, (c) => {
    const type = c.req.query('type') ?? '';
    if (!Object.hasOwn(TYPES, type)) {
      throw badRequest(`type must be one of ${Object.keys(TYPES).join(', ')}.`, '/type');
    }
    return c.json({ content: TYPES[type as keyof typeof TYPES] });
  });

  app.get('/fuel-customer-markups/find-all', session, async (c) => {
    const { companyId } = signedIn(c);
    const companies = c
      .get('services')
      .store.read.selectFrom('companies')
      .select(['name as company_name', 'id as customer_company_id'])
      .orderBy('name');
    return c.json(
      await (companyId === null ? companies : companies.where('id', '=', companyId)).execute(),
    );
  });
}
