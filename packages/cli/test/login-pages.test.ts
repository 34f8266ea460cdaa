import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultyProxy, type Mode, openProxy } from './faulty-proxy.ts';
import { type Fixture, openFixture, openService, pipelineFile, type Service } from './fixture.ts';
import { lastReport, openInbox } from './night-fixture.ts';
import { goodRatesNow } from './ready-facts.ts';

/** The sign-in page that redirects lead to, at another origin than the service. */
const page = createServer(({ method, url }, answer) => {
  visits.push(`${method} ${url}`);
  const status = url?.startsWith('/closed') ? 401 : 200;
  answer.writeHead(status, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
});
const visits: string[] = [];

let service: Service;
let login: string;
beforeAll(async () => {
  service = await openService();
  await new Promise<void>((ready) => page.listen(0, '127.0.0.1', ready));
  login = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
});
afterAll(async () => {
  page.closeAllConnections();
  page.close();
  await service.close();
});

/** Signs a fixture in, then puts it behind a network with its own sign-in page. */
async function behind(mode: Mode, work: (fixture: Fixture, proxy: FaultyProxy) => Promise<void>) {
  const at = { 302: `${login}/open`, 307: `${login}/closed` }[mode as number];
  const proxy = await openProxy(service.url, mode, at);
  const fixture = openFixture(proxy.url);
  try {
    expect((await fixture.signIn('admin@forecourt.test')).code).toBe(0);
    proxy.strike = () => true;
    await work(fixture, proxy);
  } finally {
    fixture.leave();
    await proxy.close();
  }
}

const instead = (what: string): string =>
  `${what} came in place of the service's answer: the sign-in page of a network or a proxy, or the address is not the service's. Sign in to the network or correct the address, then try again.`;

const causeOf = (mode: Mode): string => {
  if (mode === 'page' || mode === 511) return instead('A web page');
  return instead(`A redirect to ${mode === 303 ? 'http://wifi.invalid' : login}`);
};

function ratesFile(fixture: Fixture): string {
  const path = fixture.path('rates.xlsx');
  writeFileSync(path, goodRatesNow().bytes);
  return path;
}

const CALLS = (fixture: Fixture): Readonly<Record<string, readonly string[]>> => ({
  'a list': ['cards', 'list'],
  'a record': ['cards', 'get', '2'],
  'a body list': ['transactions', 'list', '--filter', 'hdr_currency:CAD'],
  'a change': ['cards', 'update', '2', '--driver-name', 'Ada'],
  'an import': [
    'transactions',
    'import',
    pipelineFile(fixture, 'a.xlsx'),
    '--provider',
    'Pipeline',
  ],
  'an export': ['transactions', 'export', '--out', fixture.path('out.csv')],
  'a document': ['invoices', 'download', '2', '--format', 'csv', '--out', fixture.path('out.csv')],
  'an audit': ['audit', 'export', '--out', fixture.path('out.csv')],
  'an upload': ['rates', 'upload', ratesFile(fixture), '--provider', goodRatesNow().provider],
  'a sign-in': ['login', '--email', 'clerk@forecourt.test', '--password-stdin'],
});

describe('a network with its own sign-in page', () => {
  it.each<Mode>([302, 307, 'page', 511])(
    'ERR-01 is reported with what to do, and ends every kind of call with 7 (%s)',
    (mode) =>
      behind(mode, async (fixture, proxy) => {
        for (const [what, argv] of Object.entries(CALLS(fixture))) {
          const { code, stderr, stdout } = await fixture.run(argv, { stdin: 'Forecourt-1!\n' });
          // A page with 200 in place of an upload's answer does not say that nothing was uploaded.
          const expected = what === 'an upload' && mode === 'page' ? 8 : 7;
          expect([what, code, stdout]).toEqual([
            what,
            expected,
            what === 'an import' ? stdout : '',
          ]);
          expect(what === 'an import' ? stdout + stderr : stderr).toContain(causeOf(mode));
          if (what !== 'an import' && expected === 7) {
            expect(stderr).toContain(
              ` Open ${proxy.url} in a browser to see it; --base-url gives another address.\n`,
            );
          }
          expect(stdout + stderr).not.toMatch(/secret-1|no connection|<form|Invalid Credential/);
        }
        expect(readdirSync(fixture.dir).sort()).toEqual(['a.xlsx', 'config', 'rates.xlsx']);
        expect(visits.filter((visit) => !visit.startsWith('GET '))).toEqual([]);
        // Refusals of the sign-in page are not the service's: nobody was signed out by them.
        proxy.strike = () => false;
        expect((await fixture.run(['whoami'])).code).toBe(0);
      }),
  );

  it('is reported by doctor', () =>
    behind(302, async (fixture) => {
      const { code, stdout } = await fixture.run(['doctor']);
      expect([code, stdout]).toEqual([7, expect.stringContaining(causeOf(302))]);
    }));

  it.each<Mode>([302, 'page'])(
    'leaves the files of a night in the inbox for the next one, which imports them (%s)',
    (mode) =>
      behind(mode, async (fixture, proxy) => {
        const inbox = openInbox(fixture);
        inbox.pipeline('monday.xlsx', mode === 302 ? 81 : 82);
        const evening = await fixture.run(inbox.argv);
        expect([evening.code, inbox.files()]).toEqual([7, ['monday.xlsx']]);
        expect(lastReport(fixture).files).toMatchObject([
          { name: 'monday.xlsx', state: 'failed', message: expect.stringContaining(causeOf(mode)) },
        ]);
        proxy.strike = () => false;
        const morning = await fixture.json(inbox.argv);
        expect(morning.document).toMatchObject({ files: [{ state: 'imported' }] });
        expect(inbox.files()).toEqual(['done/monday.xlsx']);
      }),
  );

  it('TXN-13 leaves a file to the next night if it intercepts only that call, which enters it once', () =>
    behind(302, async (fixture, proxy) => {
      const inbox = openInbox(fixture);
      inbox.pipeline('tuesday.xlsx', 83);
      proxy.strike = (method, path) => method === 'POST' && path.includes('import_transactions');
      const evening = await fixture.run(inbox.argv);
      expect([evening.code, inbox.files()]).toEqual([7, ['tuesday.xlsx']]);
      proxy.strike = () => false;
      const morning = await fixture.json(inbox.argv);
      expect(morning.document).toMatchObject({ files: [{ state: 'imported' }] });
      expect(inbox.files()).toEqual(['done/tuesday.xlsx']);
    }));
});

describe('a redirect that may follow a change', () => {
  const changes = (fixture: Fixture): string[] => {
    const dir = fixture.path('config/changes');
    return existsSync(dir) ? readdirSync(dir) : [];
  };
  const update = (name: string) => ['cards', 'update', '2', '--driver-name', name];

  it('PAY-04 ends with 8, and the same command finds out the outcome under its key', () =>
    behind(303, async (fixture, proxy) => {
      proxy.strike = (method) => method === 'PUT';
      const first = await fixture.run(update('Grace'));
      expect([first.code, changes(fixture).length]).toEqual([8, 1]);
      expect(first.stderr).toContain(causeOf(303));
      proxy.strike = () => false;
      const second = await fixture.run(update('Grace'));
      expect([second.code, changes(fixture)]).toEqual([0, []]);
      expect(second.stderr).toContain('An earlier run of this command lost its answer');
    }));

  it.each<Mode>([302, 307])('leaves nothing open where it was not made: %s', (mode) =>
    behind(mode, async (fixture, proxy) => {
      proxy.strike = (method) => method === 'PUT';
      expect([(await fixture.run(update(`Of ${mode}`))).code, changes(fixture)]).toEqual([7, []]);
    }),
  );
});
