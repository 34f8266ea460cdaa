import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { launchBrowser, signIn } from './browser.ts';
import { it } from './journey.ts';
import { browserSuite, listRows } from './suite.ts';

const suite = browserSuite();

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in' });

async function logOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button').last().click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await signInButton(page).waitFor();
}

describe('other tabs', () => {
  it('AUTH-05 notice a sign-out, and a sign-in as somebody else', async () => {
    const page = await suite.open();
    await page.goto('/');
    await signIn(page);
    const second = await page.context().newPage();
    await second.goto('/invoices?size=5');
    await listRows(second);
    await logOut(page);
    await signInButton(second).waitFor();
    await expect.poll(() => second.locator('table').count()).toBe(0);
    const third = await page.context().newPage();
    await third.goto('/');
    await signInButton(third).waitFor();
    await signIn(page, 'viewer@northhaul.test');
    await third.getByRole('button', { name: /Vera/ }).waitFor();
    await second.getByRole('button', { name: /Vera/ }).waitFor();
    expect(new URL(second.url()).search).toBe('');
  });
});

describe('a page that the browser kept for its Back button', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser({
      full: true,
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
  });
  afterAll(() => browser.close());

  /** A tab that left its list for another site, and a second tab. */
  async function openTwo() {
    const context = await browser.newContext({ baseURL: suite.url() });
    await context.route('https://elsewhere.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>elsewhere</title>' }),
    );
    const page = await context.newPage();
    await page.goto('/');
    await signIn(page);
    await page.goto('/invoices?size=5');
    await listRows(page);
    await page.evaluate(() => {
      addEventListener('pageshow', ({ persisted }) => {
        if (persisted) sessionStorage.setItem('test.persisted', 'yes');
      });
    });
    const second = await context.newPage();
    await second.goto('/managercards');
    await listRows(second);
    await page.evaluate(() => location.assign('https://elsewhere.example/'));
    await page.waitForURL('https://elsewhere.example/');
    return { context, page, second };
  }

  async function goBack(page: Page) {
    await page.evaluate(() => history.back()).catch(() => undefined);
    await page.waitForURL((url) => url.host !== 'elsewhere.example', {
      waitUntil: 'commit',
    });
  }

  const wasKept = (page: Page) => page.evaluate(() => sessionStorage.getItem('test.persisted'));

  it('AUTH-05 notices a sign-out', async () => {
    const { context, page, second } = await openTwo();
    await logOut(second);
    await goBack(page);
    await signInButton(page).waitFor();
    await expect.poll(() => page.locator('table').count()).toBe(0);
    expect(await wasKept(page)).toBe('yes');
    await context.close();
  });

  it('AUTH-05 notices a sign-in as somebody else', async () => {
    const { context, page, second } = await openTwo();
    await logOut(second);
    await signIn(second, 'viewer@northhaul.test');
    await listRows(second);
    await goBack(page);
    await page.getByRole('button', { name: /Vera/ }).waitFor();
    await listRows(page);
    expect(new URL(page.url()).search).toBe('');
    expect(await wasKept(page)).toBe('yes');
    await context.close();
  });
});
