import { menuEntries } from '@forecourt/core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFindings, signIn } from './browser.ts';
import { browserSuite, listRows } from './suite.ts';

const suite = browserSuite();
const REFUSED = 'Not allowed for your account';

const field = (page: Page) => page.getByRole('combobox', { name: /^Search/ });
const options = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option');
const group = (page: Page, name: string) => page.getByRole('group', { name }).getByRole('option');

/** The active option of the field. */
const active = async (page: Page) => {
  const id = await field(page).getAttribute('aria-activedescendant');
  return page.locator(`[id="${id}"]`);
};

async function openPalette(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
}

describe('command palette', () => {
  it('SHELL-13 opens with Ctrl K anywhere, has the focus, and is used with arrows and Enter', async () => {
    const page = await suite.openAs('/Dashboard');
    await openPalette(page);
    expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await (await active(page)).textContent()).toBe('Dashboard');
    await page.keyboard.press('ArrowDown');
    expect(await (await active(page)).textContent()).toBe('Customer');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await (await active(page)).textContent()).toBe(await options(page).last().textContent());
    await page.keyboard.type('daily r');
    expect(await (await active(page)).textContent()).toBe('Daily Rates');
    expect(await (await active(page)).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dailyrates');
    expect(await field(page).isVisible()).toBe(false);
  });

  it('closes with Escape, with Ctrl K again and with a click beside it; the focus returns', async () => {
    const page = await suite.openAs('/Dashboard');
    const button = page.getByRole('button', { name: 'Search' });
    await button.click();
    await field(page).waitFor();
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'detached' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await openPalette(page);
    await page.keyboard.press('Control+k');
    await field(page).waitFor({ state: 'detached' });
    await openPalette(page);
    await page.mouse.click(20, 800);
    await field(page).waitFor({ state: 'detached' });
  });

  it('SHELL-05 ACC-05 lists refused entries last, disabled, with their reason; Enter on them does nothing', async () => {
    const page = await suite.openAs('/Dashboard', 'viewer@northhaul.test');
    await openPalette(page);
    const menus = menuEntries(undefined).length;
    expect(await group(page, 'Go to').count()).toBeLessThan(menus);
    const refused = await group(page, REFUSED).allTextContents();
    expect(refused).toContainEqual(expect.stringMatching(/^Users.*read on screen FU/));
    expect(refused).toContainEqual(
      expect.stringMatching(/^Import Transactions.*create on screen FT/),
    );
    expect(refused).toContainEqual(expect.stringMatching(/^Add Card.*create on screen FCM/));
    expect(refused).toContainEqual(expect.stringMatching(/^Switch Account.*no other account/));
    const all = await options(page).allTextContents();
    expect(all.slice(-refused.length)).toEqual(refused);
    await page.keyboard.type('import tr');
    await page.keyboard.press('ArrowUp');
    expect(await (await active(page)).textContent()).toContain('Import Transactions');
    expect(await (await active(page)).getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Enter');
    await options(page).last().click({ force: true });
    expect(new URL(page.url()).pathname).toBe('/Dashboard');
    expect(await field(page).isVisible()).toBe(true);
  });

  it.each([
    ['7076 8500 0000 0010', 'Cards', '/managercards', 'filter=card_number%3A%3A7076850000000010'],
    ['INV-2026', 'Invoices', '/invoices', 'filter=invoice_number%3A%3AINV-2026'],
    ['A1000', 'Transactions', '/transactions', 'filter=authentication_id%3A%3AA1000'],
    ['Osterfell', 'Customer', '/customer', 'filter=name%3A%3AOsterfell'],
  ])('LIST-10 %s is looked for among %s', async (text, label, path, query) => {
    const page = await suite.openAs('/Dashboard');
    await openPalette(page);
    await page.keyboard.type(text);
    await group(page, 'Find')
      .filter({ hasText: `${label}: ` })
      .first()
      .click();
    await page.waitForURL(`**${path}?${query}`);
    await page.locator('table.list[aria-busy=false]').waitFor();
  });

  it('finds a card by its number as grouped on screen', async () => {
    const page = await suite.openAs('/Dashboard');
    await openPalette(page);
    await page.keyboard.type('7076 8500 0000 0010');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/managercards?**');
    expect(await listRows(page)).toHaveLength(1);
  });

  it('TXN-14 starts the import in its own screen, once', async () => {
    const page = await suite.openAs('/Dashboard');
    await openPalette(page);
    await page.keyboard.type('import tr');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/transactions');
    const dialog = page.getByRole('dialog', { name: 'Import Transactions' });
    await dialog.waitFor();
    await page.reload();
    await listRows(page);
    expect(await dialog.isVisible()).toBe(false);
  });

  it('AUTH-06 AUTH-07 AUTH-05 switches the colours and the account, switches back and logs out', async () => {
    const page = await suite.open({ colorScheme: 'light' });
    await page.goto('/');
    await signIn(page);
    const command = async (text: string) => {
      await openPalette(page);
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    };
    await command('dark');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.getByRole('button', { name: 'Light colours' }).waitFor();
    await command('switch acc');
    const dialog = page.getByRole('dialog', { name: 'Switch Profile' });
    await dialog.getByRole('option').nth(1).waitFor({ state: 'attached' });
    await dialog.getByRole('combobox').selectOption({ index: 1 });
    await dialog.getByRole('button', { name: 'Switch', exact: true }).click();
    const banner = page.getByRole('region', { name: 'Switched account' });
    await banner.waitFor();
    await command('switch back');
    await banner.waitFor({ state: 'detached' });
    await listRows(page);
    await command('sign out');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });

  it('does not open over a dialog', async () => {
    const page = await suite.openAs('/transactions');
    await page.getByRole('button', { name: 'Import Transactions' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Control+k');
    await page.waitForTimeout(300);
    expect(await field(page).count()).toBe(0);
  });

  it.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)('SHELL-13 axe finds nothing, %s at %i px', async (colorScheme, width) => {
    const page = await suite.openAs('/Dashboard', 'viewer@northhaul.test', {
      colorScheme,
      viewport: { width, height: 844 },
    });
    await openPalette(page);
    await page.waitForTimeout(250);
    const whole = await axeFindings(page);
    await page.keyboard.type('??');
    await page.getByText('No matches. Try').waitFor();
    await page.waitForTimeout(100);
    expect([whole, await axeFindings(page)]).toEqual([[], []]);
  });
});
