import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../src/index.ts';
import { ADMIN, Client, openSandbox, signIn } from './helpers.ts';

const THIEF = 'second@forecourt.test';
const FORMER = 'Fleet-Harbour-19';
const FRESH = 'Quiet-Orchard-42';

const SECOND = {
  first_name: 'Sam',
  last_name: 'Reed',
  email: THIEF,
  phone: '7055550199',
  role: 'Admin',
  company: '',
  country: 'CA',
  province: 'ON',
  city: 'Sudbury',
  password: FORMER,
};

/** A sandbox with a second administrator, whose password is FORMER. */
async function openOffice() {
  const sandbox = await openSandbox({ seed: 'demo', passwordCost: 4 });
  const admin = await signIn(sandbox, ADMIN);
  const answer = await admin.call('users', { body: SECOND });
  expect(answer.status).toBe(201);
  const { id } = (await answer.json()) as { id: number };
  return { sandbox, admin, id };
}

async function signInWith(sandbox: Sandbox, password: string): Promise<Client> {
  const out = new Client(sandbox.fetch, undefined);
  const answer = await out.call('login', { body: { username: THIEF, password } });
  expect(answer.status).toBe(200);
  return out.as(answer.headers.get('authorization') ?? '');
}

const isLive = async (client: Client): Promise<boolean> =>
  (await client.call('profile/user')).status === 200;

const given = (client: Client, answer: Response): Client[] => {
  const authorization = answer.headers.get('authorization');
  return answer.status === 200 && authorization ? [client.as(authorization)] : [];
};

/** Switches to and fro with a stolen authorization until it is refused, or until `stop`; then the last one held. */
function keepSwitching(stolen: Client) {
  let over = false;
  const run = (async () => {
    let client = stolen;
    for (let turn = 0; !over; turn += 1) {
      // Calls of this process answer without a pause in which anyone else could act.
      await new Promise((resolve) => setImmediate(resolve));
      const answer = await client.call(turn % 2 === 0 ? 'switch/2' : 'switch/manager');
      const [next] = given(client, answer);
      if (!next) return client;
      client = next;
    }
    return client;
  })();
  return {
    stop: () => {
      over = true;
      return run;
    },
  };
}

/** Long enough for the thief to be in the middle of its switches. */
const underWay = () => new Promise((resolve) => setTimeout(resolve, 40));

describe('a stolen authorization that keeps switching', () => {
  it('AUTH-11 USER-08 is over with a new password', async () => {
    const { sandbox } = await openOffice();
    const thief = keepSwitching(await signInWith(sandbox, FORMER));
    const owner = await signInWith(sandbox, FORMER);
    await underWay();
    const answer = await owner.call('profile/password', {
      method: 'PUT',
      body: { current: FORMER, password: FRESH },
    });
    expect(answer.status).toBe(204);
    expect(await isLive(await thief.stop())).toBe(false);
    expect(await isLive(owner)).toBe(true);
  });

  it('AUTH-11 is ended by its id in the list, under which it stays', async () => {
    const { sandbox } = await openOffice();
    const thief = keepSwitching(await signInWith(sandbox, FORMER));
    const owner = await signInWith(sandbox, FORMER);
    await underWay();
    const list = (await (await owner.call('sessions')).json()) as {
      id: string;
      current: boolean;
    }[];
    const others = list.filter(({ current }) => !current);
    expect(others.length).toBe(1);
    const answer = await owner.call(`sessions/${others[0]?.id}`, { method: 'DELETE' });
    expect(answer.status).toBe(204);
    expect(await isLive(await thief.stop())).toBe(false);
  });

  it('USER-09 AUTH-11 does not keep an administrator from moving the account to a company', async () => {
    const { admin, id, sandbox } = await openOffice();
    const thief = keepSwitching(await signInWith(sandbox, FORMER));
    await underWay();
    const answer = await admin.call(`user/${id}`, {
      method: 'PUT',
      body: { ...SECOND, password: undefined, role: 'User', company: 'North Haul Carriers Ltd.' },
    });
    expect(answer.status).toBe(200);
    expect(await isLive(await thief.stop())).toBe(false);
  });
});

describe('one authorization in several calls at once', () => {
  it('AUTH-11 leaves no session behind a sign-out', async () => {
    const { sandbox } = await openOffice();
    for (let round = 0; round < 5; round += 1) {
      const client = await signInWith(sandbox, FORMER);
      const answers = await Promise.all([
        client.call('switch/4'),
        client.call('logout', { method: 'POST' }),
        client.call('switch/5'),
        client.call('switch/6'),
      ]);
      const opened = answers.flatMap((answer) => given(client, answer));
      const live = await Promise.all(opened.map(isLive));
      const signedOut = answers[1].status === 204;
      expect(answers.map(({ status }) => status).filter((one) => one >= 500)).toEqual([]);
      expect(live.filter(Boolean).length).toBeLessThanOrEqual(signedOut ? 0 : 1);
    }
  });

  it('AUTH-11 signs out twice as well as once: the later one may find the session over', async () => {
    const { sandbox } = await openOffice();
    const client = await signInWith(sandbox, FORMER);
    const answers = await Promise.all([1, 2].map(() => client.call('logout', { method: 'POST' })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(204);
    expect(statuses.filter((status) => ![204, 401].includes(status))).toEqual([]);
    expect(await isLive(client)).toBe(false);
  });

  it('AUTH-11 leaves one session after switches to several companies', async () => {
    const { sandbox } = await openOffice();
    const client = await signInWith(sandbox, FORMER);
    const answers = await Promise.all([1, 2, 3, 4].map((id) => client.call(`switch/${id}`)));
    const opened = answers.flatMap((answer) => given(client, answer));
    expect(opened.length).toBe(1);
    expect(answers.filter(({ status }) => status === 401).length).toBe(3);
    expect(await isLive(opened[0] as Client)).toBe(true);
  });
});

it('USER-08 AUTH-11 whoever signs in with the former password while it is changed gets no session', async () => {
  const { sandbox } = await openOffice();
  const owner = await signInWith(sandbox, FORMER);
  const out = new Client(sandbox.fetch, undefined);
  const signIns = Array.from({ length: 2 }, () =>
    out.call('login', { body: { username: THIEF, password: FORMER } }),
  );
  const changed = owner.call('profile/password', {
    method: 'PUT',
    body: { current: FORMER, password: FRESH },
  });
  const answers = await Promise.all(signIns);
  expect((await changed).status).toBe(204);
  const opened = answers.flatMap((answer) => given(out, answer));
  expect((await Promise.all(opened.map(isLive))).filter(Boolean)).toEqual([]);
  expect(await isLive(owner)).toBe(true);
});
