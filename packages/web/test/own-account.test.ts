import { PASSWORD } from '@forecourt/sandbox';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { sampleOf } from '../../../scripts/sample.ts';
import { axeFindings, PATIENCE_MS, signIn } from './browser.ts';
import { it } from './journey.ts';
import { browserSuite, listRows, waitForToast } from './suite.ts';

const suite = browserSuite({ signedIn: false });
const NEXT = 'Diesel-by-night-7';

/** A session from the login form, which knows the program of its page. */
async function signedIn(
  email: Parameters<typeof signIn>[1],
  options: Parameters<typeof suite.open>[0] = {},
): Promise<Page> {
  const page = await suite.open(options);
  await page.goto('/');
  await signIn(page, email);
  return page;
}

const sessionRows = (page: Page) => page.locator('.sessions tbody tr');

async function openProfile(page: Page, sessions?: number): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('heading', { name: 'Your sessions' }).waitFor();
  if (sessions !== undefined) await expect.poll(() => sessionRows(page).count()).toBe(sessions);
}

const login = (email: string, password: string) =>
  fetch(`${suite.url()}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, password }),
  });

describe('your own sessions', () => {
  it('AUTH-11 are listed, ended one by one and all others at once; an ended page says why', async () => {
    const email = 'viewer@northhaul.test';
    const page = await signedIn(email);
    const phone = await signedIn(email, {
      tolerates: /status of 401/,
      userAgent: 'forecourt/0.1.0',
    });
    await phone.goto('/invoices');
    await listRows(phone);
    await login(email, PASSWORD);
    await openProfile(page, 3);
    const own = sessionRows(page).filter({ hasText: 'This session' });
    await expect.poll(() => own.count()).toBe(1);
    await expect.poll(() => own.textContent()).toMatch(/Chrome on Linux/);
    const others = sessionRows(page).filter({ hasText: 'Forecourt command line' });
    await expect.poll(() => others.textContent()).toContain('127.0.0.1');
    await others.getByRole('button', { name: /^Sign out/ }).click();
    await waitForToast(page, 'Session ended.');
    await expect.poll(() => sessionRows(page).count()).toBe(2);
    await phone.getByRole('link', { name: 'Invoices' }).click();
    await phone.reload();
    await phone.getByRole('button', { name: 'Sign in' }).waitFor();
    await expect
      .poll(() => phone.getByRole('alert').textContent())
      .toBe(
        'Your session has ended. Sign in again as the same person: the page and most of what you typed are kept; files, corrections of them and passwords are not. This session is over: it was signed out, the password was changed, or its time is up.',
      );
    await signIn(phone, email);
    await phone.waitForURL('**/invoices');
    await openProfile(page, 3);
    await page.getByRole('button', { name: 'Sign out all others' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Your 2 other sessions end at once.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => sessionRows(page).count()).toBe(3);
    await page.getByRole('button', { name: 'Sign out all others' }).click();
    await dialog.getByRole('button', { name: 'Sign out all others' }).click();
    await waitForToast(page, '2 sessions ended.');
    await expect.poll(() => sessionRows(page).count()).toBe(1);
    await expect
      .poll(() => page.getByRole('button', { name: 'Sign out all others' }).count())
      .toBe(0);
    await sessionRows(page)
      .getByRole('button', { name: /^Sign out/ })
      .click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await expect.poll(() => page.getByText('Your session has ended').count()).toBe(0);
  });

  it('AUTH-11 can be loaded again after a failure, and ending one that has ended is no error', async () => {
    const page = await suite.openOwn('about:blank', undefined, {
      tolerates: /status of (404|500)/,
    });
    await page.route('**/api/v1/sessions', (route) => route.fulfill({ status: 500, body: '' }));
    await openProfile(page);
    await page.locator('.sessions').getByRole('button', { name: 'Try again' }).waitFor();
    await page.unrouteAll();
    await login('admin@forecourt.test', PASSWORD);
    await page.locator('.sessions').getByRole('button', { name: 'Try again' }).click();
    const other = sessionRows(page).filter({ hasNotText: 'This session' }).first();
    await other.waitFor();
    await page.route('**/api/v1/sessions/*', (route) =>
      route.fulfill({ status: 404, json: { title: 'gone' } }),
    );
    await other.getByRole('button', { name: /^Sign out/ }).click();
    await waitForToast(page, 'Session ended.');
  });
});

describe('your own password', () => {
  it('USER-08 is changed by keyboard; a wrong current one is shown at its field, and all other sessions end', async () => {
    const email = 'nobody@forecourt.test';
    const page = await suite.openOwn('about:blank', email, {
      tolerates: /status of (401|422|403)/,
    });
    const other = (await login(email, PASSWORD)).headers.get('authorization') ?? '';
    await openProfile(page, 2);
    const opener = page.getByRole('button', { name: 'Change password' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Change Password' });
    await dialog.getByText('All your other sessions end when the password changes.').waitFor();
    const current = dialog.getByLabel('Current Password');
    const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement).name);
    await expect
      .poll(() => current.evaluate((field) => field === document.activeElement))
      .toBe(true);
    await expect.poll(() => current.getAttribute('autocomplete')).toBe('current-password');
    await expect
      .poll(() => dialog.getByLabel('New Password').getAttribute('autocomplete'))
      .toBe('new-password');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => opener.evaluate((button) => button === document.activeElement))
      .toBe(true);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => current.evaluate((field) => field === document.activeElement))
      .toBe(true);
    await page.keyboard.type('Not-this-one-1');
    await page.keyboard.press('Tab');
    await page.keyboard.type('short');
    await page.keyboard.press('Tab');
    await dialog.getByText('A password needs at least 12 characters').waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(NEXT);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Diesel-by-night-8');
    await page.keyboard.press('Enter');
    await dialog.getByText('Passwords do not match').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type(NEXT);
    await page.keyboard.press('Enter');
    await dialog.getByText('The current password is wrong.').waitFor();
    await expect
      .poll(() => current.evaluate((field) => field === document.activeElement))
      .toBe(true);
    expect(await focused()).toBeDefined();
    await page.keyboard.press('Control+A');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await waitForToast(page, 'Password changed. All other sessions are over.');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => sessionRows(page).count()).toBe(1);
    const call = await fetch(`${suite.url()}/api/v1/sessions`, {
      headers: { authorization: other },
    });
    expect(call.status).toBe(401);
    expect([(await login(email, PASSWORD)).status, (await login(email, NEXT)).status]).toEqual([
      401, 200,
    ]);
  });
});

describe('the sign-in page', () => {
  it('AUTH-12 says when to try again after too many failures, and not that the credentials are invalid', async () => {
    const email = 'clerk@forecourt.test';
    // The sign-in queue has two places for each address; a third request would get a 503.
    for (let pair = 0; pair < 5; pair += 1) {
      const guess = () => login(email, 'Not-this-one-1');
      const answers = await Promise.all([guess(), guess()]);
      expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    }
    const page = await suite.open({ tolerates: /status of 429/ });
    await page.goto('/');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('Not-this-one-1');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText(/^Too many failed sign-ins\. Try again in 1[45] min\./).waitFor();
    await expect.poll(() => alert.textContent()).not.toContain('Invalid Credential');
  });

  it('AUTH-12 says when to try again if a proxy refuses without a text', async () => {
    const page = await suite.open({ tolerates: /status of 503/ });
    await page.route('**/api/v1/login', (route) =>
      route.fulfill({ status: 503, headers: { 'retry-after': '45' }, body: '<html>busy' }),
    );
    await page.goto('/');
    await page.getByLabel('Email').fill('admin@forecourt.test');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page
      .getByRole('alert')
      .getByText('Signing in is not possible right now. Try again in 45 s.')
      .waitFor();
  });

  it('AUTH-11 says in other tabs that the session ended there after a sign-out', async () => {
    const page = await suite.openOwn('/managercards');
    const second = await page.context().newPage();
    second.setDefaultTimeout(PATIENCE_MS);
    await second.goto('/invoices');
    await listRows(second);
    // An answer that is still under way would say that the session is over, but not where it ended.
    await second.waitForLoadState('networkidle');
    await page.getByRole('banner').getByRole('button').last().click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await second
      .getByText(
        'Your session has ended. Sign in again as the same person: the page and most of what you typed are kept; files, corrections of them and passwords are not. It ended in another tab.',
      )
      .waitFor();
  });
});

describe.each(
  sampleOf(
    [
      ['light', 1440],
      ['dark', 1440],
      ['light', 390],
    ] as const,
    3,
    String,
  ),
)('%s, %i px', (colorScheme, width) => {
  it('SHELL-13 has no axe findings at the profile, its sessions and the password, and all fits', async () => {
    const page = await suite.openOwn('about:blank', undefined, {
      colorScheme,
      viewport: { width, height: 844 },
    });
    await openProfile(page);
    await sessionRows(page).first().waitFor();
    await page.locator('input[value="Adele"]').waitFor();
    const shots = process.env.SHOTS;
    if (shots)
      await page.screenshot({ path: `${shots}/${colorScheme}-${width}.png`, fullPage: true });
    const profile = await axeFindings(page);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByLabel('Current Password').waitFor();
    await page.waitForTimeout(250);
    if (shots) await page.screenshot({ path: `${shots}/${colorScheme}-${width}-dialog.png` });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([profile, await axeFindings(page), over]).toEqual([[], [], 0]);
  });
});
