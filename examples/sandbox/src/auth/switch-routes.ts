import type { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { actorOf, recordChange } from '../audit/audit.ts';
import type { AppEnv } from '../http/env.ts';
import { permit, signedIn } from '../http/permit.ts';
import { badRequest, notFound, Problem } from '../http/problem.ts';
import { openSession } from './sessions.ts';

const eligible = createMiddleware<AppEnv>(async (c, next) => {
  if (!signedIn(c).maySwitch) throw new Problem(403, 'This account may not switch accounts.');
  await next();
});

/** Switching into a company's account and back (AUTH-08). Each switch is a session of its own. */
export function switchRoutes(app: Hono<AppEnv>): void {
  app.use('/switch/*', permit('session.switch'), eligible);

  app.get('/switch/active', (c) => c.json({ eligible: true, active: signedIn(c).actingAs }));

  app.get('/switch/manage', async (c) => {
    const companies = await c
      .get('services')
      .store.read.selectFrom('companies')
      .select(['id', 'name'])
      .orderBy('name')
      .execute();
    return c.json(companies);
  });

  app.get('/switch/manager', async (c) => {
    const account = signedIn(c);
    const { store, now } = c.get('services');
    const authorization = await store.write(async (tx) => {
      await tx.deleteFrom('sessions').where('token_hash', '=', account.tokenHash).execute();
      await recordChange(tx, actorOf(c, account), {
        action: 'switch.back',
        resource: 'session',
        recordId: account.userId,
      });
      return openSession(tx, now(), account.userId, null);
    });
    return c.json({ id: account.userId, name: account.email }, 200, { authorization });
  });

  app.get('/switch/:id', async (c) => {
    const account = signedIn(c);
    const { store, now } = c.get('services');
    const id = Number(c.req.param('id'));
    if (!Number.isSafeInteger(id))
      throw badRequest('The id of a company is a whole number.', '/id');
    const company = await store.read
      .selectFrom('companies')
      .select(['id', 'name'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!company) throw notFound(`Company ${id}`);
    const authorization = await store.write(async (tx) => {
      await recordChange(tx, actorOf(c, account), {
        action: 'switch.to',
        resource: 'companies',
        recordId: company.id,
        changes: { acting_as: company.name },
      });
      return openSession(tx, now(), account.userId, company.id);
    });
    return c.json(company, 200, { authorization });
  });
}
