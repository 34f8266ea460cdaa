import { describe, expect, it, vi } from 'vitest';
import { can } from '../permissions/index.ts';
import { listRows } from '../resource/resource-client.ts';
import { cards } from '../resources/cards/cards.resource.ts';
import { memoryStore } from '../session/create-session.ts';
import type { SessionState } from '../session/session.types.ts';
import { createFakeTransport, type FakeAnswer, type FakeRoute } from '../testing/fake-transport.ts';
import { ALL_SCREENS, FAKE_BASE_URL, problem, signedInState } from '../testing/fixtures.ts';
import { createClient } from './client.ts';
import { loadAccess } from './load-access.ts';
import { signIn, signOut } from './sign-in.ts';

const credentials = { email: 'ada@forecourt.test', password: 'Pa55-word' };

function service(routes: readonly FakeRoute[], state?: SessionState) {
  const transport = createFakeTransport(routes);
  const store = memoryStore(state);
  const onSessionEnded = vi.fn();
  const client = createClient({
    baseUrl: FAKE_BASE_URL,
    fetch: transport.fetch,
    store,
    onSessionEnded,
    sleep: async () => undefined,
  });
  return { client, onSessionEnded, store, transport };
}

describe('signIn', () => {
  const login = (answer: FakeAnswer, state?: SessionState) =>
    service(
      [
        { match: 'POST login', answer },
        { match: 'GET screens', answer: { json: [{ code: 'FT', read: true }] } },
      ],
      state,
    );
  const accepted = { json: { APIResult: 1 }, headers: { authorization: 'Bearer new' } };

  it('AUTH-02 sends username and password without authorization, and stores the complete header', async () => {
    const { client, store, transport } = login(accepted, signedInState());
    await signIn(client, credentials);
    expect(transport.calls[0]).toMatchObject({
      body: { username: 'ada@forecourt.test', password: 'Pa55-word' },
    });
    expect(transport.calls[0]?.headers.get('authorization')).toBeNull();
    expect(store.load()).toMatchObject({ authorization: 'Bearer new' });
    expect(store.load()).not.toHaveProperty('user');
  });

  it('ACC-08 loads the rights of the account, so that nothing is refused because they are missing', async () => {
    const { client } = login(accepted);
    await signIn(client, credentials);
    expect(can(client.session.access(), 'transactions.list')).toEqual({ allowed: true });
    expect(can(client.session.access(), 'cards.list')).toMatchObject({
      reason: { code: 'missing_right' },
    });
  });

  it.each([
    [
      429,
      '900',
      { detail: 'Too many failed sign-ins. Try again in 15 min.' },
      ['Too many failed sign-ins. Try again in 15 min.', undefined],
    ],
    [
      503,
      '30',
      { detail: 'The service is being restored.' },
      ['The service is being restored.', 'Try again in 30 s.'],
    ],
    [429, '900', undefined, ['Too many failed sign-ins.', 'Try again in 15 min.']],
    [503, '119', undefined, ['Signing in is not possible right now.', 'Try again in 119 s.']],
    [503, '121', undefined, ['Signing in is not possible right now.', 'Try again in 3 min.']],
    [503, undefined, undefined, ['Signing in is not possible right now.', undefined]],
  ] as const)(
    'AUTH-12 says when to retry: %i with Retry-After %s and %j',
    async (status, wait, said, [message, detail]) => {
      const headers = { ...(wait && { 'retry-after': wait }) };
      const { client } = login(
        said
          ? { status, headers, json: said }
          : { status, headers, body: '<html>A proxy says no.' },
      );
      const error: unknown = await signIn(client, credentials).catch((caught) => caught);
      expect(error).toMatchObject({ status, code: `http_${status}`, message });
      expect((error as { detail?: string }).detail).toBe(detail);
    },
  );

  it('ACC-08 stays signed in when the rights alone could not be loaded, and says so', async () => {
    const { client } = service([
      { match: 'POST login', answer: accepted },
      { match: 'GET screens', answer: [{ status: 500 }, { json: [{ code: 'FT', read: true }] }] },
    ]);
    await expect(signIn(client, credentials)).rejects.toMatchObject({
      status: 500,
      operation: 'screens',
    });
    expect(client.session.authorization()).toBe('Bearer new');
    expect(can(client.session.access(), 'transactions.list')).toEqual({
      allowed: false,
      reason: {
        code: 'rights_not_loaded',
        message:
          'The rights of this account are not loaded yet. Load them (loadAccess), then try again.',
      },
    });
    await loadAccess(client);
    expect(can(client.session.access(), 'transactions.list')).toEqual({ allowed: true });
  });

  it('AUTH-02 checks only the header, whatever the body', async () => {
    const { client } = login({ body: '<html>', headers: { authorization: 'Bearer new' } });
    await signIn(client, credentials);
    expect(client.session.authorization()).toBe('Bearer new');
  });

  it.each([404, 405])('AUTH-02 says of a %i that the address may be wrong', async (status) => {
    const { client } = login(problem(status));
    await expect(signIn(client, credentials)).rejects.toMatchObject({
      code: 'invalid_credentials',
      message: 'Invalid Credential Please try again.',
      detail:
        'There may be no sign-in at this address: check the address of the service, too. It ends in the API’s path, such as /api/v1.',
    });
  });

  it.each([
    ['200 without the header', { json: { APIResult: 1 } }],
    ['200 with an empty header', { json: {}, headers: { authorization: '' } }],
    ['401', problem(401, { detail: 'no such user' })],
    ['400', problem(400)],
    ['403', { status: 403, body: '<html>' }],
  ] as const)("AUTH-02 answers %s with the specification's text", async (_, answer) => {
    const { client, onSessionEnded } = login(answer);
    await expect(signIn(client, credentials)).rejects.toMatchObject({
      kind: 'http',
      code: 'invalid_credentials',
      message: 'Invalid Credential Please try again.',
      outcome: 'none',
      retryable: false,
    });
    expect(client.session.current).toBeUndefined();
    expect(onSessionEnded).not.toHaveBeenCalled();
  });

  it.each([
    [
      'is away',
      { fault: 'refused' },
      { kind: 'network', message: 'Internal server error (login)' },
    ],
    ['fails', { status: 500 }, { status: 500, code: 'http_500' }],
    [
      'is a web page, of a network that wants a sign-in of its own',
      { headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<form>' },
      {
        code: 'unreadable',
        detail: expect.stringMatching(/^A web page came in place of the service's answer: /),
      },
    ],
    [
      'asks to wait',
      { status: 429, headers: { 'retry-after': '900' } },
      { status: 429, retryAfterMs: 900_000 },
    ],
  ] as const)(
    "ERR-01 doesn't report wrong credentials when the service %s",
    async (_, answer, error) => {
      const { client } = login(answer);
      await expect(signIn(client, credentials)).rejects.toMatchObject(error);
    },
  );

  it('keeps the session as it was when signing in fails', async () => {
    const { client } = login(problem(401), signedInState());
    await expect(signIn(client, credentials)).rejects.toThrow('Invalid Credential');
    expect(client.session.current).toEqual(signedInState());
  });

  it('AUTH-05 AUTH-11 signOut ends the authorization at the service, and clears everything', async () => {
    const { client, onSessionEnded, store, transport } = service(
      [{ match: 'POST logout', answer: { status: 204 } }],
      signedInState(),
    );
    expect(await signOut(client)).toBe(true);
    expect(store.load()).toBeUndefined();
    expect(transport.calls).toHaveLength(1);
    expect(transport.calls[0]?.headers.get('authorization')).toBe('Bearer fake-authorization');
    expect(onSessionEnded).not.toHaveBeenCalled();
  });

  it.each([
    ['is away', { fault: 'refused' }],
    ['has no such call', problem(404)],
    ['fails', { status: 500 }],
    ['knows the session no more', problem(401)],
    ['is slow', { status: 204, delayMs: 60_000 }],
    ['is a sign-in page', { headers: { 'content-type': 'text/html' }, body: '<form>' }],
  ] as const)('AUTH-11 signOut succeeds locally when the service %s', async (_, answer) => {
    const { client, store } = service([{ match: 'POST logout', answer }], signedInState());
    expect(await signOut(client, { timeoutMs: 50 })).toBe(false);
    expect(store.load()).toBeUndefined();
  });

  it('AUTH-11 signOut sends nothing without a session', async () => {
    const { client, transport } = service([]);
    expect(await signOut(client)).toBe(false);
    expect(transport.calls).toEqual([]);
  });
});

describe('loadAccess', () => {
  const user = { json: { APIResult: 1, id: 7, first_name: 'Ada', profileid: 'P7', more: 1 } };
  const company = { json: { id: '10', company_name: 'North Haul', company_logo: null } };
  const active = { json: { eligible: true, active: { id: 4, name: 'East' } } };
  const screens = { json: ALL_SCREENS };

  function signedIn(
    answers: Partial<Record<'user' | 'company' | 'screens' | 'active', FakeAnswer>> = {},
  ) {
    return service(
      [
        { match: 'GET profile/user', answer: answers.user ?? user },
        { match: 'GET profile/company', answer: answers.company ?? company },
        { match: 'GET screens', answer: answers.screens ?? screens },
        { match: 'GET switch/active', answer: answers.active ?? active },
      ],
      { authorization: 'Bearer a' },
    );
  }

  it('AUTH-04 loads profile, company, screens and eligibility in parallel, and stores them', async () => {
    const { client, store, transport } = signedIn({ screens: { ...screens, delayMs: 20 } });
    const state = await loadAccess(client);
    expect(state).toMatchObject({
      authorization: 'Bearer a',
      user: { id: '7', firstName: 'Ada', profileId: 'P7', lastName: '', eligibleForSwitch: false },
      company: { id: '10', name: 'North Haul', logo: '' },
      switchEligible: true,
      actingFor: { id: '4', name: 'East' },
      access: { cards: { read: true, delete: true } },
    });
    expect(store.load()).toEqual(state);
    expect(transport.calls.map(({ path }) => path).sort()).toEqual([
      'profile/company',
      'profile/user',
      'screens',
      'switch/active',
    ]);
    expect(transport.calls.find(({ path }) => path === 'screens')?.query.get('app')).toBe('FF');
  });

  it.each([0, 40])(
    'ACC-04 knows a company’s user, the company %i ms after the screens began',
    async (delayMs) => {
      const own = { ...company.json, is_provider: false };
      const { client } = signedIn({
        screens: { ...screens, delayMs: 20 },
        company: { json: own, delayMs },
      });
      expect(await loadAccess(client)).toMatchObject({
        company: { id: '10', ofProvider: false },
        access: { cards: { read: true }, ofCompany: true },
      });
    },
  );

  it('AUTH-04 starts all four before the first response', async () => {
    const { client, transport } = signedIn({
      user: { ...user, delayMs: 400 },
      company: { ...company, delayMs: 400 },
      screens: { ...screens, delayMs: 400 },
    });
    const loading = loadAccess(client);
    await vi.waitFor(() => expect(transport.calls).toHaveLength(4), { timeout: 350, interval: 5 });
    await loading;
  });

  it.each(['user', 'company', 'active'] as const)(
    'AUTH-04 continues when %s fails',
    async (name) => {
      const { client } = signedIn({ [name]: { status: 500 } });
      const state = await loadAccess(client);
      expect(state.access?.cards?.read).toBe(true);
      expect(state).not.toHaveProperty(
        { user: 'user', company: 'company', active: 'switchEligible' }[name],
      );
    },
  );

  it('AUTH-04 continues once the screens have arrived, and adds a late profile', async () => {
    const { client } = signedIn({ user: { ...user, delayMs: 1500 } });
    const started = performance.now();
    const state = await loadAccess(client);
    expect(performance.now() - started).toBeLessThan(1300);
    expect(state).toMatchObject({ company: { id: '10' } });
    expect(state.user).toBeUndefined();
    await vi.waitFor(() => expect(client.session.current?.user?.id).toBe('7'), { timeout: 4000 });
  });

  it.each([
    ['fail', { status: 500 }, { status: 500, operation: 'screens' }],
    ['are no list', { json: { content: [] } }, { kind: 'schema' }],
  ] as const)('AUTH-04 fails when the screens %s', async (_, answer, error) => {
    const { client } = signedIn({ screens: answer });
    await expect(loadAccess(client)).rejects.toMatchObject(error);
    expect(client.session.access()).toEqual({});
  });

  it('ACC-01 reads screens leniently: malformed entries and missing flags grant nothing', async () => {
    const odd = [null, { name: 'x' }, { code: 'FCM', read: true, create: 'yes' }, { code: 'NEW' }];
    const { client } = signedIn({ screens: { json: odd } });
    const { access, screens: kept } = await loadAccess(client);
    expect(access?.cards).toEqual({
      read: true,
      create: false,
      update: false,
      delete: false,
      download: false,
    });
    expect(kept?.map(({ code }) => code)).toEqual(['FCM', 'NEW']);
  });

  it('AUTH-08 treats a 403 on switch/active as not eligible, without an error', async () => {
    const { client, onSessionEnded } = signedIn({ active: problem(403) });
    expect(await loadAccess(client)).toMatchObject({ switchEligible: false });
    expect(client.session.current?.actingFor).toBeUndefined();
    expect(onSessionEnded).not.toHaveBeenCalled();
  });

  it('AUTH-08 asks a refused account again in its session only if its profile has become eligible', async () => {
    const may = { json: { ...user.json, isUserEligibleForAccountSwitch: true } };
    const answers = { user: user as FakeAnswer, active: problem(403) };
    const { client, transport } = service(
      [
        { match: 'GET profile/user', answer: () => answers.user },
        { match: 'GET profile/company', answer: company },
        { match: 'GET screens', answer: screens },
        { match: 'GET switch/active', answer: () => answers.active },
      ],
      { authorization: 'Bearer a' },
    );
    const asked = () => transport.calls.filter(({ path }) => path === 'switch/active').length;
    await loadAccess(client);
    await loadAccess(client);
    expect(asked()).toBe(1);
    expect(client.session.current).toMatchObject({ switchEligible: false });
    answers.user = may;
    await loadAccess(client);
    expect(asked()).toBe(2);
    expect(client.session.current).toMatchObject({ switchEligible: false });
    answers.active = active;
    expect(await loadAccess(client)).toMatchObject({ switchEligible: true });
  });

  it('AUTH-07 clears the account acted for when the service names none', async () => {
    const { client } = signedIn({ active: { json: { eligible: true, active: null } } });
    client.session.update({ actingFor: { id: '4', name: 'East' } });
    const state = await loadAccess(client);
    expect(state.switchEligible).toBe(true);
    expect(state).not.toHaveProperty('actingFor');
  });

  it('PROF-01 keeps no profile whose APIResult is not 1', async () => {
    const { client } = signedIn({ user: { json: { APIResult: 0, id: 7 } } });
    expect(await loadAccess(client)).not.toHaveProperty('user');
  });

  it('never stores a previous session’s responses in a newer one', async () => {
    const { client } = signedIn({ screens: { ...screens, delayMs: 20 } });
    const loading = loadAccess(client);
    client.session.update({ authorization: 'Bearer b' });
    await expect(loading).rejects.toMatchObject({ code: 'not_signed_in' });
    expect(client.session.current).toEqual({ authorization: 'Bearer b' });
  });

  it('AUTH-09 ends the session at a 401', async () => {
    const { client, onSessionEnded, store } = signedIn({ screens: problem(401) });
    await expect(loadAccess(client)).rejects.toMatchObject({ status: 401 });
    expect(store.load()).toBeUndefined();
    expect(onSessionEnded).toHaveBeenCalledTimes(1);
  });
});

describe('a client', () => {
  it('AUTH-09 ends the session at any 401, and reports the operation', async () => {
    const { client, onSessionEnded, store } = service(
      [
        {
          match: 'GET fuel-card-management',
          answer: problem(401, { detail: 'This session ended after 8 h without a call.' }),
        },
      ],
      signedInState(),
    );
    await expect(listRows(client, cards, { page: 0, size: 10, filters: [] })).rejects.toMatchObject(
      { status: 401 },
    );
    expect(store.load()).toBeUndefined();
    expect(client.session.access()).toBeUndefined();
    expect(onSessionEnded.mock.calls).toEqual([
      [
        'cards.list',
        expect.objectContaining({ message: 'This session ended after 8 h without a call.' }),
      ],
    ]);
  });
});
