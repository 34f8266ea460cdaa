import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { sampleOf } from '../../../scripts/sample.ts';
import { axeFindings, SESSION_OVER, signIn } from './browser.ts';
import { chooseListed, searched } from './forms.ts';
import { it } from './journey.ts';
import { browserSuite, listRows } from './suite.ts';

const suite = browserSuite();
const NORTH_HAUL = 'North Haul Carriers Ltd.';

const SHOTS = process.env.SHOTS;

const shot = async (page: Page, name: string) => {
  if (!SHOTS) return;
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.screenshot({ path: `${SHOTS}/${name}-${width}.png` });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
};

const banner = (page: Page) => page.getByRole('region', { name: 'Switched account' });

/** Switching back ends the session that a list may still be using. */
const CALL_UNDER_WAY = /status of 401/;
const REFUSED = /status of (401|403|503)/;

/** A session for one test: switching must not touch the one that other tests share. */
async function openOwn(
  options: Parameters<typeof suite.open>[0] = { tolerates: CALL_UNDER_WAY },
): Promise<Page> {
  const page = await suite.openOwn('/managercards', undefined, options);
  await listRows(page);
  return page;
}

async function openDialog(page: Page) {
  await page.getByRole('banner').getByRole('button').last().click();
  await page.getByRole('button', { name: 'Switch Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch Profile' });
  await searched(dialog.getByLabel('Company Name')).waitFor();
  return dialog;
}

async function switchTo(page: Page): Promise<void> {
  const dialog = await openDialog(page);
  await chooseListed(dialog.getByLabel('Company Name'), NORTH_HAUL);
  const loaded = page.waitForEvent('load');
  await dialog.getByRole('button', { name: 'Switch', exact: true }).click();
  await loaded;
  await banner(page).waitFor();
}

async function switchBack(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load');
  await banner(page).getByRole('button', { name: 'Switch back' }).click();
  await loaded;
  await listRows(page);
}

const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage['forecourt.session'] ?? '{}'));

/** The companies of the cards and invoices on screen. */
async function companies(page: Page): Promise<Set<string>> {
  await page.goto('/invoices');
  await listRows(page);
  const at = await page
    .locator('table.list > thead th:not(.tool)')
    .allTextContents()
    .then((names) => names.findIndex((name) => name.startsWith('Company')));
  return new Set((await listRows(page)).map((row) => row[at] ?? ''));
}

describe('switching accounts', () => {
  it('AUTH-06 AUTH-07 lets an admin act for North Haul, see only its rows, and return to all', async () => {
    const page = await openOwn({ tolerates: CALL_UNDER_WAY });
    expect((await companies(page)).size).toBeGreaterThan(1);
    await switchTo(page);
    await page.waitForURL('**/managercards');
    await expect
      .poll(() => banner(page).textContent())
      .toContain(`Operating from switched account ${NORTH_HAUL}`);
    expect((await stored(page)).actingFor).toMatchObject({ name: NORTH_HAUL });
    expect([...(await companies(page))]).toEqual([NORTH_HAUL]);
    await page.reload();
    await banner(page).waitFor();
    await switchBack(page);
    await expect.poll(() => banner(page).isVisible()).toBe(false);
    expect((await stored(page)).actingFor).toBeUndefined();
    expect((await companies(page)).size).toBeGreaterThan(1);
  });

  it('AUTH-06 requires Company Name before Switch, and Cancel changes nothing', async () => {
    const page = await openOwn();
    const before = await page.context().cookies();
    const dialog = await openDialog(page);
    const choice = dialog.getByLabel('Company Name');
    await expect.poll(() => choice.getAttribute('required')).not.toBeNull();
    await choice.focus();
    await page.keyboard.press('Tab');
    await dialog.getByText('Company Name is required').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => dialog.isVisible()).toBe(false);
    expect(await page.context().cookies()).toEqual(before);
  });

  it('AUTH-07 is followed by a second tab there and back, on its own page', async () => {
    const page = await openOwn();
    const second = await page.context().newPage();
    await second.goto('/invoices');
    await listRows(second);
    const followed = second.waitForEvent('load');
    await switchTo(page);
    await followed;
    await banner(second).getByText(NORTH_HAUL).waitFor();
    expect(new URL(second.url()).pathname).toBe('/invoices');
    const returned = second.waitForEvent('load');
    await switchBack(page);
    await returned;
    await listRows(second);
    await expect.poll(() => banner(second).isVisible()).toBe(false);
    expect((await page.context().cookies()).some(({ name }) => name === 'authorization')).toBe(
      true,
    );
  });

  it('AUTH-06 AUTH-09 keeps what was typed in another tab until it is back in that account, or drops it on request', async () => {
    const page = await openOwn();
    const second = await page.context().newPage();
    const kept = second.getByRole('region', { name: 'Kept input' });
    const driver = second.getByLabel('Driver Name');
    const open = async (id: number, typed: string) => {
      await second.goto(`/managercards/${id}/edit`);
      await driver.fill(typed);
    };
    await open(21, 'Typed Before The Switch');
    const followed = second.waitForEvent('load');
    await switchTo(page);
    await followed;
    await banner(second).getByText(NORTH_HAUL).waitFor();
    await kept
      .getByText(
        'Another tab switched accounts. What you had typed here is kept. It comes back in your own account.',
      )
      .waitFor();
    await listRows(second);
    expect(await axeFindings(second)).toEqual([]);
    await shot(second, 'kept-input');
    // In this account there is no such form.
    expect(await driver.count()).toBe(0);
    const returned = second.waitForEvent('load');
    await switchBack(page);
    await returned;
    await expect.poll(() => driver.inputValue()).toBe('Typed Before The Switch');
    await second.getByText('This is what you had entered here. It is not saved yet.').waitFor();
    expect(new URL(second.url()).pathname).toBe('/managercards/21/edit');
    expect(await kept.count()).toBe(0);

    const again = second.waitForEvent('load');
    await switchTo(page);
    await again;
    await kept.getByRole('button', { name: 'Discard it' }).click();
    await expect.poll(() => kept.count()).toBe(0);
    expect(await second.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(
      'Typed Before The Switch',
    );
    const back = second.waitForEvent('load');
    await switchBack(page);
    await back;
    await listRows(second);
    expect(new URL(second.url()).pathname).toBe('/managercards');
  });

  it('AUTH-07 is not undone by a late 401 in a tab that is behind', async () => {
    const page = await openOwn({ tolerates: /status of 401/ });
    await switchTo(page);
    const second = await page.context().newPage();
    // Receives no storage events, so it continues with an authorization that switching back ends.
    await second.addInitScript(() =>
      addEventListener('storage', (event) => event.stopImmediatePropagation()),
    );
    await second.goto('/managercards');
    await listRows(second);
    await switchBack(page);
    await second.getByRole('link', { name: 'Invoices' }).click();
    await second.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.reload();
    await expect.poll(() => listRows(page)).toHaveLength(10);
  });

  /** Tries to switch while one call fails; returns the dialog once it shows the error. */
  async function failToSwitch(page: Page, path: RegExp, status: number) {
    const dialog = await openDialog(page);
    await page.route(path, (route) => route.fulfill({ status, json: { title: 'no' } }));
    await chooseListed(dialog.getByLabel('Company Name'), NORTH_HAUL);
    await dialog.getByRole('button', { name: 'Switch', exact: true }).click();
    await dialog
      .getByRole('alert')
      .getByText('Error while performing operation. Please refresh your browser')
      .waitFor({ timeout: 20_000 });
    return dialog;
  }

  it('AUTH-06 keeps your own account and its authorization if the switch is refused', async () => {
    const page = await openOwn({ tolerates: REFUSED });
    const before = await page.context().cookies();
    const dialog = await failToSwitch(page, /\/switch\/\d+$/, 403);
    expect(await page.context().cookies()).toEqual(before);
    expect((await stored(page)).actingFor).toBeUndefined();
    await dialog.getByRole('button', { name: 'Close dialog' }).click();
    await expect.poll(() => banner(page).isVisible()).toBe(false);
    await expect.poll(() => listRows(page)).toHaveLength(10);
  });

  it('AUTH-06 AUTH-11 keeps your own account under a new authorization if the switch finds no access', async () => {
    const page = await openOwn({ tolerates: REFUSED });
    const before = await page.context().cookies();
    const dialog = await failToSwitch(page, /\/screens\?/, 503);
    // The service ended the former authorization on switching and issued a new one on switching
    // back.
    await expect.poll(() => page.context().cookies()).not.toEqual(before);
    expect((await stored(page)).actingFor).toBeUndefined();
    await dialog.getByRole('button', { name: 'Close dialog' }).click();
    await expect.poll(() => banner(page).isVisible()).toBe(false);
    await page.unrouteAll();
    await page.reload();
    await expect.poll(() => listRows(page)).toHaveLength(10);
    await expect.poll(() => banner(page).isVisible()).toBe(false);
    expect((await companies(page)).size).toBeGreaterThan(1);
  });

  it('AUTH-09 AUTH-11 ends the session of a page that switched back, once the service refuses it', async () => {
    const page = await openOwn({ tolerates: /status of (401|503)/ });
    const dialog = await failToSwitch(page, /\/screens\?/, 503);
    await page.route(/\/switch\/\d+$/, (route) => route.fulfill(SESSION_OVER));
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });

  it('AUTH-07 shows a failed way back, and can be tried again', async () => {
    const page = await openOwn({ tolerates: REFUSED });
    await switchTo(page);
    await page.route('**/switch/manager', (route) => route.fulfill({ status: 403, body: '' }));
    await banner(page).getByRole('button', { name: 'Switch back' }).click();
    const notes = page.getByRole('region', { name: 'Notifications' });
    await notes
      .getByText('Error while performing operation. Please refresh your browser')
      .waitFor();
    await page.unroute('**/switch/manager');
    await switchBack(page);
    await expect.poll(() => banner(page).isVisible()).toBe(false);
  });

  it('AUTH-05 forgets the switched account on Logout', async () => {
    const page = await openOwn();
    await switchTo(page);
    await page.getByRole('banner').getByRole('button').last().click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await stored(page)).toEqual({});
    await signIn(page);
    await listRows(page);
    await expect.poll(() => banner(page).isVisible()).toBe(false);
  });

  it('SHELL-08 AUTH-08 is disabled for the clerk, with its reason and no dialog', async () => {
    const page = await suite.openAs('/', 'clerk@forecourt.test');
    await page.getByRole('banner').getByRole('button').last().click();
    const item = page.getByRole('button', { name: /Switch Account/ });
    await expect.poll(() => item.getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => item.textContent()).toContain('manages no other account');
    await item.click({ force: true });
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });
});

// Each scheme and each width once, as on the other screens.
describe.each(
  sampleOf(
    [
      ['light', 1440],
      ['dark', 390],
    ] as const,
    2,
    String,
  ),
)('%s, %i px', (colorScheme, width) => {
  it('SHELL-13 has no axe findings at the dialog and the banner, and both fit', async () => {
    const page = await openOwn({ colorScheme, viewport: { width, height: 844 } });
    const dialog = await openDialog(page);
    await page.waitForTimeout(250);
    const asked = await axeFindings(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await switchTo(page);
    await listRows(page);
    await page.waitForTimeout(250);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([asked, await axeFindings(page), over]).toEqual([[], [], 0]);
  });
});
