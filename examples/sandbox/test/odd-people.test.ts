// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../../scripts/sample.ts';
import { ON_POSTGRES } from './database.ts';
import { ADMIN, openSandbox, signIn } from './helpers.ts';

const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);

/** What people, programs and attackers put where a value was wanted. */
const ODD: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 60,
  '',
  ' ',
  'x'.repeat(20_000),
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e𝕏',
  '__proto__',
  'constructor',
  "'; drop table users; --",
  '9'.repeat(5_000),
  '1e400',
  '-0',
  'NaN',
  '0000-00-00',
  '2026-02-30',
  '99999-01-01',
  [],
  [[]],
  {},
  { key: null },
  { key: { key: 1 }, value: [] },
  { value: 'User' },
  { toString: 1, valueOf: null },
];

/** The service refuses what is neither text nor number before it asks its database, so one engine proves those. */
const ODD_HERE = ON_POSTGRES
  ? ODD.filter((value) => ['string', 'number'].includes(typeof value))
  : ODD;

const record = async (path: string) => {
  const { content } = await admin.json(path);
  return content[0];
};
const user = await admin.json('user/P1002');
const customer = await admin.json(`customers/${(await record('customers?size=1')).id}`);
const markup = await record('fuel-customer-markups?size=1');
const company = {
  companyName: 'Odd Haulage',
  firstName: 'Rae',
  lastName: 'Quist',
  email: 'odd@odd.test',
  phone: '7055550177',
  address1: '1 Main Street',
  address2: '',
  country: 'CA',
  state: 'ON',
  city: 'Sudbury',
  postalCode: 'P3E 3Z9',
  pwd: 'Haul-away-7-quist',
  documentEmail: 'odd@odd.test',
  businessType: 68,
  planType: 34,
  validTill: '2030-12-31',
};

const CALLS: readonly (readonly [name: string, path: string, method: string, body: any])[] = [
  [
    'a new user',
    'users',
    'POST',
    { ...user, email: 'odd@forecourt.test', password: 'Odd-haulage-7' },
  ],
  ['a user', `user/${user.id}`, 'PUT', user],
  ['a customer', `customers/${customer.id}`, 'PUT', customer],
  ['a company', 'fuel-company/register', 'POST', company],
  ['a new markup', 'fuel-customer-markups', 'POST', markup],
  ['a markup', 'fuel-customer-markups', 'PUT', markup],
];

describe.each(CALLS)('no body makes a 5xx: %s', (_, path, method, body) => {
  const fields = [...Object.keys(body), 'rights', '__proto__', 'constructor', 'unknown'];

  it('each field with each odd value, alone in the whole record', async () => {
    const failed: unknown[] = [];
    for (const field of sampleOf(fields, 5, (name) => `${path} ${name}`)) {
      for (const value of ODD_HERE) {
        const text = `{${Object.entries({ ...body, [field]: undefined })
          .filter(([name, own]) => own !== undefined && name !== field)
          .map(([name, own]) => `${JSON.stringify(name)}:${JSON.stringify(own)}`)
          .concat(`${JSON.stringify(field)}:${JSON.stringify(value)}`)
          .join()}}`;
        const answer = await admin.call(path, {
          method,
          body: text,
          headers: { 'content-type': 'application/json' },
        });
        if (answer.status >= 500) failed.push([field, String(JSON.stringify(value)).slice(0, 40)]);
      }
    }
    expect(failed).toEqual([]);
  });

  it('any JSON in any field', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom(...fields), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 4 }),
        async (odd) => {
          const sent = JSON.stringify({ ...body, ...odd });
          const answer = await admin.call(path, {
            method,
            body: sent,
            headers: { 'content-type': 'application/json' },
          });
          expect([sent, answer.status < 500]).toEqual([sent, true]);
        },
      ),
      { numRuns: ON_POSTGRES ? 50 : 150, seed: 20_261_122 },
    );
  });
});

describe('no address makes a 5xx', () => {
  it.each(['user', 'users', 'customers'])('%s/…', async (path) => {
    for (const id of [
      '0',
      '-1',
      '1.5',
      '99999999999999999999',
      '%00',
      'a%00b',
      '%F0%9F%92%A9',
      '%ED%A0%80',
      '..%2f..',
      '%',
      "1'--",
    ]) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const call = method === 'PUT' ? { method, body: {} } : { method };
        const { status } = await admin.call(`${path}/${id}`, call);
        expect([method, id, status < 500]).toEqual([method, id, true]);
      }
    }
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
