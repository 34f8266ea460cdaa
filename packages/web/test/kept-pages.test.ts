import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserSuite } from './suite.ts';
import { withSandbox } from './with-sandbox.ts';

const suite = browserSuite();
const pages: Page[] = [];
const heard: string[] = [];

const isDark = (page: Page) =>
  page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);

describe('a page that later tests get again', () => {
  it('is left with another address, size, colours, storage, cookie, route, listener and a question', async () => {
    const page = await suite.openAs('/managercards/2/edit', undefined, {
      tolerates: /ERR_FAILED/,
      colorScheme: 'dark',
      viewport: { width: 700, height: 700 },
    });
    expect(await isDark(page)).toBe(true);
    expect(page.viewportSize()).toEqual({ width: 700, height: 700 });
    pages.push(page);
    page.on('request', (request) => heard.push(request.url()));
    await page.route('**/profile**', (route) => route.abort());
    await page.setViewportSize({ width: 500, height: 500 });
    await page.evaluate(() => {
      localStorage.clear();
      localStorage.setItem('left', 'here');
      sessionStorage.setItem('left', 'here');
      // biome-ignore lint/suspicious/noDocumentCookie: what a script of the page would do
      document.cookie = 'left=here; path=/';
    });
    await page.getByLabel('Driver Name').fill('Not Saved');
  });

  it('is as new, and signed in', async () => {
    heard.length = 0;
    const page = await suite.openAs('/profile');
    expect(page === pages[0]).toBe(true);
    await page.locator('[aria-busy=false] .profile').waitFor();
    expect(heard).toEqual([]);
    expect(page.viewportSize()).toEqual({ width: 1440, height: 900 });
    expect(await isDark(page)).toBe(false);
    expect(await page.evaluate(() => Object.keys(localStorage))).toContain('forecourt.session');
    expect(
      await page.evaluate(() => [
        localStorage.getItem('left'),
        sessionStorage.getItem('left'),
        document.cookie.includes('left'),
        history.length,
      ]),
    ).toEqual([null, null, false, 2]);
  });

  it('has the size and colours that its next test asks for', async () => {
    const page = await suite.openAs('/profile', undefined, {
      colorScheme: 'dark',
      viewport: { width: 500, height: 600 },
    });
    expect(page === pages[0]).toBe(true);
    expect(await isDark(page)).toBe(true);
    expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600]);
    await page.clock.install();
  });

  it('is another one after a test that used a clock', async () => {
    expect((await suite.openAs('/profile')) === pages[0]).toBe(false);
  });

  it('is the same one for one separate sandbox after the other, signed in at each', async () => {
    const separate: Page[] = [];
    for (const number of ['first', 'second']) {
      await withSandbox({}, async (baseURL) => {
        const page = await suite.openOwn('/profile', undefined, { baseURL });
        await page.locator('[aria-busy=false] .profile').waitFor();
        expect(await page.evaluate(() => sessionStorage.getItem('left'))).toBe(null);
        await page.evaluate((value) => sessionStorage.setItem('left', value), number);
        separate.push(page);
      });
    }
    expect(separate[0] === separate[1]).toBe(true);
  });
});
