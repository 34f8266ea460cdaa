import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox } from '@forecourt/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFixture, openService, pipelineFile, type Service } from './fixture.ts';

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('an address without its path', () => {
  it('finds the service at /api/v1, reports it once, and works for every command', async () => {
    const root = new URL(service.url).origin;
    const fixture = openFixture(root);
    const signedIn = await fixture.signIn('admin@forecourt.test');
    expect([signedIn.code, signedIn.stderr]).toEqual([
      0,
      `The address has no path; found the service at ${root}/api/v1. To keep it: forecourt config set base-url ${root}/api/v1\n`,
    ]);
    const listed = await fixture.run(['cards', 'list', '--size', '1']);
    expect(listed.code).toBe(0);
    expect(listed.stderr).toContain(`found the service at ${root}/api/v1`);
    expect(listed.stdout.split('\n')).toHaveLength(3);
    expect((await fixture.json(['cards', 'list'])).stderr).toBe('');
    fixture.leave();
  });

  it('keeps a sign-in if the address gains or loses its /api/v1, and for no other address', async () => {
    const root = new URL(service.url).origin;
    const fixture = openFixture(root);
    await fixture.signIn('admin@forecourt.test');
    const whole = { env: { FORECOURT_BASE_URL: `${root}/api/v1` } };
    expect((await fixture.run(['whoami'], whole)).code).toBe(0);
    expect((await fixture.run(['whoami', '--base-url', root])).code).toBe(0);
    for (const other of [`${root}/api/v2`, root.replace('127.0.0.1', 'localhost')]) {
      expect((await fixture.run(['whoami', '--base-url', other])).code).toBe(3);
    }
    const bare = await fixture.run(['whoami', '--base-url', 'localhost:4300']);
    expect([bare.code, bare.stderr.split('\n')[0]]).toEqual([
      2,
      "forecourt: The service's address must begin with http:// or https:// (--base-url).",
    ]);
    fixture.leave();
  });

  it('keeps the address of a service at the root', async () => {
    const sandbox = await createSandbox({ demo: { customers: 3, cards: 5 }, passwordCost: 4 });
    const bare = createServer(async (request, answer) => {
      const at = request.url?.startsWith('/api/v1') ? '/nothing' : `/api/v1${request.url}`;
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      const body = pieces.length > 0 ? { body: Buffer.concat(pieces) } : {};
      const got = await sandbox.fetch(
        new Request(`http://sandbox${at}`, {
          method: request.method ?? 'GET',
          headers: headers as [string, string][],
          ...body,
        }),
      );
      answer.writeHead(got.status, Object.fromEntries(got.headers));
      answer.end(Buffer.from(await got.arrayBuffer()));
    });
    await new Promise<void>((ready) => bare.listen(0, '127.0.0.1', ready));
    const fixture = openFixture(`http://127.0.0.1:${(bare.address() as AddressInfo).port}`);
    expect((await fixture.signIn('admin@forecourt.test')).stderr).toBe('');
    expect((await fixture.run(['whoami'])).code).toBe(0);
    fixture.leave();
    bare.closeAllConnections();
    bare.close();
    await sandbox.close();
  });

  it('reports an unreachable service as before', async () => {
    const fixture = openFixture('http://127.0.0.1:1');
    expect((await fixture.signIn('admin@forecourt.test')).code).toBe(7);
    fixture.leave();
  });
});

describe('settings in the environment', () => {
  it('take the account for the sign-in from FORECOURT_EMAIL', async () => {
    const fixture = openFixture(service.url);
    const { code, stdout } = await fixture.run(['login', '--password-stdin'], {
      stdin: 'Forecourt-1!\n',
      env: { FORECOURT_EMAIL: 'clerk@forecourt.test' },
    });
    expect([code, stdout]).toEqual([0, expect.stringContaining('as clerk@forecourt.test')]);
    const shown = await fixture.json(['config', 'list'], { env: { FORECOURT_EMAIL: 'a@b.ca' } });
    expect(JSON.stringify(shown.document)).toContain('a@b.ca');
    fixture.leave();
  });
});

describe('a file on standard input', () => {
  it('TXN-12 is checked like any other, and is called standard input everywhere', async () => {
    const fixture = openFixture(service.url);
    const stdin = readFileSync(pipelineFile(fixture, 'p.xlsx'));
    const check = ['transactions', 'check', '-', '--provider', 'Pipeline'];
    const good = await fixture.run(check, { stdin });
    expect([good.code, good.stdout.split('\n')[0]]).toEqual([0, 'standard input']);
    expect((await fixture.json(check, { stdin })).document).toMatchObject({
      files: [{ file: 'standard input' }],
    });
    const csv = 'a,b\n1,2\n';
    const refused = await fixture.run(check, { stdin: csv });
    expect([refused.code, refused.stdout.split('\n')[0]]).toEqual([5, 'standard input']);
    expect(refused.stdout).toContain('standard input has no header row of Pipeline');
    expect(good.stdout + refused.stdout + refused.stderr).not.toMatch(/forecourt-|standard-input/);
    const copies = `${fixture.path('checked')}/`;
    await fixture.run([...check, '--annotate', copies], { stdin });
    expect(readdirSync(copies)).toEqual(['standard input.checked.xlsx']);
    const twice = await fixture.run(['transactions', 'check', '-', '-', '--provider', 'Pipeline']);
    expect([twice.code, twice.stderr]).toEqual([
      2,
      "forecourt: '-' is standard input and can be read once.\n",
    ]);
    fixture.leave();
  });

  it('TXN-13 is imported like any other, once, with that name in the journal', async () => {
    const fixture = openFixture(service.url);
    await fixture.signIn('admin@forecourt.test');
    const stdin = readFileSync(pipelineFile(fixture, 'q.xlsx', 7));
    const argv = ['transactions', 'import', '-', '--provider', 'Pipeline'];
    const first = await fixture.json(argv, { stdin });
    expect([first.code, first.document]).toMatchObject([
      expect.any(Number),
      { files: [{ file: 'standard input', sent: true, imported: expect.any(Number) }] },
    ]);
    const again = await fixture.json(argv, { stdin });
    expect(again.document).toMatchObject({ files: [{ file: 'standard input', sent: false }] });
    expect((await fixture.json(['imports', 'list'])).document).toMatchObject({
      items: [{ fileName: 'standard input' }],
    });
    fixture.leave();
  });
});

describe('another service than the intended one', () => {
  const PAGE = '<!doctype html><form action="/portal">Sign in to the guest network</form>';
  const web = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
  });
  const text =
    "A web page came in place of the service's answer: the sign-in page of a network or a proxy, or the address is not the service's. Sign in to the network or correct the address, then try again.";
  let at: string;

  beforeAll(async () => {
    await new Promise<void>((ready) => web.listen(0, '127.0.0.1', ready));
    at = `http://127.0.0.1:${(web.address() as AddressInfo).port}/api/v1`;
  });
  afterAll(() => void web.close());

  it.each([
    [['login', '--email', 'admin@forecourt.test', '--password-stdin']],
    [['cards', 'list']],
    [['cards', 'update', '2', '--driver-name', 'Ada']],
    [['transactions', 'export', '--out', '-']],
  ])('is a web page, and named as such with 7: %j', async (argv) => {
    const fixture = openFixture(at);
    const env = argv[0] === 'login' ? {} : { FORECOURT_TOKEN: 'Bearer x' };
    const { code, stderr, stdout } = await fixture.run(argv, { stdin: 'secret\n', env });
    expect([code, stdout]).toEqual([7, '']);
    expect(stderr).toContain(
      `${text} Open ${at} in a browser to see it; --base-url gives another address.\n`,
    );
    expect(stderr).not.toContain('Invalid Credential');
    fixture.leave();
  });

  it('is reported by doctor in the same words', async () => {
    const fixture = openFixture(at);
    const { code, stdout } = await fixture.run(['doctor']);
    expect([code, stdout]).toEqual([7, expect.stringContaining(`${at} answers unexpectedly`)]);
    expect(stdout).toContain(text);
    fixture.leave();
  });

  it.each([
    ['http://127.0.0.1:9999/api/v1', 'ECONNREFUSED: nothing listens at that address and port'],
    ['http://nowhere.invalid/api/v1', 'ENOTFOUND: no host has that name'],
  ])('ERR-01 is away: %s, with the address, the cause and what to do', async (url, cause) => {
    const fixture = openFixture(url);
    const { code, stderr } = await fixture.signIn('admin@forecourt.test');
    expect([code, stderr]).toEqual([
      7,
      `forecourt: The service can't be reached at ${url}.\nCause: ${cause}.\nTry again later; \`forecourt doctor\` looks for the cause.\n`,
    ]);
    const env = { FORECOURT_TOKEN: 'Bearer x' };
    const change = await fixture.run(['cards', 'delete', '1', '--yes'], { env });
    expect([change.code, change.stderr]).toEqual([7, expect.stringContaining(url)]);
    fixture.leave();
  });
});

describe('a missing record', () => {
  it.each([
    [['cards', 'get', '99999'], 'Card 99999 was not found.'],
    [['cards', 'get', 'abc'], 'Card abc was not found.'],
    [['cards', 'delete', '99999', '--yes'], 'Card 99999 was not found.'],
    [['customers', 'get', '99999'], 'Customer 99999 was not found.'],
    [['invoices', 'email', 'X99'], 'Invoice X99 was not found.'],
  ])('is named first, and nothing of a browser: %j', async (argv, reported) => {
    const fixture = openFixture(service.url);
    await fixture.signIn('admin@forecourt.test');
    const { code, stderr } = await fixture.run(argv);
    expect([code, stderr.split('\n')[0]]).toEqual([2, `forecourt: ${reported}`]);
    expect(stderr).not.toContain('browser');
    fixture.leave();
  });
});
