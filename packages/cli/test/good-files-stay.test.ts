import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openFixture } from './fixture.ts';
import { inboxBehindLine } from './line-hooks.ts';
import { isImport, isLookup, type Reply } from './scripted-line.ts';

const { service, line, fixture, inbox } = inboxBehindLine();

interface Reported {
  readonly name: string;
  readonly state: string;
  readonly exitCode: number;
  readonly message: string;
}

async function night(...more: string[]) {
  const { code, document } = await fixture.json([...inbox.argv, ...more]);
  const { files } = document as { files: readonly Reported[] };
  return { code, files, ends: files.map(({ name, state, exitCode }) => [name, state, exitCode]) };
}

const HTML = { 'content-type': 'text/html', server: 'nginx/1.24.0' };
const page = (status: number, title: string): Reply => ({
  status,
  headers: HTML,
  body: `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
});

describe('a file without faults stays in the inbox', () => {
  it('TXN-13 AUTH-11 if the session ends while an answer is lost', async () => {
    for (const seed of [0, 1, 2, 3]) inbox.pipeline(`f${seed}.xlsx`, 2100 + seed, 5);
    let sent = 0;
    line.script = (call) => {
      if (isImport(call)) sent += 1;
      return isImport(call) && sent === 1 ? 'swallow' : 'pass';
    };
    const elsewhere = openFixture(service.url);
    await elsewhere.signIn('admin@forecourt.test');
    let ended: Promise<unknown> | undefined;
    line.onSwallowed = () => {
      ended ??= elsewhere.run(['sessions', 'end', '--others']);
      line.held = ended;
    };
    const { code, ends } = await night('--timeout', '3', '--import-timeout', '12');
    await ended;
    elsewhere.leave();
    expect(ends).toEqual([
      ['f0.xlsx', 'unknown', 8],
      ['f1.xlsx', 'failed', 3],
      ['f2.xlsx', 'left', 3],
      ['f3.xlsx', 'left', 3],
    ]);
    expect(code).toBe(8);
    expect(inbox.files()).toEqual(['f0.xlsx', 'f1.xlsx', 'f2.xlsx', 'f3.xlsx']);
    await fixture.signIn('admin@forecourt.test');
    const again = await night();
    expect(again.ends.map(([, state]) => state)).toEqual([
      'settled',
      'imported',
      'imported',
      'imported',
    ]);
  });

  it.each([
    [
      page(413, '413 Request Entity Too Large'),
      "Error while Importing transactions. nginx/1.24.0 answered 413 in place of the service (text/html, '413 Request Entity Too Large'). Raise the limit on uploads of the proxy in front of the service (nginx: client_max_body_size), then run the same command again.",
    ],
    [
      page(400, '400 Bad Request'),
      "Error while Importing transactions. nginx/1.24.0 answered 400 in place of the service (text/html, '400 Bad Request'). Check that proxy and the service's address (`forecourt config get base-url`), then run the same command again.",
    ],
    [
      { status: 422, headers: { 'content-type': 'application/json' }, body: '{"message":"no"}' },
      "Error while Importing transactions. Something on the way answered 422 in place of the service (application/json). Check that proxy and the service's address (`forecourt config get base-url`), then run the same command again.",
    ],
  ])('TXN-13 when a proxy refuses it: %#', async (refusal, message) => {
    inbox.pipeline('good.xlsx', 2110, 5);
    line.script = (call) => (isImport(call) ? refusal : 'pass');
    const { code, files, ends } = await night();
    expect([code, ends]).toEqual([7, [['good.xlsx', 'failed', 7]]]);
    expect(files[0]?.message).toBe(message);
    expect(inbox.files()).toEqual(['good.xlsx']);
  });

  it.each([400, 413, 422])('TXN-13 if the service refuses the look-up with %i', async (status) => {
    inbox.pipeline('good.xlsx', 2120 + (status % 100), 5);
    const body = JSON.stringify({ status, title: 'Refused', detail: 'It is refused.' });
    const headers = { 'content-type': 'application/problem+json' };
    line.script = (call) => (isLookup(call) ? { status, headers, body } : 'pass');
    const { code, ends } = await night();
    expect([code, ends]).toEqual([7, [['good.xlsx', 'failed', 7]]]);
    expect(inbox.files()).toEqual(['good.xlsx']);
  });

  it('TXN-13 but moves to rejected if the service refuses the file itself', async () => {
    inbox.pipeline('bad.xlsx', 2130, 5);
    const body = JSON.stringify({
      status: 422,
      title: 'Not acceptable as it is',
      detail: 'Nothing was imported: it is refused.',
      errors: [{ pointer: '/file', detail: 'FILE-SHEET It is refused.' }],
    });
    const headers = { 'content-type': 'application/problem+json' };
    line.script = (call) => (isImport(call) ? { status: 422, headers, body } : 'pass');
    const { code, ends } = await night();
    expect([code, ends]).toEqual([5, [['bad.xlsx', 'rejected', 5]]]);
    expect(inbox.files()).toEqual(['rejected/bad.xlsx', 'rejected/bad.xlsx.report.json']);
  });
});

describe('a 401', () => {
  const credentials = () => existsSync(fixture.path('config/credentials/default.json'));

  it.each([
    [{ 'content-type': 'application/json' }, '{"message":"x"}'],
    [{ 'content-type': 'text/html' }, '<title>401 Authorization Required</title>'],
    [{}, ''],
  ])(
    'AUTH-09 fails one command with 3 and keeps the sign-in if a proxy sends it: %j %s',
    async (headers, body) => {
      line.script = (call) => (call.includes('/screens') ? { status: 401, headers, body } : 'pass');
      const { code, stderr } = await fixture.run(['whoami']);
      expect([code, credentials()]).toEqual([3, true]);
      expect(stderr).toContain('answered 401 in place of the service');
      expect(stderr).toContain('The sign-in is kept. Run the same command again;');
      line.script = () => 'pass';
      expect((await fixture.run(['whoami'])).code).toBe(0);
    },
  );

  it('AUTH-09 drops the sign-in if the service sends it', async () => {
    const elsewhere = openFixture(service.url);
    await elsewhere.signIn('admin@forecourt.test');
    await elsewhere.run(['sessions', 'end', '--others']);
    elsewhere.leave();
    expect([(await fixture.run(['whoami'])).code, credentials()]).toEqual([3, false]);
  });
});
