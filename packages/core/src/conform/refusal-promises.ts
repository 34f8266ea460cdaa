import { ACTIONS, can } from '../permissions/index.ts';
import { type Bench, unchecked } from './bench.ts';
import type { ContractPromise, Exchange, PlainCall } from './conform.types.ts';
import { type ContractCall, contractCalls, isReading, nameOf } from './contract-calls.ts';

/** No record has this id. */
export const NO_ID = '987654321';
const UNKNOWN_TOKEN = 'Bearer forecourt-conform-unknown';

/** Parameters without which some calls say nothing of rights. */
const QUERIES: Readonly<Record<string, NonNullable<PlainCall['query']>>> = {
  screens: [['app', 'FF']],
  types: [['type', 'TAX_TYPE']],
  places: [['input', 'a']],
};

/** A call of the table with ids that no record has, and an empty body: refused by all who get as far. */
export function emptyCall(call: ContractCall): PlainCall {
  const path = call.path.replace(/\{\w+\}/g, NO_ID);
  const query = QUERIES[call.path];
  return {
    ...{ method: call.method, path },
    ...(query && { query }),
    ...((call.method === 'POST' || call.method === 'PUT') && { json: {} }),
    ...(call.safe && { safe: true }),
  };
}

const sent = async ({ options }: Bench): Promise<readonly ContractCall[]> =>
  (await contractCalls()).filter((call) => isReading(call) || options.allowWrites === true);

/** Whether an answer may be missing for a call that not every backend has. */
const isAbsent = (call: ContractCall, { status }: Exchange): boolean =>
  call.optional === true && (status === 404 || status === 405);

async function unauthorized(bench: Bench): Promise<void> {
  const requirement = 'AUTH-09';
  const fix = 'Check the authorization before anything else, for every call but POST login.';
  for (const call of await sent(bench)) {
    const answer = await bench.send(emptyCall(call), { as: null });
    if (answer.status === 401 || isAbsent(call, answer)) continue;
    bench.broken(answer, { requirement, expected: 'status 401 without an authorization', fix });
  }
  const unknown = await bench.send(
    { method: 'GET', path: 'screens', query: [['app', 'FF']] },
    { as: UNKNOWN_TOKEN },
  );
  if (unknown.status === 401) return;
  const expected = 'status 401 for an authorization that the backend never gave out';
  bench.broken(unknown, { requirement, expected, fix });
}

/** The account that lacks rights, of those that were given. */
function withoutRights({ account, limited }: Bench) {
  const lacks = (caller: typeof account) =>
    caller?.access !== undefined && !can(caller.access, 'audit.list').allowed;
  const found = [limited, account].find(lacks);
  if (found) return found;
  return unchecked(
    limited || account?.access === undefined
      ? 'no given account lacks a right: give one that does'
      : 'the account has every right: give a second one that lacks some',
  );
}

async function forbidden(bench: Bench): Promise<void> {
  const caller = withoutRights(bench);
  const refused = (await sent(bench)).filter(
    ({ action }) => ACTIONS[action] !== 'session' && !can(caller.access, action).allowed,
  );
  const fix =
    'Refuse a missing right with 403, before the record is looked up. 401 would sign the user out, and 404 would hide why.';
  const absent: string[] = [];
  for (const call of refused) {
    const answer = await bench.send(emptyCall(call), { as: caller.authorization });
    if (answer.status === 403 || isAbsent(call, answer)) continue;
    // The account that checks everything else lacks the rights of menus that the backend may not have at all.
    if (answer.status === 404 && caller === bench.account) {
      absent.push(nameOf(call));
      continue;
    }
    const expected = `status 403: the account lacks the right (${call.action})`;
    bench.broken(answer, { requirement: 'ACC-04', expected, fix });
  }
  if (absent.length > 0) {
    bench.notes.push(
      `404 instead of 403, which is right for calls that you don’t have: ${absent.join(', ')}.`,
    );
  }
  const after = await bench.send(
    { method: 'GET', path: 'screens', query: [['app', 'FF']] },
    { as: caller.authorization },
  );
  if (after.status === 200) return;
  bench.broken(after, {
    requirement: 'ACC-04',
    expected: 'status 200: a refusal does not end the session',
    fix: 'Keep the session of who was refused a right.',
  });
}

/** What a refusal's document lacks; undefined if it is whole. */
function faultOf({ headers, json, status }: Exchange): string | undefined {
  const type = headers.get('content-type') ?? '';
  if (!/^application\/problem\+json\b/i.test(type)) return `${type || 'no content type'}`;
  const problem = (json ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof json !== 'object' || json === null) return 'a body that is no JSON object';
  if (typeof problem.title !== 'string' || problem.title === '') return 'no title';
  return problem.status === status ? undefined : `status ${String(problem.status)} in the document`;
}

/** Refusals of several kinds, as far as they can be caused by reading. */
async function someRefusals(bench: Bench): Promise<readonly Exchange[]> {
  const answers = [
    await bench.send({ method: 'GET', path: 'screens', query: [['app', 'FF']] }, { as: null }),
    await bench.send({ method: 'GET', path: 'forecourt-conform/no-such-call' }),
    await bench.send({ method: 'GET', path: 'fuel-card-management', query: [['page', 'x']] }),
    await bench.send({ method: 'GET', path: `fuel-card-management/${NO_ID}` }),
  ];
  return answers.filter(({ status = 0 }) => status >= 400);
}

async function problems(bench: Bench): Promise<void> {
  const fix =
    'Answer every refusal with application/problem+json {type, title, status, detail, requestId} (RFC 9457), also those that the framework makes.';
  for (const answer of await someRefusals(bench)) {
    const fault = faultOf(answer);
    if (fault === undefined) continue;
    bench.broken(answer, {
      ...{ requirement: 'ERR-01', fix, received: `status ${answer.status}, ${fault}` },
      expected: 'a problem document with title and status',
    });
  }
}

async function requestIds(bench: Bench): Promise<void> {
  const right = await bench.send({ method: 'GET', path: 'screens', query: [['app', 'FF']] });
  const answers = [right, ...(await someRefusals(bench))];
  for (const answer of answers) {
    if (answer.headers.get('x-request-id')) continue;
    bench.broken(answer, {
      ...{ requirement: 'ERR-01', expected: 'the header x-request-id' },
      received: `status ${answer.status} without it`,
      fix: 'Set x-request-id on every answer, refusals included: users report it, and you find the call in your log.',
    });
  }
}

/** Queries that nobody can mean. */
const MALFORMED: readonly PlainCall[] = [
  { method: 'GET', path: 'fuel-card-management', query: [['page', 'x']] },
  { method: 'GET', path: 'fuel-card-management', query: [['size', '-1']] },
  { method: 'GET', path: 'fuel-card-management', query: [['sort', 'no_such_field,asc']] },
  { method: 'GET', path: 'fuel-card-management', query: [['filter', 'no_such_field:1']] },
  { method: 'GET', path: 'fuel-card-management/%00' },
  { method: 'POST', path: 'fuel-card-management/search', json: [1], safe: true },
  { method: 'POST', path: 'fuel-card-management/search', json: { filters: 'x' }, safe: true },
];

async function malformedInput(bench: Bench): Promise<void> {
  if (!bench.may('cards.list')) unchecked('the account may not list cards');
  for (const call of MALFORMED) {
    const answer = await bench.send(call);
    const { status = 0 } = answer;
    if (status >= 400 && status < 500) continue;
    bench.broken(answer, {
      ...{ requirement: 'WIRE-06', expected: 'status 400 or 422, with what is wrong' },
      fix: 'Check parameters and bodies before using them; an unknown field or a number that is none is refused, not ignored, and never a 5xx.',
    });
  }
}

const EXPOSED = ['authorization', 'content-disposition', 'etag'];

async function exposedHeaders(bench: Bench): Promise<void> {
  const call = { method: 'GET', path: 'screens', query: [['app', 'FF']] } as const;
  const answer = await bench.send(call, { headers: { origin: 'https://portal.example' } });
  if (!answer.headers.has('access-control-allow-origin')) {
    bench.notes.push(
      'The backend allows no other origin: serve the portal from the same one as the API.',
    );
    return;
  }
  const exposed = (answer.headers.get('access-control-expose-headers') ?? '')
    .toLowerCase()
    .split(/\s*,\s*/);
  const missing = EXPOSED.filter((name) => !exposed.includes(name));
  if (missing.length === 0) return;
  bench.broken(answer, {
    requirement: 'WIRE-03',
    expected: `access-control-expose-headers with ${EXPOSED.join(', ')}`,
    received: `it lacks ${missing.join(', ')}`,
    fix: 'Expose them: scripts of another origin can’t read them otherwise. ("*" is not enough for authorization.)',
  });
}

/** Promises about who is refused, and how. */
export const REFUSAL_PROMISES: readonly ContractPromise[] = [
  {
    id: 'unauthorized',
    title: 'Every call without a valid authorization is refused with 401',
    requirements: ['AUTH-09'],
    check: unauthorized,
  },
  {
    id: 'forbidden',
    title: 'Every call without the right to it is refused with 403, and the session stays',
    requirements: ['ACC-04'],
    needs: ['sign-in'],
    check: forbidden,
  },
  {
    id: 'problems',
    title: 'Every refusal is a problem document',
    requirements: ['ERR-01'],
    check: problems,
  },
  {
    id: 'request-ids',
    title: 'Every answer carries x-request-id',
    requirements: ['ERR-01'],
    needs: ['sign-in'],
    check: requestIds,
  },
  {
    id: 'malformed-input',
    title: 'Malformed input is refused with 4xx',
    requirements: ['WIRE-06'],
    needs: ['sign-in'],
    check: malformedInput,
  },
  {
    id: 'exposed-headers',
    title: 'Scripts of another origin can read the headers that clients need',
    requirements: ['WIRE-03'],
    needs: ['sign-in'],
    check: exposedHeaders,
  },
];
