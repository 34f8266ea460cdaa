import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ACTIONS,
  type Action,
  can,
  type Grants,
  SCREEN_NAMES,
  toMenuAccess,
} from '@forecourt/core';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { sampleSize } from '../../../scripts/sample.ts';
import { screensOf } from '../src/auth/rights.ts';
import { storeRights } from '../src/auth/user-rights.ts';
import { openStore } from '../src/db/engine.ts';
import { createDatabase, ON_POSTGRES } from './database.ts';
import { ADMIN, NOW, openSandbox, signIn } from './helpers.ts';
import {
  ANSWERED,
  CALLS,
  type DocumentedCall,
  pathOf,
  queriesOf,
  UNKNOWN,
  url,
} from './openapi.kit.ts';

/** On PostgreSQL the same questions, as far as they go there: the engine decides none of them. */
const QUESTIONS = ON_POSTGRES ? 1_000 : sampleSize(10_000, 2_000);
const PER_RIGHTS = 50;

/** Actions that the service is not asked for: screens, buttons, and calls that the contract has not. */
const WITHOUT_CALL: readonly Action[] = [
  'invoices.delete',
  'invoices.download',
  'payments.open',
  'customers.create',
  'customers.delete',
  'markups.get',
  'markups.delete',
  'users.permissions',
];

async function database() {
  if (ON_POSTGRES) {
    return {
      databaseUrl: await createDatabase({ seed: 'empty', passwordCost: 4, now: () => NOW }),
    };
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-rights-'));
  afterAll(() => rm(dataDir, { recursive: true, force: true }));
  return { dataDir };
}

const at = await database();
const sandbox = await openSandbox({ ...at, seed: 'empty' });
const store = await openStore(at);
afterAll(() => store.close());
const client = await signIn(sandbox, ADMIN);
const { id: userId } = await store.read
  .selectFrom('users')
  .select('id')
  .where('email', '=', ADMIN)
  .executeTakeFirstOrThrow();

// These would end the session that asks.
const ENDING = ['/switch/manager', '/logout'];
const asked = ANSWERED.filter(({ action, path }) => action && !ENDING.includes(path));
// By name, so that a counterexample can be read.
const calls = new Map(asked.map((call) => [call.name, call]));

/** A call that changes nothing when it is allowed: of a record that there is not, with nothing in it. */
function ask(call: DocumentedCall): Promise<Response> {
  const path = url(
    pathOf(call, () => UNKNOWN),
    queriesOf(call).at(-1) ?? '',
  );
  return client.call(path, { method: call.method, ...(call.json && { body: {} }) });
}

const letters = fc
  .uniqueArray(fc.constantFrom(...'crudx'), { maxLength: 5 })
  .map((found) => found.join(''));
const grants: fc.Arbitrary<Grants> = fc.dictionary(
  fc.constantFrom(...Object.keys(SCREEN_NAMES)),
  letters,
  { maxKeys: Object.keys(SCREEN_NAMES).length },
);
const questions = fc.array(fc.constantFrom(...calls.keys()), {
  minLength: PER_RIGHTS,
  maxLength: PER_RIGHTS,
});

it('ACC-04 every action of the table has a call, but for those that are no calls', () => {
  const known = new Set(CALLS.map(({ action }) => action));
  const left = (Object.keys(ACTIONS) as Action[]).filter((action) => !known.has(action));
  expect(left).toEqual(WITHOUT_CALL);
});

it(`ACC-04 ACC-05 can() and the sandbox agree on ${QUESTIONS} random questions`, async () => {
  const count = { allowed: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(grants, questions, async (granted, names) => {
      await store.write((tx) => storeRights(tx, userId, screensOf(granted)));
      const access = toMenuAccess(await client.json('screens?app=FF'));
      for (const call of names.flatMap((name) => calls.get(name) ?? [])) {
        const decision = can(access, call.action as Action);
        const answer = await ask(call);
        count[decision.allowed ? 'allowed' : 'refused'] += 1;
        const said = { call: call.name, allowed: answer.status !== 403 };
        expect(said).toEqual({ call: call.name, allowed: decision.allowed });
        expect(answer.status).not.toBe(401);
        expect(answer.status).toBeLessThan(500);
        if (!decision.allowed) expect((await answer.json()).detail).toBe(decision.reason.message);
      }
    }),
    { numRuns: QUESTIONS / PER_RIGHTS, seed: 20_261_120 },
  );
  expect(count.allowed + count.refused).toBe(QUESTIONS);
  // Neither answer is the rule: a sandbox that always says the same would not pass.
  expect(Math.min(count.allowed, count.refused)).toBeGreaterThan(QUESTIONS / 5);
});

it('USER-09 only an Admin can create one, of staff or by registering a company, whatever the other rights', async () => {
  const all = Object.fromEntries(Object.keys(SCREEN_NAMES).map((code) => [code, 'crudx']));
  const role = (name: string) =>
    store.write(async (tx) => {
      await storeRights(tx, userId, screensOf(all));
      await tx.updateTable('users').set({ role: name }).where('id', '=', userId).execute();
    });
  const registration = {
    companyName: 'Quist Haulage',
    firstName: 'Rae',
    lastName: 'Quist',
    email: 'rae@quist.test',
    phone: '7055550177',
    address1: '1 Main Street',
    country: 'CA',
    state: 'ON',
    city: 'Sudbury',
    postalCode: 'P3E 3Z9',
    pwd: 'Haul-away-7-quist',
  };
  await role('User');
  const refused = await client.call('fuel-company/register', { body: registration });
  expect([refused.status, (await refused.json()).detail]).toEqual([
    403,
    'A company’s first user is its Admin, with rights that you do not have. Ask an Admin to register it.',
  ]);
  const raised = await client.call(`user/${userId}`, { method: 'PUT', body: { role: 'Admin' } });
  expect(raised.status).toBe(422);
  await role('Admin');
  const made = await client.call('fuel-company/register', { body: registration });
  expect(made.status).toBe(201);
});
