import { describe, expect, it } from 'vitest';
import { ADMIN, openSandbox, signIn } from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);

const pointers = async (path: string, body: unknown, method = 'PUT') => {
  const answer = await admin.call(path, { method, body });
  const { errors = [] } = (await answer.json()) as any;
  return [answer.status, errors.map(({ pointer }: any) => pointer)];
};

describe('an address that does not exist', () => {
  it('WIRE-05 a customer’s city is of its province, and its province of its country', async () => {
    const { content } = await admin.json('customers/?size=50');
    const row = content.find(
      (one: any) => one.billing_country === 'CA' && one.billing_state && one.billing_city,
    );
    const path = `customers/${row.id}`;
    expect(await pointers(path, { billing_country: 'US', billing_state: 'OH' })).toEqual([
      422,
      ['/billing_city'],
    ]);
    expect(await pointers(path, { billing_country: 'US' })).toEqual([
      422,
      ['/billing_state', '/billing_city'],
    ]);
    expect(
      await pointers(path, { billing_country: 'US', billing_state: '', billing_city: '' }),
    ).toEqual([200, []]);
    expect((await admin.json(path)).billing_state).toBe('');
  });

  it('WIRE-05 a user’s city is of its province, and its province of its country', async () => {
    const made = await admin.json('users', {
      body: {
        ...{ first_name: 'Ada', last_name: 'Moved', email: 'ada.moved@forecourt.test' },
        ...{ phone: '7055550188', password: 'Haul-away-77', role: 'User' },
        ...{ country: 'CA', province: 'ON', city: 'Sudbury' },
      },
    });
    const path = `user/${made.id}`;
    expect(await pointers(path, { country: 'US', province: 'OH' })).toEqual([422, ['/city']]);
    expect(await pointers(path, { country: 'US' })).toEqual([422, ['/province', '/city']]);
    expect(await pointers(path, { first_name: 'Unmoved' })).toEqual([200, []]);
    expect((await admin.json(path)).city).toMatchObject({ key: 'Sudbury' });
  });

  it('WIRE-05 a company registered in a city of another province is refused at the city', async () => {
    const company = {
      ...{ companyName: 'Nowhere Haulage', firstName: 'Ann', lastName: 'Lee' },
      ...{ email: 'ann@nowhere.test', phone: '7055550142', address1: '1 Main Street' },
      ...{ country: 'US', state: 'OH', city: 'Sudbury', postalCode: '44101' },
      pwd: 'a long enough passphrase 7',
    };
    expect(await pointers('fuel-company/register', company, 'POST')).toEqual([422, ['/city']]);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: as above
