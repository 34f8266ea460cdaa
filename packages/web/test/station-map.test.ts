import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrandConfig } from '@forecourt/core';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { axeFindings } from './browser.ts';
import { it } from './journey.ts';
import { browserSuite, listRows } from './suite.ts';
import { withSandbox } from './with-sandbox.ts';

const suite = browserSuite();

const GREY = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNsaGj4DwAFhQKA0wXdYAAAAABJRU5ErkJggg==',
  'base64',
);

async function withBrand(map: BrandConfig['map'], run: (url: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-brands-'));
  const brandsFile = join(folder, 'brands.json');
  const face = { logo: '/brands/forecourt.svg', favicon: '/brands/forecourt-icon.svg' };
  const brand = { id: 'forecourt', name: 'Forecourt', hosts: [], fallback: true, ...face };
  await writeFile(brandsFile, JSON.stringify([{ ...brand, ...(map && { map }) }]));
  try {
    await withSandbox({ brandsFile }, run);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A server of map tiles; records the requests. */
async function withTiles(run: (origin: string, asked: string[]) => Promise<void>) {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, answer) => {
    asked.push(url);
    answer.writeHead(200, { 'content-type': 'image/png' }).end(GREY);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

async function openMap(page: Page) {
  await page.goto('/transactions');
  await listRows(page);
  await page
    .getByRole('link', { name: /^View transaction/ })
    .first()
    .click();
  const map = page.getByRole('region', { name: /^Map of / });
  await map.locator('.map-pin').waitFor();
  return map;
}

/** Offset of the marker's tip from the centre of the map, in px. */
const tip = (page: Page) =>
  page.locator('.map').evaluate((map) => {
    const box = map.getBoundingClientRect();
    const pin = map.querySelector('.map-pin')?.getBoundingClientRect();
    if (!pin) return Number.NaN;
    const across = pin.left + pin.width / 2 - (box.left + box.width / 2);
    return Math.hypot(across, pin.bottom - (box.top + box.height / 2));
  });

describe('the map of a station', () => {
  it("TXN-09 is drawn at zoom 9 with the brand's tiles, with the key in their address, and moves by keyboard", () =>
    withTiles((origin, asked) =>
      withBrand(
        { tiles: `${origin}/{z}/{x}/{y}.png?k={key}`, key: 'a b', attribution: '© <b>Maps</b>' },
        async (baseURL) => {
          const page = await suite.openOwn('about:blank', undefined, { baseURL });
          const map = await openMap(page);
          await map.locator('.leaflet-tile-loaded').first().waitFor();
          expect(asked.length).toBeGreaterThan(0);
          expect(asked.every((url) => /^\/9\/\d+\/\d+\.png\?k=a%20b$/.test(url))).toBe(true);
          expect(await tip(page)).toBeLessThan(2);
          // The attribution is shown as text, even if it contains markup.
          await expect
            .poll(() => map.locator('.leaflet-control-attribution').textContent())
            .toBe('© <b>Maps</b>');
          await map.focus();
          await page.keyboard.press('+');
          await expect.poll(() => asked.some((url) => url.startsWith('/10/'))).toBe(true);
          expect(await axeFindings(page)).toEqual([]);
        },
      ),
    ));

  it('TXN-09 still shows the marker and the address if the network refuses tiles', () =>
    withBrand({ tiles: 'http://127.0.0.1:9/{z}/{x}/{y}.png' }, async (baseURL) => {
      const page = await suite.openOwn('about:blank', undefined, { baseURL, tolerates: /ERR_/ });
      await openMap(page);
      await page.getByText('The map could not be loaded').waitFor();
      await expect.poll(() => page.locator('.map-pin').isVisible()).toBe(true);
      await expect
        .poll(() => page.locator('.station-address').textContent())
        .toMatch(/\w+, [A-Z]{2}$/);
      expect(await tip(page)).toBeLessThan(2);
    }));

  it('TXN-09 is drawn of bundled outlines if the brand has no tiles, and shows the province of a station without a place', () =>
    withBrand(undefined, async (baseURL) => {
      const page = await suite.openOwn('about:blank', undefined, { baseURL });
      const hosts = new Set<string>();
      page.on('request', (request) => {
        const { host, protocol } = new URL(request.url());
        if (protocol.startsWith('http')) hosts.add(host);
      });
      const map = await openMap(page);
      await map.locator('path.map-region').nth(63).waitFor({ state: 'attached' });
      await expect.poll(() => page.locator('.station-address').isVisible()).toBe(true);
      await expect.poll(() => page.locator('.leaflet-tile').count()).toBe(0);
      await expect.poll(() => map.locator('path.map-region.here').count()).toBe(1);
      expect(await tip(page)).toBeLessThan(2);
      expect(await axeFindings(page)).toEqual([]);
      expect([...hosts]).toEqual([new URL(baseURL).host]);

      await page.route(/transactionsbyid/, async (route) => {
        const answer = await route.fetch();
        const detail = { ...(await answer.json()), station: null, dtl_stn_prv: 'SK' };
        await route.fulfill({ response: answer, json: detail });
      });
      await page.reload();
      await page
        .getByText('The service has no location for this station. The map shows Saskatchewan.')
        .waitFor();
      await expect.poll(() => page.locator('.map-pin').count()).toBe(0);
      await expect.poll(() => page.locator('path.map-region.here').isVisible()).toBe(true);
    }));

  it("TXN-09 loads no tile from a host other than the brand's, because of the policy", () =>
    withTiles((origin, asked) =>
      withBrand(undefined, async (baseURL) => {
        const page = await suite.openOwn('about:blank', undefined, {
          baseURL,
          tolerates: /policy|Content Security Policy/i,
        });
        await page.route('**/brands.json', async (route) => {
          const [brand] = await (await route.fetch()).json();
          await route.fulfill({ json: [{ ...brand, map: { tiles: `${origin}/{z}/{x}/{y}` } }] });
        });
        await openMap(page);
        await page.getByText('The map could not be loaded').waitFor();
        expect(asked).toEqual([]);
      }),
    ));
});
