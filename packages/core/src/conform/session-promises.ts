import {
  activeSchema,
  companySchema,
  screensSchema,
  userSchema,
} from '../client/account.schema.ts';
import { getOptions } from '../client/options.ts';
import { getProfile } from '../client/profile.ts';
import { getSessions } from '../client/sessions.ts';
import { getViews } from '../client/views.ts';
import type { Call } from '../http/http.types.ts';
import { ApiError } from '../http/outcome.ts';
import { toMenuAccess } from '../permissions/index.ts';
import { type Bench, type Caller, unchecked } from './bench.ts';
import type { ConformAccount, ContractPromise, Exchange } from './conform.types.ts';

const SESSION_FIX =
  'Answer POST login {username, password} with 200, {"APIResult": 1} and the header authorization: Bearer …; the client sends its value back as it is.';

/** Signs in and returns the answer. */
export const logIn = (bench: Bench, email: string, password: string): Promise<Exchange> =>
  bench.send(
    { method: 'POST', path: 'login', json: { username: email, password }, safe: true },
    { as: null },
  );

const get = (path: string, query?: Call['query']) =>
  ({ operation: `GET ${path}`, method: 'GET', path, ...(query && { query }) }) as const;

/** Loads what the backend says an account may do; undefined if it doesn't say. */
async function accessOf(bench: Bench, authorization: string): Promise<Caller['access']> {
  const screens = await bench.send(get('screens', [['app', 'FF']]), { as: authorization });
  const company = await bench.send(get('profile/company'), { as: authorization });
  const read = screensSchema['~standard'].validate(screens.json);
  const of = companySchema['~standard'].validate(company.json);
  const [known, profile] = await Promise.all([read, of]);
  if (screens.status !== 200 || known.issues) return undefined;
  return toMenuAccess(known.value, profile.issues ? undefined : profile.value);
}

/** A backend is right to refuse wrong credentials: the run can't begin. */
const refusedSignIn = (email: string, { error, status }: Exchange): ApiError =>
  new ApiError({
    ...{ kind: 'http', operation: 'login', status, code: 'invalid_credentials' },
    message: `The backend refuses to sign in ${email} (${status})`,
    detail: status === 429 ? error?.message : undefined,
  });

/** Makes an account ready to call, by its authorization or by signing in. */
async function enter(bench: Bench, account: ConformAccount): Promise<Caller | undefined> {
  if ('authorization' in account) {
    bench.secrets.push(account.authorization);
    const { authorization } = account;
    return { authorization, access: await accessOf(bench, authorization) };
  }
  bench.secrets.push(account.password);
  const answer = await logIn(bench, account.email, account.password);
  const authorization = answer.headers.get('authorization') ?? '';
  if (authorization !== '') bench.secrets.push(authorization);
  if (answer.status === 401 || answer.status === 429) throw refusedSignIn(account.email, answer);
  const fix = SESSION_FIX;
  if (answer.status !== 200 || authorization === '') {
    const expected = `status 200 and an authorization header for ${account.email}`;
    const received = answer.status === 200 ? 'status 200 without the header' : undefined;
    bench.broken(answer, { requirement: 'AUTH-02', expected, fix, ...(received && { received }) });
    return undefined;
  }
  if (!/^Bearer \S+$/.test(authorization)) {
    bench.broken(answer, {
      ...{ requirement: 'WIRE-03', expected: 'the header authorization: Bearer …', fix },
      received: 'another form of authorization',
    });
  }
  return { authorization, access: await accessOf(bench, authorization) };
}

async function signIn(bench: Bench): Promise<void> {
  bench.account = await enter(bench, bench.options.account);
  if (bench.options.limited) bench.limited = await enter(bench, bench.options.limited);
  const { account } = bench;
  if (account === undefined) return;
  const again = await bench.send(get('screens', [['app', 'FF']]));
  if (again.status === 401) {
    bench.broken(again, {
      ...{ requirement: 'WIRE-03', expected: 'the authorization to be accepted' },
      fix: 'Accept the value that login answered, whole, in the authorization header.',
    });
    bench.account = undefined;
  }
}

/** Everything that a client asks right after signing in. */
async function account(bench: Bench): Promise<void> {
  const requirement = 'AUTH-04';
  await bench.read('GET profile/user', { requirement }, async ({ http }) => {
    await http.json(get('profile/user'), userSchema);
  });
  await bench.read('GET profile/user', { requirement }, (client, signal) =>
    getProfile(client, signal),
  );
  const company = await bench.read('GET profile/company', { requirement }, ({ http }) =>
    http.json(get('profile/company'), companySchema),
  );
  if (company?.data.id === '') bench.notes.push('GET profile/company says no id.');
  const screens = await bench.read('GET screens', { requirement: 'ACC-01' }, ({ http }) =>
    http.json(get('screens', [['app', 'FF']]), screensSchema),
  );
  if (screens?.data.length === 0) {
    bench.notes.push(
      'The account has no screens, so almost nothing can be checked: choose one with more rights.',
    );
  }
  const eligible = await bench.read(
    'GET switch/active',
    { requirement: 'AUTH-08', alsoRight: [403] },
    ({ http }) => http.json(get('switch/active'), activeSchema),
  );
  if (eligible?.data.eligible) {
    await bench.read('GET switch/manage', { requirement: 'AUTH-08' }, (client, signal) =>
      getOptions(client, 'switchAccounts', [], signal),
    );
  }
  await bench.read('GET sessions', { requirement: 'AUTH-11', optional: true }, getSessions);
  await bench.read('GET views', { requirement: 'LIST-15', optional: true }, (client, signal) =>
    getViews(client, undefined, signal),
  );
}

async function refusedCredentials(bench: Bench): Promise<void> {
  // An account that nobody has, so that no real one comes nearer to its limit of attempts.
  const answer = await logIn(bench, 'nobody@forecourt-conform.invalid', 'not-a-password');
  if (answer.status === 429) return unchecked('the backend limits sign-ins at the moment (429)');
  if (answer.status === 401 && !answer.headers.has('authorization')) return;
  bench.broken(answer, {
    requirement: 'AUTH-02',
    expected: 'status 401 and no authorization header for an account that does not exist',
    fix: 'Refuse unknown accounts and wrong passwords with 401, both in the same words.',
  });
}

/** The account's credentials; a check that needs a session of its own can't use a given authorization. */
function credentials({ options }: Bench): { readonly email: string; readonly password: string } {
  if ('email' in options.account) return options.account;
  return unchecked('it needs to sign in: give the account by e-mail and password');
}

/** A further session, so that the run's own stays. */
async function anotherSession(bench: Bench): Promise<string> {
  const { email, password } = credentials(bench);
  const answer = await logIn(bench, email, password);
  const authorization = answer.headers.get('authorization');
  if (!authorization) return unchecked(`a second sign-in was refused (${answer.status})`);
  bench.secrets.push(authorization);
  return authorization;
}

const leave = (bench: Bench, as: string) => bench.send({ method: 'POST', path: 'logout' }, { as });

async function endedSession(bench: Bench): Promise<void> {
  const authorization = await anotherSession(bench);
  const ended = await leave(bench, authorization);
  if (ended.status === 404) {
    bench.notes.push('POST logout is not offered (404): clients only forget the authorization.');
    return;
  }
  const requirement = 'AUTH-11';
  if (ended.status !== 204) {
    bench.broken(ended, {
      ...{ requirement, expected: 'status 204' },
      fix: 'Answer POST logout with 204 and end the authorization that it carries.',
    });
    return;
  }
  const after = await bench.send(get('screens', [['app', 'FF']]), { as: authorization });
  if (after.status === 401) return;
  bench.broken(after, {
    ...{ requirement, expected: 'status 401 for an authorization that POST logout has ended' },
    fix: 'Look each authorization up where sessions are kept: one that is over, or expired, is refused with 401.',
  });
}

async function switching(bench: Bench): Promise<void> {
  const authorization = await anotherSession(bench);
  const managed = await bench.send(get('switch/manage'), { as: authorization });
  const [first] = Array.isArray(managed.json) ? managed.json : [];
  if (managed.status !== 200 || first?.id === undefined) {
    await leave(bench, authorization);
    return unchecked('the account may not switch to another one');
  }
  const fix =
    'Answer GET switch/{id} and GET switch/manager with {id, name} and a new authorization header.';
  let as = authorization;
  for (const path of [`switch/${encodeURIComponent(first.id)}`, 'switch/manager']) {
    const answer = await bench.send(get(path), { as });
    const next = answer.headers.get('authorization');
    if (answer.status !== 200 || !next) {
      const expected = 'status 200 with {id, name} and an authorization header';
      bench.broken(answer, { requirement: 'AUTH-06', expected, fix });
      break;
    }
    bench.secrets.push(next);
    as = next;
  }
  await leave(bench, as);
}

/** Promises about signing in and sessions. */
export const SESSION_PROMISES: readonly ContractPromise[] = [
  {
    id: 'sign-in',
    title: 'Signing in answers with an authorization, which later calls carry',
    requirements: ['AUTH-02', 'WIRE-03'],
    check: signIn,
  },
  {
    id: 'account',
    title: 'Profile, company, screens and eligibility can be read',
    requirements: ['AUTH-04', 'ACC-01', 'AUTH-08', 'AUTH-11', 'LIST-15'],
    needs: ['sign-in'],
    check: account,
  },
  {
    id: 'refused-credentials',
    title: 'Wrong credentials are refused with 401',
    requirements: ['AUTH-02'],
    check: refusedCredentials,
  },
  {
    id: 'ended-session',
    title: 'An authorization that is over is refused with 401',
    requirements: ['AUTH-11'],
    needs: ['sign-in'],
    check: endedSession,
  },
  {
    id: 'switching',
    title: 'Switching accounts answers with a new authorization, and leads back',
    requirements: ['AUTH-06'],
    needs: ['sign-in'],
    check: switching,
  },
];
