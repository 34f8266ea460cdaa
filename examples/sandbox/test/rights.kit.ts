// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
import { expect } from 'vitest';
import { ADMIN, Client, openSandbox, signIn } from './helpers.ts';

export const NORTH_HAUL = 'North Haul Carriers Ltd.';
export const OWN_PASSWORD = 'Haul-away-77';

/** The body of a new user of staff without any right. */
export const user = (email: string, more: object = {}) => ({
  first_name: 'Ines',
  last_name: 'Okafor',
  email,
  phone: '7055550188',
  password: OWN_PASSWORD,
  role: 'User',
  company: '',
  country: 'CA',
  province: 'ON',
  city: 'Sudbury',
  ...more,
});
export const put = (client: Client, id: number, body: object) =>
  client.call(`user/${id}`, { method: 'PUT', body });
export const remove = (client: Client, id: number) =>
  client.call(`users/${id}`, { method: 'DELETE' });

/** A sandbox with an Admin signed in, who makes people and reads their rights. */
export async function openPeople() {
  const sandbox = await openSandbox();
  const admin = await signIn(sandbox, ADMIN);
  const out = new Client(sandbox.fetch, undefined);
  const login = async (username: string, password = OWN_PASSWORD) => {
    const answer = await out.call('login', { body: { username, password } });
    expect(answer.status).toBe(200);
    return out.as(answer.headers.get('authorization') ?? '');
  };
  const make = async (email: string, more: object = {}, as: Client = admin) => {
    const answer = await as.call('users', { body: user(email, more) });
    const body = await answer.json();
    expect([answer.status, body.detail]).toEqual([201, undefined]);
    return { id: body.id as number, body, client: await login(email) };
  };
  /** 'FCM crux'. */
  const rightsOf = async (id: number): Promise<string[]> =>
    (await admin.json(`user/${id}`)).rights.map((one: any) => {
      const letters = [
        ['c', one.create],
        ['r', one.read],
        ['u', one.update],
        ['d', one.delete],
        ['x', one.download],
      ];
      const held = letters.flatMap(([letter, on]) => (on === true ? [letter] : []));
      return `${one.code} ${held.join('')}`;
    });
  return { sandbox, admin, out, login, make, rightsOf };
}
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
