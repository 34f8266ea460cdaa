import { PASSWORD } from '@forecourt/sandbox';
import { describe, expect } from 'vitest';
import { enabled, goodFile, payload } from './importing.ts';
import { it } from './journey.ts';
import { tabTo } from './keys.ts';
import { browserSuite, listRows } from './suite.ts';

const suite = browserSuite();

describe('by keyboard only', () => {
  it('SHELL-13 LIST-16 opens the menu of the fourth row with eight keys, picks it, and opens it', async () => {
    const page = await suite.openAs('/invoices');
    const rows = await listRows(page);
    // LIST-01: the filter opened by a key takes what is typed next.
    await page.getByRole('button', { name: 'Advanced Filter' }).focus();
    await page.keyboard.press('Enter');
    const number = page.getByRole('textbox', { name: 'Invoice Number', exact: true });
    await expect
      .poll(() => number.evaluate((field) => field === document.activeElement))
      .toBe(true);
    await page.reload();
    await listRows(page);
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        return activeElement instanceof HTMLTableRowElement ? activeElement.rowIndex : undefined;
      });
    const keys = ['Tab', 'Enter', 'Tab', 'Enter', 'ArrowDown', 'ArrowDown', 'ArrowDown', '.'];
    for (const key of keys) await page.keyboard.press(key);
    const menu = page.getByRole('group', { name: `More for invoice ${rows[3]?.[0]}` });
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await expect.poll(focused).toBe(4);
    await page.keyboard.press('Space');
    await expect.poll(() => page.locator('tr.picked').count()).toBe(1);
    await page.keyboard.press('ArrowRight');
    await expect.poll(focused).toBe(undefined);
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe(4);
    // Tab goes on from the row that had the focus, and comes back to it.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect.poll(focused).toBe(4);
    await page.keyboard.press('Shift+F10');
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe(4);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/invoices/${rows[3]?.[0]}/view`);
  });

  it('SHELL-13 signs in, goes to the transactions, and imports a file', async () => {
    const page = await suite.open();
    // Registered long before the key, because the browser takes a moment to hand its choosers over.
    const chooser = page.waitForEvent('filechooser');
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await tabTo(page, 'Email');
    await page.keyboard.type('clerk@forecourt.test');
    await tabTo(page, 'Password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await listRows(page);
    await tabTo(page, 'Skip to content');
    await tabTo(page, 'Transactions');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/transactions');
    await page.getByRole('heading', { name: 'Transactions', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Import Transactions' }).waitFor();
    await tabTo(page, 'Import Transactions');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, /^File type/);
    await page.keyboard.press('E');
    await tabTo(page, /^File Drop/);
    await page.keyboard.press('Space');
    await (await chooser).setFiles(payload(goodFile('ESSO')));
    await enabled(page);
    await tabTo(page, 'Upload');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Import transactions successfully!').waitFor();
    await tabTo(page, 'Close');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Import Transactions');
  });
});
