import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../../../scripts/sample.ts';
import { TREE } from './command-tree.ts';
import { type Fixture, openFixture, openService, type Service, textOf } from './fixture.ts';
import { filesBelow, type Leak, openLeak, plantedCommands, secretsIn } from './planted.ts';
import { type Ready, readyCommands } from './ready-commands.ts';
import { readFacts } from './ready-facts.ts';

const PATIENCE = 240_000;

let service: Service;
let office: Fixture;
let facts: Awaited<ReturnType<typeof readFacts>>;
let token: string;

beforeAll(async () => {
  service = await openService();
  office = openFixture(service.url);
  await office.signIn('admin@forecourt.test');
  facts = await readFacts(office);
  token = sessionOf(office).authorization;
});
afterAll(async () => {
  office.leave();
  await service.close();
});

const sessionOf = (fixture: Fixture): { readonly authorization: string } =>
  JSON.parse(textOf(fixture.path('config/credentials/default.json'))).session;

const bareToken = (): string => token.replace(/^Bearer /, '');

/** Every command, and again with secrets in places where they don't belong. */
const commandsOf = (run: number, fromEnv = true): readonly (readonly [string, Ready])[] => [
  ...Object.entries(readyCommands(office, facts, run)),
  // A command that never reads the session can't recognise a word as its token.
  ...plantedCommands(office, fromEnv ? bareToken() : 'no-token'),
];

interface Way {
  readonly url: string;
  readonly json: boolean;
  /** The token comes from the environment; otherwise from the stored sign-in. */
  readonly fromEnv: boolean;
}

/** The only place that may hold the authorization. */
const KEPT = /^credentials[/\\]/;

/** The service's answer to a file, row by row; the user asked for this file. */
const RESULT = /\.result\.csv$/;

function fixtureAt({ fromEnv, url }: Way): Fixture {
  const fixture = openFixture(url);
  if (fromEnv) return fixture;
  mkdirSync(fixture.path('config/credentials'), { recursive: true });
  const stored = { baseUrl: url, session: sessionOf(office) };
  writeFileSync(fixture.path('config/credentials/default.json'), JSON.stringify(stored));
  return fixture;
}

/** Runs one command and returns each place that holds something it should not. */
async function leaksOf(operation: string, { argv, gives, stdin = '' }: Ready, way: Way) {
  const fixture = fixtureAt(way);
  // A fixture without any run has no folder yet.
  mkdirSync(fixture.path('config'), { recursive: true });
  const json = way.json ? ['--json'] : [];
  const env: Record<string, string> = way.fromEnv ? { FORECOURT_TOKEN: bareToken() } : {};
  const recording = fixture.path('config/recording.jsonl');
  const more = ['--verbose', '--timeout', '60', '--record', recording, ...json];
  const { stderr, stdout } = await fixture.run([...argv, ...more], { stdin, env });
  const found: string[] = [];
  const search = (place: string, text: string, allowed: readonly string[] = []) => {
    const secrets = secretsIn(text, bareToken()).filter((secret) => !allowed.includes(secret));
    if (secrets.length === 0) return;
    found.push(
      `${argv.slice(0, 3).join(' ')} (${operation}): ${secrets} in ${place}: ${text.slice(0, 400)}`,
    );
  };
  // Lists and records show card numbers, because they were asked for.
  search('stdout', stdout, gives === 'action' ? [] : ['card']);
  search('stderr', stderr);
  for (const { name, text } of filesBelow(fixture.path('config'))) {
    search('a file name', name);
    if (RESULT.test(name)) continue;
    search(name, text, KEPT.test(name) ? ['token'] : []);
  }
  fixture.leave();
  return found;
}

async function leaks(run: number, way: Way): Promise<readonly string[]> {
  const all = await Promise.all(
    sampleOf(commandsOf(run, way.fromEnv), 8, ([operation]) => `${run} ${operation}`).map(
      ([operation, ready]) => leaksOf(operation, ready, way),
    ),
  );
  return all.flat();
}

it('WIRE-03 the search covers every command, and finds planted secrets', () => {
  const covered = new Set(commandsOf(0).map(([operation]) => operation));
  expect(TREE.map(({ operation }) => operation).filter((name) => !covered.has(name))).toEqual([]);
  const text = `${bareToken()} Forecourt-1! 7076 8500 0000 0019`;
  expect(secretsIn(text, bareToken())).toEqual(['token', 'password', 'card']);
});

describe('no token, password or card number is in any output, error, trace or file', () => {
  it.each([
    [1, false, true],
    [2, true, false],
  ])(
    'WIRE-03 AUTH-10 (%i) with --json %s, the token from the environment %s',
    async (run, json, fromEnv) => {
      expect(await leaks(run, { url: service.url, json, fromEnv })).toEqual([]);
    },
    PATIENCE,
  );

  it.each<[number, Leak, boolean]>([
    [3, 'refuses', true],
    [4, 'fails', false],
    [5, 'talks', false],
    [6, 'talks', true],
    [7, 'breaks', true],
  ])(
    'WIRE-03 ERR-01 (%i) when the service %s and quotes them all, with --json %s',
    async (run, leak, json) => {
      const line = await openLeak(leak);
      try {
        expect(await leaks(run, { url: line.url, json, fromEnv: run % 2 === 0 })).toEqual([]);
      } finally {
        await line.close();
      }
    },
    PATIENCE,
  );
});
