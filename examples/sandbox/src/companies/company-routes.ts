import { companies } from '@forecourt/core';
import type { Hono } from 'hono';
import { actorOf } from '../audit/audit.ts';
import { hashPassword } from '../auth/passwords.ts';
import { brandOfHost } from '../documents/document-brand.ts';
import type { AppEnv } from '../http/env.ts';
import { jsonBody } from '../http/json-body.ts';
import { permit, signedIn } from '../http/permit.ts';
import { fieldsOf, type ListDefinition } from '../lists/list-definition.ts';
import { listRoutes } from '../lists/list-routes.ts';
import { wholeListRoutes } from '../lists/whole-list-routes.ts';
import { STATES_BY_NAME } from '../reference/places.ts';
import { registerCompany, registrationIn } from './register-company.ts';

const COMPANY_LIST: ListDefinition<'company_rows'> = {
  table: 'company_rows',
  fields: {
    ...fieldsOf({
      whole: 'id',
      text: 'name code email phone address1 city country postal_code status',
    }),
    state: { column: 'state', kind: 'text', sequence: STATES_BY_NAME },
  },
  order: { field: 'name', direction: 'asc' },
  scoped: true,
};

/** Customers' companies (COMP-01, COMP-03). */
export function companyRoutes(app: Hono<AppEnv>): void {
  wholeListRoutes(app, companies, { list: COMPANY_LIST });
  listRoutes(app, {
    path: '/companies',
    action: 'companies.list',
    list: COMPANY_LIST,
    present: (rows) =>
      rows.map((row) => ({
        id: row.id,
        name: row.name,
        code: row.code,
        email: row.email,
        phone: row.phone,
        address1: row.address1,
        city: row.city,
        state: row.state,
        country: row.country,
        postal_code: row.postal_code,
        status: row.status,
      })),
  });

  app.post('/fuel-company/register', permit('companies.create'), async (c) => {
    const { brandsFile, passwordCost, store } = c.get('services');
    const sent = registrationIn(await jsonBody(c));
    const passwordHash = await hashPassword(sent.password, passwordCost);
    const brand = await brandOfHost(brandsFile, c.req.url);
    const actor = actorOf(c, signedIn(c));
    const id = await store.write((tx) =>
      registerCompany(tx, actor, { ...sent, brand }, passwordHash),
    );
    return c.json({ id }, 201);
  });
}
