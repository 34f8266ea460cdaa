import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox } from '@forecourt/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDesk, openService, pipelineFile, type Service } from './desk.ts';

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('an address without its path', () => {
  it('finds the service at /api/v1, says so once, and works for every command', async () => {
    const root = new URL(service.url).origin;
    const desk = openDesk(root);
    const signedIn = await desk.signIn('admin@forecourt.test');
    expect([signedIn.code, signedIn.stderr]).toEqual([
      0,
      `The address has no path; the service was found at ${root}/api/v1. Keep it: forecourt config set base-url ${root}/api/v1\n`,
    ]);
    const listed = await desk.run(['cards', 'list', '--size', '1']);
    expect(listed.code).toBe(0);
    expect(listed.stderr).toContain(`found at ${root}/api/v1`);
    expect(listed.stdout.split('\n')).toHaveLength(3);
    expect((await desk.json(['cards', 'list'])).stderr).toBe('');
    desk.leave();
  });

  it('keeps a sign-in when the address gets or loses its /api/v1, and for no other address', async () => {
    const root = new URL(service.url).origin;
    const desk = openDesk(root);
    await desk.signIn('admin@forecourt.test');
    const whole = { env: { FORECOURT_BASE_URL: `${root}/api/v1` } };
    expect((await desk.run(['whoami'], whole)).code).toBe(0);
    expect((await desk.run(['whoami', '--base-url', root])).code).toBe(0);
    for (const other of [`${root}/api/v2`, root.replace('127.0.0.1', 'localhost')]) {
      expect((await desk.run(['whoami', '--base-url', other])).code).toBe(3);
    }
    const bare = await desk.run(['whoami', '--base-url', 'localhost:4300']);
    expect([bare.code, bare.stderr.split('\n')[0]]).toEqual([
      2,
      "forecourt: The service's address must begin with http:// or https:// (--base-url).",
    ]);
    desk.leave();
  });

  it('leaves a service at the root where it is', async () => {
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
    const desk = openDesk(`http://127.0.0.1:${(bare.address() as AddressInfo).port}`);
    expect((await desk.signIn('admin@forecourt.test')).stderr).toBe('');
    expect((await desk.run(['whoami'])).code).toBe(0);
    desk.leave();
    bare.closeAllConnections();
    bare.close();
    await sandbox.close();
  });

  it('reports a service that is not there as ever', async () => {
    const desk = openDesk('http://127.0.0.1:1');
    expect((await desk.signIn('admin@forecourt.test')).code).toBe(7);
    desk.leave();
  });
});

describe('settings by the environment', () => {
  it('takes the account to sign in from FORECOURT_EMAIL', async () => {
    const desk = openDesk(service.url);
    const { code, stdout } = await desk.run(['login', '--password-stdin'], {
      stdin: 'Forecourt-1!\n',
      env: { FORECOURT_EMAIL: 'clerk@forecourt.test' },
    });
    expect([code, stdout]).toEqual([0, expect.stringContaining('as clerk@forecourt.test')]);
    const shown = await desk.json(['config', 'list'], { env: { FORECOURT_EMAIL: 'a@b.ca' } });
    expect(JSON.stringify(shown.document)).toContain('a@b.ca');
    desk.leave();
  });
});

describe('a file on standard input', () => {
  it('TXN-12 is checked as any other', async () => {
    const desk = openDesk(service.url);
    const stdin = readFileSync(pipelineFile(desk, 'p.xlsx'));
    const good = await desk.run(['transactions', 'check', '-', '--provider', 'Pipeline'], {
      stdin,
    });
    expect([good.code, good.stdout]).toEqual([0, expect.stringContaining('standard-input')]);
    const csv = 'a,b\n1,2\n';
    const refused = await desk.run(['transactions', 'check', '-', '--provider', 'Pipeline'], {
      stdin: csv,
    });
    expect(refused.code).toBe(5);
    expect(refused.stdout).toContain('standard-input');
    const twice = await desk.run(['transactions', 'check', '-', '-', '--provider', 'Pipeline']);
    expect([twice.code, twice.stderr]).toEqual([
      2,
      "forecourt: '-' is standard input and can be read once.\n",
    ]);
    desk.leave();
  });
});
