import {
  type ConformOptions,
  type ConformReport,
  conform,
  conformSuite,
  listPromises,
} from '@forecourt/core/testing';
import { PASSWORD, type Sandbox } from '@forecourt/sandbox';
import * as vitest from 'vitest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSeeded } from '../../../examples/sandbox/test/seeded.ts';
import { sampleOf, sampleSeed } from '../../../scripts/sample.ts';
import { BROKEN, type Breaking, behind } from './broken-backends.ts';
import { type Fixture, openFixture, textOf } from './fixture.ts';

const ADMIN = 'admin@forecourt.test';
const NOBODY = 'nobody@forecourt.test';
const TWO = `${PASSWORD}\n${PASSWORD}\n`;

let sandbox: Sandbox;
let fixture: Fixture;

beforeAll(async () => {
  const demo = { customers: 3, cards: 60, transactions: 60, invoices: 8 };
  sandbox = await openSeeded({ demo, passwordCost: 4 });
  const { url } = await sandbox.listen({ port: 0 });
  fixture = openFixture(`${url}/api/v1`);
  await fixture.signIn(ADMIN);
});
afterAll(async () => {
  fixture.leave();
  await sandbox.close();
});

const cardsNow = async (): Promise<number> => {
  const { document } = await fixture.json(['cards', 'list', '--size', '1']);
  return (document as { totalRecords: number }).totalRecords;
};

const IDS = [
  ...['sign-in', 'account', 'refused-credentials', 'ended-session', 'switching'],
  ...['unauthorized', 'forbidden', 'problems', 'request-ids', 'malformed-input'],
  ...['exposed-headers', 'page-shapes', 'rows', 'list-query', 'list-totals', 'list-order'],
  ...['list-filters', 'list-body', 'records', 'etags', 'row-versions', 'references', 'places'],
  ...['files', 'figures', 'changes', 'field-problems', 'if-match', 'idempotent-replay'],
  ...['idempotent-conflict', 'lost-answers'],
];

interface Document {
  readonly ok: boolean;
  readonly message: string;
  readonly badge: object;
  readonly leftovers: readonly string[];
  readonly promises: readonly { id: string; state: string; reason?: string; findings: object[] }[];
}

const inState = ({ promises }: Document, state: string): readonly string[] =>
  promises.filter((result) => result.state === state).map(({ id }) => id);

describe('the sandbox', () => {
  it('WIRE-07 passes whole with writes, and nothing of it stays', async () => {
    const before = await cardsNow();
    const file = fixture.path('conform.xml');
    const accounts = ['--email', ADMIN, '--limited-email', NOBODY, '--password-stdin'];
    const { code, stdout, stderr } = await fixture.run(
      ['conform', ...accounts, '--allow-writes', '--junit', file],
      { stdin: TWO },
    );
    expect([code, stderr]).toEqual([0, '31 promises kept, 0 broken, 0 not checked.\n']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.at(-1)).toBe('forecourt contract: 31 of 31 promises kept');
    expect(lines.slice(0, -1).map((line) => line.split(/ +/)[1])).toEqual(IDS);
    expect(await cardsNow()).toBe(before);
    const xml = textOf(file);
    expect(xml).toContain('tests="31" failures="0" errors="0" skipped="0"');
    expect(
      xml.match(/<testcase name="[^"]+" classname="forecourt\.conform" time="[\d.]+"\/>/g),
    ).toHaveLength(31);
  });

  it('WIRE-07 is only read by default, and the rest is not checked', async () => {
    const changes = () =>
      Promise.all(
        ['.create', '.update', '.delete'].map(async (verb) => {
          const argv = ['audit', 'list', '--filter', `action::${verb}`, '--size', '1'];
          return ((await fixture.json(argv)).document as { totalRecords: number }).totalRecords;
        }),
      );
    const before = await changes();
    const { code, document } = await fixture.json(['conform']);
    const result = document as Document;
    expect([code, result.ok, result.leftovers]).toEqual([0, true, []]);
    expect(inState(result, 'broken')).toEqual([]);
    expect(
      result.promises
        .filter(({ state }) => state === 'unchecked')
        .map(({ id, reason }) => [id, reason]),
    ).toEqual([
      ...['ended-session', 'switching'].map((id) => [
        id,
        'it needs to sign in: give the account by e-mail and password',
      ]),
      ['forbidden', 'the account has every right: give a second one that lacks some'],
      ...IDS.slice(-6).map((id) => [id, 'it changes records, which is not allowed in this run']),
    ]);
    expect(result.badge).toEqual({
      ...{ schemaVersion: 1, label: 'forecourt contract', color: 'yellow' },
      message: '22 of 22 promises, read-only',
    });
    expect(await changes()).toEqual(before);
    // The profile's own sign-in is not signed out.
    expect((await fixture.run(['whoami'])).code).toBe(0);
  });
});

const credentials = (email: string) => ({ email, password: PASSWORD });

async function held(breaking: Breaking, only?: readonly string[]): Promise<ConformReport> {
  const run = conform({
    ...{ baseUrl: 'http://sandbox.test/api/v1', fetch: behind(sandbox, breaking), only },
    ...{ account: credentials(ADMIN), limited: credentials(NOBODY), allowWrites: true },
  });
  for (;;) {
    const { done, value } = await run.next();
    if (done) return value;
  }
}

const brokenIn = ({ results }: ConformReport) =>
  results.filter(({ state }) => state === 'broken').map(({ id }) => id);

/** An account that may only do with cards what it likes: the other lists would show the same once more. */
const withCardsOnly: Breaking = (send) => async (request) => {
  const answer = await send(request);
  if (!request.url.includes('/screens?') || !answer.ok) return answer;
  const screens = (await answer.json()) as { code: string }[];
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return Response.json(
    screens.filter(({ code }) => ['FCM', 'DB'].includes(code)),
    { headers },
  );
};

/** They send all calls, or load files: only where it is them that are broken. */
const EVERY_CALL = ['unauthorized', 'forbidden', 'files', 'references'];

const TEN = [
  ...['ended-session', 'unauthorized', 'forbidden', 'page-shapes', 'list-totals', 'etags'],
  ...['field-problems', 'if-match', 'idempotent-replay', 'lost-answers'],
];
const OTHERS = IDS.filter((id) => !TEN.includes(id));

describe('a backend that breaks one promise', () => {
  it('WIRE-07 there is one for each promise', () => {
    expect(listPromises().map(({ id }) => id)).toEqual(IDS);
    expect(Object.keys(BROKEN)).toEqual(IDS);
  });

  it.each(TEN)('WIRE-07 %s is caught by exactly this name', async (id) => {
    const only = IDS.filter((one) => one === id || !EVERY_CALL.includes(one));
    const report = await held((send) => BROKEN[id]?.(withCardsOnly(send)) ?? send, only);
    expect(brokenIn(report)).toEqual([id]);
    expect([report.leftovers, report.results.length]).toEqual([[], only.length]);
  });

  it.each(sampleOf(OTHERS, 6, (id) => id))(
    `WIRE-07 %s is caught, of those of TEST_SEED=${sampleSeed()}`,
    async (id) => {
      const report = await held((send) => BROKEN[id]?.(withCardsOnly(send)) ?? send, [id]);
      expect(brokenIn(report)).toEqual([id]);
      for (const finding of report.results.flatMap(({ findings }) => findings)) {
        const { came, expected, fix, request, requirement } = finding;
        expect([came, expected, fix, request.method].every((text) => text !== '')).toBe(true);
        expect(requirement).toMatch(/^[A-Z]+-\d\d$/);
        expect(JSON.stringify(finding)).not.toMatch(/Bearer (?!\*{3})|Forecourt-1!|\d{13}/);
      }
    },
  );
});

const options = (breaking: Breaking): ConformOptions => ({
  ...{ baseUrl: 'http://sandbox.test/api/v1', account: credentials(ADMIN) },
  fetch: (input, init) => behind(sandbox, breaking)(input, init),
  only: ['account', 'ended-session', 'etags', 'if-match'],
});

/** The suite as integrators write it: these are tests of this run. */
conformSuite(
  vitest,
  options((send) => withCardsOnly(send)),
);

it('WIRE-07 as a suite, a broken promise fails with its finding, and one that can not be checked is skipped', async () => {
  const tests: {
    name: string;
    run: (context: { skip: (note?: string) => void }) => Promise<void>;
  }[] = [];
  const skipped: unknown[] = [];
  let end = async () => {};
  conformSuite(
    {
      describe: (_, define) => define(),
      it: (name, run) => tests.push({ name, run }),
      afterAll: (run) => {
        end = run;
      },
    },
    options((send) => BROKEN.etags?.(withCardsOnly(send)) ?? send),
  );
  const ended = await Promise.allSettled(
    tests.map(({ run }) => run({ skip: (note) => skipped.push(note) })),
  );
  await end();
  expect(tests.map(({ name }) => name.split(':')[0])).toEqual([
    'account',
    'ended-session',
    'etags',
    'if-match',
  ]);
  expect(ended.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(String((ended[2] as PromiseRejectedResult).reason)).toMatch(
    /sent {6}GET http:\/\/sandbox\.test\/api\/v1\/fuel-card-management\/\d+\n[\s\S]*expected {2}a strong tag: ETag: "3" \(WIRE-05\)\ncame {6}no etag header\n/,
  );
  expect(skipped).toEqual(['it changes records, which is not allowed in this run']);
});
