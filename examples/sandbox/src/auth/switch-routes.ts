import type { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { actorOf, recordChange } from '../audit/audit.ts';
import type { Writer } from '../db/store.ts';
import type { AppContext, AppEnv } from '../http/env.ts';
import { permit, signedIn } from '../http/permit.ts';
import { badRequest, notFound, Problem } from '../http/problem.ts';
import { refuseHead } from '../http/refuse-head.ts';
import { afterLostSwitch } from './lost-switch.ts';
import { clientOf, openSession } from './sessions.ts';

const eligible = createMiddleware<AppEnv>(async (c, next) => {
  if (!signedIn(c).maySwitch) throw new Problem(403, 'This account may not switch accounts.');
  await next();
});

const repeated = afterLostSwitch(({ req }) => req.path.slice(req.path.lastIndexOf('/') + 1));

/** Not for every method of the paths: others are refused with 405 to everybody. */
const switching = [repeated, permit('session.switch'), eligible] as const;

/** A surface asks this at each sign-in; that the answer is no is no refusal of a person's call (AUTH-13). */
const asking = createMiddleware<AppEnv>(async (c, next) => {
  try {
    await next();
  } finally {
    c.set('action', undefined);
  }
});

interface Switch {
  readonly action: 'switch.to' | 'switch.back';
  readonly resource: string;
  readonly recordId: number;
  /** The target, as in the call. */
  readonly target: string;
  readonly company?: { readonly id: number; readonly name: string };
}

/** Ends the caller's session and answers with the authorization of a new one (AUTH-11). */
async function act(c: AppContext, { company, target, ...change }: Switch): Promise<string> {
  refuseHead(c);
  const account = signedIn(c);
  const services = c.get('services');
  const work = async (tx: Writer) => {
    await recordChange(tx, actorOf(c, account), {
      ...change,
      ...(company && { companyId: company.id, changes: { acting_as: company.name } }),
    });
    return openSession(tx, services, {
      ...clientOf(c),
      userId: account.userId,
      ...(company && { actingCompanyId: company.id }),
      replaces: { tokenHash: account.tokenHash, target },
    });
  };
  return services.store.write(work, { turn: 'sessions' });
}

/** Switching into a company's account and back (AUTH-08). Each switch is a session of its own. */
export function switchRoutes(app: Hono<AppEnv>): void {
  app.get('/switch/active', asking, ...switching, (c) =>
    c.json({ eligible: true, active: signedIn(c).actingAs }),
  );

  app.get('/switch/manage', ...switching, async (c) => {
    const companies = await c
      .get('services')
      .store.read.selectFrom('companies')
      .select(['id', 'name'])
      .orderBy('name')
      .execute();
    return c.json(companies);
  });

  app.get('/switch/manager', ...switching, async (c) => {
    const { email, userId } = signedIn(c);
    const authorization = await act(c, {
      action: 'switch.back',
      resource: 'session',
      recordId: userId,
      target: 'manager',
    });
    return c.json({ id: userId, name: email }, 200, { authorization });
  });

  app.get('/switch/:id', ...switching, async (c) => {
    const target = c.req.param('id');
    const id = Number(target);
    if (!Number.isSafeInteger(id))
      throw badRequest('The id of a company is a whole number.', '/id');
    const company = await c
      .get('services')
      .store.read.selectFrom('companies')
      .select(['id', 'name'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!company) throw notFound(`Company ${id}`);
    const authorization = await act(c, {
      action: 'switch.to',
      resource: 'companies',
      recordId: company.id,
      target,
      company,
    });
    return c.json(company, 200, { authorization });
  });
}
