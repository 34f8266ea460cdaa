import { mkdirSync, writeFileSync } from 'node:fs';
import { PASSWORD } from '@forecourt/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOf, sampleSeed } from '../../../scripts/sample.ts';
import { TREE } from './command-tree.ts';
import { type Mode, openProxy } from './faulty-proxy.ts';
import {
  type Fixture,
  openFixture,
  openService,
  type Ran,
  type Service,
  textOf,
} from './fixture.ts';
import { isLocal, type Ready, readyCommands } from './ready-commands.ts';
import { readFacts } from './ready-facts.ts';

const PATIENCE = 240_000;
const TIMEOUT = ['--timeout', '120'];

const REMOTE = TREE.map(({ operation }) => operation).filter((name) => !isLocal(name));

let service: Service;
let office: Fixture;
let facts: Awaited<ReturnType<typeof readFacts>>;
let known: Readonly<Record<string, Ready>>;

beforeAll(async () => {
  service = await openService();
  office = openFixture(service.url);
  await office.signIn('admin@forecourt.test');
  facts = await readFacts(office);
  known = readyCommands(office, facts, 0);
});
afterAll(async () => {
  office.leave();
  await service.close();
});

const sessionOf = (fixture: Fixture) =>
  JSON.parse(textOf(fixture.path('config/credentials/default.json'))).session;

/** A session of this account; throws with the command's words if it can't sign in. */
async function signedIn(email: string, then?: readonly string[]): Promise<object> {
  const fixture = openFixture(service.url);
  try {
    const login = ['login', '--email', email, '--password-stdin', ...TIMEOUT];
    const { code, stderr } = await fixture.run(login, { stdin: PASSWORD });
    if (code !== 0) throw new Error(stderr);
    if (then) await fixture.run(then);
    return sessionOf(fixture);
  } finally {
    fixture.leave();
  }
}

/** A session for this test only, because the service ends it on switching to another account and back. */
const adminSession = (switched: boolean): Promise<object> =>
  signedIn('admin@forecourt.test', switched ? ['switch', 'to', '1'] : undefined);

/** A session of a new account, whose password can change without affecting others. */
async function newcomersSession(run: number): Promise<object> {
  const email = `newcomer${run}@x.test`;
  const person = ['--first-name', 'Noor', '--last-name', 'Haddad', '--phone', '7055550104'];
  const place = ['--country', 'CA', '--province', 'ON', '--city', 'Sudbury', '--role', 'User'];
  const { code, stderr } = await office.run(
    ['users', 'create', ...person, ...place, '--email', email, '--password-stdin'],
    { stdin: PASSWORD },
  );
  if (code !== 0) throw new Error(stderr);
  return signedIn(email);
}

/** A signed-in fixture that reaches the same service through another address. */
function fixtureAt(baseUrl: string, session: object): Fixture {
  const fixture = openFixture(baseUrl);
  mkdirSync(fixture.path('config/credentials'), { recursive: true });
  const path = fixture.path('config/credentials/default.json');
  writeFileSync(path, JSON.stringify({ baseUrl, session }));
  return fixture;
}

/** An address that refuses connections. */
async function closedUrl(): Promise<string> {
  const { close, url } = await openProxy(service.url, 503);
  await close();
  return url;
}

interface Outcome extends Ran {
  readonly operation: string;
  readonly ready: Ready;
}

/** An import waits as long as a refusal asks for, up to this limit. Where it is to succeed it has all the time it needs. */
const BRIEF = { FORECOURT_IMPORT_TIMEOUT: '10' };
const MADE: readonly Mode[] = ['drop', 'cut'];

/** Runs these commands at once, through the proxy if there is one. */
async function runAll(
  run: number,
  url: string,
  operations: readonly string[],
  mode?: Mode,
): Promise<readonly Outcome[]> {
  const all = readyCommands(office, facts, run);
  return Promise.all(
    operations.map(async (operation): Promise<Outcome> => {
      const ready = all[operation];
      if (ready === undefined) throw new Error(`ready-commands.ts has no ${operation}.`);
      const proxy = mode === undefined ? undefined : await openProxy(service.url, mode);
      const { changes } = ready;
      if (proxy)
        proxy.strike = (method, path) => (changes ? changes.test(`${method} ${path}`) : true);
      const own = {
        'switch.to': () => adminSession(false),
        'switch.back': () => adminSession(true),
        password: () => newcomersSession(run),
      };
      const session = await (own[operation as keyof typeof own]?.() ?? sessionOf(office));
      const fixture = fixtureAt(proxy?.url ?? url, session);
      const { argv, stdin = '' } = ready;
      const isMade = mode === undefined ? url === service.url : MADE.includes(mode);
      const env = isMade ? {} : BRIEF;
      const ran = await fixture.run([...argv, '--json', ...TIMEOUT], { stdin, env });
      fixture.leave();
      await proxy?.close();
      return { ...ran, operation, ready };
    }),
  );
}

/** Commands that print their report to standard output even when they fail. */
const REPORTS = ['transactions.import', 'invoices.run'];

/** Returns the one document on the right stream and asserts that the other is empty. */
function documentOf({ code, operation, stderr, stdout }: Outcome): Record<string, unknown> {
  const [reported, silent] = code === 0 ? [stdout, stderr] : [stderr, stdout];
  if (REPORTS.includes(operation) && silent !== '') expect(JSON.parse(silent).ok).toBe(false);
  else expect([operation, silent]).toEqual([operation, '']);
  const document = JSON.parse(reported) as Record<string, unknown>;
  expect(reported).toBe(`${JSON.stringify(document)}\n`);
  return document;
}

function expectFailure(outcome: Outcome): void {
  expect(documentOf(outcome)).toMatchObject({
    ok: false,
    operation: outcome.operation,
    error: { code: expect.stringMatching(/^[a-z][a-z0-9_]+$/), message: expect.any(String) },
  });
}

const codes = (outcomes: readonly Outcome[]) =>
  Object.fromEntries(outcomes.map(({ code, operation }) => [operation, code]));
const expected = (operations: readonly string[], code: (operation: string) => number) =>
  Object.fromEntries(operations.map((operation) => [operation, code(operation)]));

/** Each fault meets other commands, so that most commands meet one of the faults; `npm run whole` lets it meet all. */
const sampleFor = (run: number): string[] =>
  sampleOf(REMOTE, 12, (operation) => `${run} ${operation}`);

const isImport = (operation: string): boolean => operation === 'transactions.import';
const isLogin = (operation: string) => operation === 'login';

/** Commands that can look up their outcome. */
const FINDS_OUT = ['transactions.import'];

/** Commands that keep their state locally: for the service the call is safe to repeat. */
const SWITCHES = ['switch.to', 'switch.back'];

const changes = (operation: string): boolean =>
  !SWITCHES.includes(operation) && known[operation]?.changes !== undefined;

/** Commands whose row results exist only in the answer. */
const HANDED_IN = ['cards.import', 'rates.upload'];

const failing = (operation: string): number => (changes(operation) ? 8 : 7);
const dropped = (operation: string): number =>
  FINDS_OUT.includes(operation) ? 0 : failing(operation);

const cutOff = (operation: string): number => {
  if (HANDED_IN.includes(operation)) return 8;
  return changes(operation) || SWITCHES.includes(operation) ? 0 : 7;
};

it('every command that calls the service is listed with all its required values', () => {
  expect(REMOTE.filter((operation) => known[operation] === undefined)).toEqual([]);
});

async function refused(run: number, mode: Mode, code: (operation: string) => number) {
  const operations = sampleFor(run);
  const outcomes = await runAll(run, '', operations, mode);
  expect(codes(outcomes)).toEqual(expected(operations, code));
  for (const outcome of outcomes) {
    if (outcome.code === 0) documentOf(outcome);
    else expectFailure(outcome);
  }
}

describe(`every command that calls the service, those of TEST_SEED=${sampleSeed()}`, () => {
  it.each<[run: number, Mode, reported: string, (operation: string) => number]>([
    [1, 401, 'ends with 3', () => 3],
    [2, 403, 'ends with 4', (operation) => (isLogin(operation) ? 3 : 4)],
    // An import's first call looks it up: its refusal says nothing about the file.
    [3, 422, 'ends with 5', (operation) => (isLogin(operation) ? 3 : isImport(operation) ? 7 : 5)],
    [4, 429, 'ends with 7', () => 7],
    [5, 503, 'and nothing done, ends with 7', () => 7],
    [11, 302, 'to a sign-in page, ends with 7', () => 7],
  ])(
    'ERR-01 (%i) answered by %s %s, with one failure document',
    (run, mode, _, code) => refused(run, mode, code),
    PATIENCE,
  );

  it(
    'exits with 7 if the service is down',
    async () => {
      const operations = sampleFor(8);
      const outcomes = await runAll(8, await closedUrl(), operations);
      expect(codes(outcomes)).toEqual(expected(operations, () => 7));
      for (const outcome of outcomes) expectFailure(outcome);
    },
    PATIENCE,
  );

  it(
    'prints one document of the documented shape on success',
    async () => {
      const outcomes = await runAll(10, service.url, REMOTE);
      expect(codes(outcomes)).toEqual(expected(REMOTE, () => 0));
      for (const outcome of outcomes) expectShape(outcome);
    },
    PATIENCE,
  );
});

/** Commands with an unknown outcome retry for a while, so they run in parallel. */
describe.concurrent(`every command whose answer is lost, those of TEST_SEED=${sampleSeed()}`, () => {
  it.each<[run: number, Mode, reported: string, (operation: string) => number]>([
    [6, 500, '7, or 8 after a change', failing],
    [7, 'drop', '7, or 8 after a change that can not be looked up', dropped],
    [9, 'cut', '7; a change whose answer began was made', cutOff],
  ])(
    'ERR-01 ERR-03 (%i) by %s ends with %s, with one document',
    (run, mode, _, code) => refused(run, mode, code),
    PATIENCE,
  );
});

function expectShape(outcome: Outcome): void {
  const { operation, ready } = outcome;
  const document = documentOf(outcome);
  const keys = Object.keys(document);
  if (ready.gives === 'list') {
    const { after = [] } = ready;
    expect(keys).toEqual(['items', 'page', 'size', 'totalRecords', 'totalPages', ...after]);
  } else if (ready.gives === 'action') {
    expect(document).toMatchObject({ ok: true, operation, message: expect.stringMatching(/\S/) });
  } else {
    expect(keys).not.toContain('ok');
    expect(keys.length).toBeGreaterThan(2);
  }
}
