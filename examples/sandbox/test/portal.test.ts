import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { inRepository } from '../src/repository.ts';
import { openSandbox } from './helpers.ts';

const portalDir = await mkdtemp(join(tmpdir(), 'forecourt-portal-'));
afterAll(() => rm(portalDir, { recursive: true }));
await mkdir(join(portalDir, 'assets'));
await writeFile(join(portalDir, 'index.html'), '<title>portal</title>');
await writeFile(join(portalDir, 'assets/app-1a2b.js'), 'export {};');
await writeFile(join(portalDir, 'assets/app-1a2b.js.gz'), gzipSync('export {};'));
await writeFile(join(portalDir, 'brands.json'), '[]');
await writeFile(join(portalDir, 'own-brands.json'), '[{"name":"own"}]');

/** Of the portal's page and files, without brands. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
    "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

const sandbox = await openSandbox({ seed: 'empty', portalDir });
const get = (path: string, headers: Record<string, string> = {}) =>
  sandbox.fetch(new Request(`http://sandbox.test${path}`, { headers }));

describe('portal', () => {
  it.each(['/', '/managercards', '/transactions/A1/view', '/UserProfile'])(
    'SHELL-01 gives its page at %s, never from a cache, under a strict policy',
    async (path) => {
      const answer = await get(path);
      expect(await answer.text()).toBe('<title>portal</title>');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      const headers = Object.fromEntries(answer.headers);
      expect(headers).toMatchObject(HEADERS);
      expect(headers['content-security-policy']).not.toContain('unsafe');
    },
  );

  it('serves hashed files as immutable, compressed if there is a compressed one', async () => {
    const plain = await get('/assets/app-1a2b.js');
    expect(plain.headers.get('cache-control')).toContain('immutable');
    expect(plain.headers.get('content-encoding')).toBeNull();
    const packed = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('content-type')).toContain('javascript');
    const known = await get('/', { 'if-none-match': (await get('/')).headers.get('etag') ?? '' });
    expect(known.status).toBe(304);
  });

  it.each([
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0', null],
    ['GZIP; q=0.5', 'gzip'],
    ['identity, gzip;q=0.000', null],
    ['*', 'gzip'],
    ['*;q=0, identity', null],
    ['xgzip', null],
    ['', null],
  ])('WIRE-06 with Accept-Encoding %j sends %s', async (accepted, encoding) => {
    const answer = await get('/assets/app-1a2b.js', { 'accept-encoding': accepted });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, encoding]);
  });

  it('WIRE-06 refuses a file in no encoding that is allowed', async () => {
    for (const accepted of ['identity;q=0, br', 'gzip;q=0, *;q=0']) {
      const answer = await get('/assets/app-1a2b.js', { 'accept-encoding': accepted });
      expect(answer.status).toBe(406);
      expect(await answer.json()).toMatchObject({
        title: 'Not acceptable',
        detail: 'This file is not there in an encoding that Accept-Encoding allows.',
      });
    }
    const packed = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, identity;q=0' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
  });

  it('SHELL-01 LIST-16 gives its page for a route that ends in a name with dots', async () => {
    for (const name of ['North%20Haul%20Carriers%20Ltd.', 'J.B.%20Trucking', 'Tolvane%20Inc.%20']) {
      const answer = await get(`/customer/by/name/${name}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
  });

  it('SHELL-04 gives its page for a path whose percent-encoding is broken, which a person may have shortened', async () => {
    for (const path of ['/%ff', '/transactions/%ff/view', '/managercards/%E0%A4%A/view']) {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
  });

  it('answers 404 for files and calls that are not there', async () => {
    const paths = ['/assets/none.js', '/nothing.json', '/api/v2/x', '/api/%ff', '/assets/%ff.js'];
    for (const path of paths) {
      expect((await get(path)).status).toBe(404);
    }
  });

  it('gives no file outside its folder', async () => {
    await writeFile(join(portalDir, '..', 'forecourt-outside.txt'), 'outside');
    for (const way of ['../', '..%2f', '%2e%2e/', '..%252f', '..%5c']) {
      expect(await (await get(`/${way}forecourt-outside.txt`)).text()).not.toBe('outside');
      expect(await (await get(`/assets/${way}${way}forecourt-outside.txt`)).text()).not.toBe(
        'outside',
      );
    }
    await rm(join(portalDir, '..', 'forecourt-outside.txt'));
  });

  it('SHELL-09 gives the brands of a deployment', async () => {
    expect(await (await get('/brands.json')).text()).toBe('[]');
    const own = await openSandbox({
      seed: 'empty',
      portalDir,
      brandsFile: join(portalDir, 'own-brands.json'),
    });
    const answer = await own.fetch(new Request('http://sandbox.test/brands.json'));
    expect(await answer.json()).toEqual([{ name: 'own' }]);
  });

  it('TXN-09 lets images come from where the brands have them, and from nowhere else', async () => {
    const brandsFile = join(portalDir, 'map-brands.json');
    const brands = [
      { logo: '/a.svg', map: { tiles: 'https://{s}.Tiles.example/{z}/{x}/{y}.png?key={key}' } },
      { logo: 'https://cdn.example:8443/logo.svg', favicon: "https://x.example;script-src 'none'" },
      { logo: 'http://plain.example/a.png', favicon: 'javascript:alert(1)', map: null },
      {
        map: { tiles: 'http://127.0.0.1:4310/{z}/{x}/{y}.png' },
        logo: 'http://127.0.0.1.example/',
      },
      { logo: 'http://localhost@elsewhere.example/a.png' },
      null,
    ];
    await writeFile(brandsFile, JSON.stringify(brands));
    const mapped = await openSandbox({ seed: 'empty', portalDir, brandsFile });
    const answer = await mapped.fetch(new Request('http://sandbox.test/'));
    expect(answer.headers.get('content-security-policy')).toContain(
      "img-src 'self' data: blob: https://*.tiles.example https://cdn.example:8443 http://127.0.0.1:4310; connect-src",
    );
    await writeFile(brandsFile, '<html>');
    const broken = await mapped.fetch(new Request('http://sandbox.test/'));
    expect(broken.headers.get('content-security-policy')).toContain('data: blob:; connect-src');
  });

  it("is documented for other servers as it is served here, in the portal's README", async () => {
    const readme = await readFile(inRepository('packages/web/README.md'), 'utf8');
    for (const [name, value] of Object.entries(HEADERS)) {
      expect(readme).toContain(`${name}: ${value}`);
    }
  });

  it('says so when no portal is built', async () => {
    const bare = await openSandbox({ seed: 'empty', portalDir: join(portalDir, 'none') });
    const answer = await bare.fetch(new Request('http://sandbox.test/'));
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('npm run build');
  });
});
