import { describe, expect } from 'vitest';
import { signIn } from './browser.ts';
import { it } from './journey.ts';
import { browserSuite, listRows, watchCalls } from './suite.ts';

const suite = browserSuite();
const REFUSED = /status of 401/;

describe('sign-in', () => {
  it('AUTH-01 keeps Sign in disabled until email and password are valid, names the malformed email, and signs in with Enter', async () => {
    const page = await suite.open();
    await page.goto('/');
    const button = page.getByRole('button', { name: 'Sign in' });
    await expect.poll(() => button.isDisabled()).toBe(true);
    // SHELL-13: the first thing to type has the focus.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('type')))
      .toBe('email');
    await page.getByLabel('Email').fill('admin@forecourt');
    await page.getByLabel('Password').fill('Forecourt-1!');
    await expect.poll(() => button.isDisabled()).toBe(true);
    await expect.poll(() => page.getByText('Please enter a valid email.').isVisible()).toBe(true);
    await page.getByLabel('Email').fill('admin@forecourt.test');
    await expect.poll(() => button.isDisabled()).toBe(false);
    await expect.poll(() => page.getByText('Please enter a valid email.').isVisible()).toBe(false);
    await expect
      .poll(() => page.getByRole('link', { name: 'Sign up' }).getAttribute('href'))
      .toMatch(/^https:/);
    await expect
      .poll(() => page.getByRole('link', { name: 'Forgot password?' }).getAttribute('href'))
      .toMatch(/^https:/);
    await page.getByLabel('Password').press('Enter');
    await page.waitForURL('**/managercards');
  });

  it('AUTH-02 shows refused credentials, and lets the user correct them', async () => {
    const page = await suite.open({ tolerates: REFUSED });
    await page.goto('/');
    await page.getByLabel('Email').fill('admin@forecourt.test');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Invalid Credential Please try again.').waitFor();
    // SHELL-13: what to type again has the focus, not the page.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('type')))
      .toBe('password');
    await signIn(page);
    await page.waitForURL('**/managercards');
  });

  it('AUTH-03 stores the authorization in a strict cookie and menu access in local storage', async () => {
    const page = await suite.openAs('/');
    const [cookie] = (await page.context().cookies()).filter(
      ({ name }) => name === 'authorization',
    );
    expect(cookie).toMatchObject({ sameSite: 'Strict', path: '/' });
    expect(decodeURIComponent(cookie?.value ?? '')).toMatch(/^Bearer /);
    const stored = await page.evaluate(() => JSON.stringify(localStorage));
    expect(stored).not.toContain('Bearer');
    const session = await page.evaluate(() => JSON.parse(localStorage['forecourt.session']));
    expect(session.access.transactions.create).toBe(true);
  });

  it('AUTH-05 Logout deletes all of the session and reloads the root', async () => {
    // A session for this test only: signing out ends it at the service too, also for a list that still loads.
    const page = await suite.open({ tolerates: REFUSED });
    await page.goto('/');
    await signIn(page);
    await page.getByRole('button', { name: /Adele/ }).click();
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Logout' }).click();
    await reloaded;
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.context().cookies()).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('forecourt.session')))
      .toBeNull();
    await signIn(page);
    await page.waitForURL('**/managercards');
  });

  it('AUTH-09 leads to the login if the service no longer knows the session, and back to the same place', async () => {
    const page = await suite.openAs('/transactions?size=5', undefined, { tolerates: REFUSED });
    await listRows(page);
    await page.context().addCookies([
      {
        name: 'authorization',
        value: encodeURIComponent('Bearer gone'),
        url: suite.url(),
        sameSite: 'Strict',
      },
    ]);
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await signIn(page);
    await page.waitForURL('**/transactions?size=5');
  });
});

describe('routes', () => {
  it('SHELL-02 the root leads a signed-in user to the cards', async () => {
    const page = await suite.openAs('/');
    await page.goto('/');
    await page.waitForURL('**/managercards');
  });

  it('SHELL-04 any other path is not found, signed in or not', async () => {
    const page = await suite.open();
    await page.goto('/nowhere/at-all');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    const known = await suite.openAs('/nowhere');
    await known.getByRole('heading', { name: 'Page not found' }).waitFor();
    await expect.poll(() => known.locator('#main-menu').isVisible()).toBe(true);
  });

  it('SHELL-05 a screen without its right says so, and keeps menu and Logout', async () => {
    const page = await suite.openAs('/managercards', 'nobody@forecourt.test');
    await page
      .getByText("You don't have permission to access this page, contact your administrator")
      .waitFor();
    await page.getByText('read on screen FCM').waitFor();
    await page.getByRole('banner').getByRole('button').last().click();
    await expect.poll(() => page.getByRole('button', { name: 'Logout' }).isVisible()).toBe(true);
  });

  it('SHELL-05 add needs create, edit needs update', async () => {
    const page = await suite.openAs('/transactions/add-new', 'viewer@northhaul.test');
    await page.getByText('create on screen FT').waitFor();
    await page.goto('/managercards/1/edit');
    await page.getByText('update on screen FCM').waitFor();
    await page.goto('/invoices/payments');
    await page.getByRole('heading', { name: 'Invoice Payments' }).waitFor();
  });

  it('SHELL-06 a private route waits behind the login', async () => {
    const page = await suite.open();
    const calls = watchCalls(page);
    await page.goto('/invoices?page=2&size=5');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(calls).toEqual([]);
    await signIn(page);
    await page.waitForURL('**/invoices?page=2&size=5');
    await page.getByRole('heading', { name: 'Invoice', exact: true }).waitFor();
  });
});
