import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  ...['files', 'figures', 'changes', 'deletes', 'field-problems', 'if-match', 'idempotent-replay'],
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
    expect([code, stderr]).toEqual([0, '32 promises kept, 0 broken, 0 not checked.\n']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.at(-1)).toBe('forecourt contract: kept 32 of 32 promises');
    expect(lines.flatMap((line) => /^kept +(\S+)/.exec(line)?.[1] ?? [])).toEqual(IDS);
    expect(await cardsNow()).toBe(before);
    const xml = textOf(file);
    expect(xml).toContain('tests="32" failures="0" errors="0" skipped="0"');
    expect(
      xml.match(/<testcase name="[^"]+" classname="forecourt\.conform" time="[\d.]+"/g),
    ).toHaveLength(32);
    expect(xml).not.toMatch(/<(?:failure|skipped|system-err)/);
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
      ...IDS.slice(-7).map((id) => [id, 'it changes records, which is not allowed in this run']),
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

/** An older backend has no trail. */
const NO_TRAIL = () =>
  Response.json(
    { type: 'about:blank', title: 'Not found', status: 404 },
    {
      status: 404,
      headers: { 'content-type': 'application/problem+json', 'x-request-id': 'old-1' },
    },
  );

/** An account that may only do with cards what it likes: the other lists would show the same once more. */
const withCardsOnly: Breaking = (send) => async (request) => {
  if (/\/trail\b/.test(request.url) && request.headers.has('authorization')) return NO_TRAIL();
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

  it.each(sampleOf(OTHERS, 10, (id) => id))(
    `WIRE-07 %s is caught, of those of TEST_SEED=${sampleSeed()}`,
    async (id) => {
      const report = await held((send) => BROKEN[id]?.(withCardsOnly(send)) ?? send, [id]);
      expect(brokenIn(report)).toEqual([id]);
      for (const finding of report.results.flatMap(({ findings }) => findings)) {
        const { received, expected, fix, request, requirement } = finding;
        expect([received, expected, fix, request.method].every((text) => text !== '')).toBe(true);
        expect(requirement).toMatch(/^[A-Z]+-\d\d$/);
        expect(JSON.stringify(finding)).not.toMatch(/Bearer (?!\*{3}|…)|Forecourt-1!|\d{13}/);
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
conformSuite(vitest, { ...options((send) => withCardsOnly(send)), allowWrites: true });

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
    /sent {6}GET http:\/\/sandbox\.test\/api\/v1\/fuel-card-management\/\d+\n[\s\S]*expected {2}a strong tag: ETag: "3" \(WIRE-05\)\nreceived {2}no etag header\n/,
  );
  expect(skipped).toEqual(['it changes records, which is not allowed in this run']);
});

/** Something else than the backend, at its address. */
async function withServer(
  answer: (
    path: string,
  ) => { status: number; type?: string; body?: string; location?: string } | 'silence',
  work: (url: string) => Promise<void>,
): Promise<void> {
  const server = createServer((request, response) => {
    const given = answer(String(request.url).replace('/api/v1/', ''));
    if (given === 'silence') return;
    const { body = '', location, status, type = 'text/html' } = given;
    response.writeHead(status, { 'content-type': type, ...(location && { location }) }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('a backend that keeps its promises otherwise', () => {
  const paged = async (answer: Response, shape: (rows: unknown[], page: Page) => object) => {
    const { content, ...page } = (await answer.json()) as { content: unknown[] } & Page;
    const headers = new Headers(answer.headers);
    headers.delete('content-length');
    return Response.json(shape(content, page), { headers });
  };
  interface Page {
    readonly pageNumber: number;
    readonly pageSize: number;
    readonly totalRecords: number;
  }

  it.each<[string, (rows: unknown[], page: Page) => object]>([
    [
      'metadata and transactions',
      (transactions, { pageNumber: page, pageSize: size, totalRecords }) => ({
        metadata: { page, size, total_count: totalRecords },
        transactions,
      }),
    ],
    [
      'pageable and total_elements',
      (content, { pageNumber, pageSize, totalRecords }) => ({
        ...{ pageable: { pageNumber, pageSize }, total_elements: totalRecords, content },
      }),
    ],
    [
      'total_elements alone',
      (content, { totalRecords }) => ({ total_elements: totalRecords, content }),
    ],
  ])('LIST-09 WIRE-07 may answer its pages with %s', async (_, shape) => {
    const otherwise: Breaking = (send) => async (request) => {
      const answer = await send(request);
      const isList = /fuel-card-management(?:\/search)?(?:\?|$)/.test(request.url);
      return answer.ok && isList ? paged(answer, shape) : answer;
    };
    const only = ['rows', 'list-totals', 'list-body', 'row-versions'];
    const report = await held((send) => otherwise(withCardsOnly(send)), only);
    expect(brokenIn(report)).toEqual([]);
  });

  it.each([429, 503])(
    'WIRE-07 may limit calls by %i: it is waited for as long as it says',
    async (status) => {
      let limited = 0;
      const report = await held(
        (send) => async (request) => {
          const isFirst = request.url.includes('/screens?') && limited++ < 2;
          if (!isFirst) return send(request);
          return Response.json({}, { status, headers: { 'retry-after': '0' } });
        },
        ['exposed-headers'],
      );
      expect([brokenIn(report), limited > 2]).toEqual([[], true]);
    },
  );

  it('WIRE-07 gets nothing but reading calls unless writes are allowed', async () => {
    const sent = new Set<string>();
    const send = behind(sandbox, (all) => withCardsOnly(all));
    const run = conform({
      ...{ baseUrl: 'http://sandbox.test/api/v1', account: credentials(ADMIN) },
      limited: credentials(NOBODY),
      fetch: (input, init) => {
        const request = new Request(input, init);
        const { pathname } = new URL(request.url);
        if (request.method !== 'GET') sent.add(`${request.method} ${pathname.split('/').at(-1)}`);
        return send(request);
      },
    });
    for await (const { id, state } of run) expect([id, state]).not.toContain('broken');
    expect([...sent].sort()).toEqual(
      ['export', 'login', 'logout', 'preview', 'reporting', 'search', 'totals'].map(
        (name) => `POST ${name}`,
      ),
    );
  });
});

describe('what is no backend', () => {
  const asked = (url: string) => [
    ...['conform', '--base-url', url, '--email', ADMIN, '--password-stdin', '--timeout', '0.3'],
    ...['--only', 'account,exposed-headers'],
  ];
  const page = '<!doctype html><title>Sign in</title><form></form>';

  it.each([
    ['a web page', { status: 200, body: page }, /A web page came in place of the service's answer/],
    [
      'a redirect',
      { status: 302, location: 'http://wifi.invalid/' },
      /A redirect to http:\/\/wifi\.invalid/,
    ],
    ['nothing', 'silence', /no answer within 0\.3 s/],
  ] as const)('WIRE-07 %s ends with 7 and says so', async (_, answer, text) => {
    await withServer(
      () => answer,
      async (url) => {
        const { code, stdout, stderr } = await fixture.run(asked(url), { stdin: PASSWORD });
        expect([code, stdout]).toEqual([7, '']);
        expect(stderr).toMatch(text);
      },
    );
  });

  it('WIRE-07 an address where nothing listens ends with 7', async () => {
    let closed = '';
    await withServer(
      () => 'silence',
      async (url) => {
        closed = url;
      },
    );
    const ran = await fixture.run(asked(closed), { stdin: PASSWORD });
    expect([ran.code, /nothing listens at that address/.test(ran.stderr)]).toEqual([7, true]);
  });

  it('WIRE-07 refused credentials end with 3', async () => {
    const argv = ['conform', '--email', ADMIN, '--password-stdin'];
    const { code, stderr } = await fixture.run(argv, { stdin: 'not-this-one' });
    expect([code, stderr.split('\n')[0]]).toEqual([
      3,
      `forecourt: The backend refuses to sign in ${ADMIN} (401)`,
    ]);
    const two = ['conform', '--email', ADMIN, '--limited-email', NOBODY, '--password-stdin'];
    const one = await fixture.run(two, { stdin: PASSWORD });
    expect([one.code, /reads two lines/.test(one.stderr)]).toEqual([2, true]);
    expect((await fixture.run(['conform', '--only', 'etag'])).stderr).toContain(
      "no promise 'etag'",
    );
  });

  it('WIRE-07 a backend that stops answering is given up, and answers that are no JSON are findings', async () => {
    const json = 'application/json';
    await withServer(
      (path) =>
        path.startsWith('screens')
          ? { status: 200, type: json, body: '[{"code":"FCM","read":true}]' }
          : path.startsWith('profile/company')
            ? { status: 200, type: 'text/plain', body: 'it works' }
            : 'silence',
      async (url) => {
        const { code, document } = await fixture.json(
          [
            'conform',
            '--base-url',
            url,
            '--timeout',
            '0.2',
            '--only',
            'account,exposed-headers,etags',
          ],
          { env: { FORECOURT_TOKEN: 'Bearer of-this-test' } },
        );
        const { promises } = document as Document;
        expect(code).toBe(5);
        expect(promises.map(({ id, state }) => `${id} ${state}`).slice(0, 3)).toEqual([
          ...['sign-in kept', 'account broken', 'exposed-headers kept'],
        ]);
        expect(JSON.stringify(promises)).toContain(
          'The answer is text/plain, where JSON was expected.',
        );
        expect(promises.at(-1)).toMatchObject({ id: 'etags', state: 'unchecked' });
        expect(JSON.stringify(promises)).not.toContain('of-this-test');
      },
    );
  });
});

it('WIRE-07 a run that is interrupted removes what it created', async () => {
  const before = await cardsNow();
  const stop = new AbortController();
  const send = behind(sandbox, (all) => withCardsOnly(all));
  const run = conform({
    ...{ baseUrl: 'http://sandbox.test/api/v1', account: credentials(ADMIN), allowWrites: true },
    ...{ only: ['changes', 'if-match', 'lost-answers'], signal: stop.signal },
    fetch: (input, init) => {
      const request = new Request(input, init);
      // A card is there, and the call in progress is interrupted.
      if (request.headers.has('if-match')) stop.abort();
      return send(request);
    },
  });
  for (;;) {
    const { done, value } = await run.next();
    if (!done) continue;
    expect([value.interrupted, value.leftovers]).toEqual([true, []]);
    expect(value.results.at(-1)?.id).toBe('changes');
    break;
  }
  expect(await cardsNow()).toBe(before);
});
