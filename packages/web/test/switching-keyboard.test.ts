import { describe, expect } from 'vitest';
import { searched } from './forms.ts';
import { it } from './journey.ts';
import { tabTo } from './keys.ts';
import { browserSuite, listRows } from './suite.ts';

const suite = browserSuite();

describe('by keyboard only', () => {
  it('SHELL-13 AUTH-06 AUTH-07 switches into another account, and back', async () => {
    // Switching back ends the session that the list may still be loading with.
    const page = await suite.openOwn('/managercards', undefined, { tolerates: /status of 401/ });
    await listRows(page);
    await tabTo(page, /^AM/);
    await page.keyboard.press('Enter');
    await tabTo(page, 'Switch Account');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Switch Profile' });
    await searched(dialog.getByLabel('Company Name')).waitFor();
    await tabTo(page, /^Company Name/);
    await page.keyboard.type('North Haul');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Switch');
    const there = page.waitForEvent('load');
    await page.keyboard.press('Enter');
    await there;
    const banner = page.getByRole('region', { name: 'Switched account' });
    await banner.getByText('North Haul').waitFor();
    await tabTo(page, 'Switch back');
    const back = page.waitForEvent('load');
    await page.keyboard.press('Enter');
    await back;
    await listRows(page);
    await expect.poll(() => banner.count()).toBe(0);
  });

  it('SHELL-13 opens the search, finds a section and goes there', async () => {
    const page = await suite.openAs('/Dashboard');
    await tabTo(page, 'Search');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: /^Search/ }).waitFor();
    await page.keyboard.type('invoi');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/invoices');
    await listRows(page);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  });
});
