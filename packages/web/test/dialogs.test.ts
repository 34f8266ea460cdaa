import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { soon } from './forms.ts';
import { it } from './journey.ts';
import { browserSuite, listRows } from './suite.ts';

const suite = browserSuite();

/** What has the focus: the dialog's title it is in and its own name. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    const titleId = element?.closest('[role=dialog]')?.getAttribute('aria-labelledby');
    const title = titleId ? document.getElementById(titleId)?.textContent : undefined;
    const labels = element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
    const name = (labels && element.labels?.[0]?.textContent) || element?.textContent;
    return [title, (name ?? '').replace('*', '').trim()];
  });

interface Opening {
  readonly list: string;
  /** The button that opens the dialog, and the menu that it is in. */
  readonly button: RegExp;
  readonly under?: RegExp;
  readonly title: string;
  /** What has the focus first. */
  readonly first: string;
}

const OPENINGS: readonly Opening[] = [
  {
    list: '/managercards',
    button: /^Import Card$/,
    title: 'Import Card',
    first: 'Drop a file here or choose one.csv or .xls or .xlsx',
  },
  {
    list: '/managercards',
    button: /^Assign/,
    title: 'Assign Cards',
    first: 'Company',
  },
  { list: '/managercards', button: /^Delete card/, title: 'Delete card', first: 'Cancel' },
  {
    list: '/transactions',
    button: /^Import Transactions$/,
    title: 'Import Transactions',
    first: 'File type',
  },
  {
    list: '/customer-markup',
    button: /^Add Markup$/,
    title: 'Add Customer Markup',
    first: 'Company Name',
  },
  {
    list: '/invoices',
    button: /^Email invoice/,
    title: 'Email Invoice',
    first: 'Cancel',
  },
  // Its fields are there once the companies are loaded.
  { list: '/invoices', button: /^Bill a Period$/, title: 'Bill a Period', first: 'From' },
  { list: '/user', button: /^View Permission of/, title: 'Permission', first: 'Close' },
  {
    list: '/user',
    button: /^Switch Account$/,
    under: /Adele Marchetti/,
    title: 'Switch Profile',
    first: 'Company Name',
  },
];

/** More than the controls of most of these dialogs. */
const STOPS = 9;

describe('a dialog', () => {
  it('SHELL-13 focuses its first field, keeps the focus inside, and returns it to its opener on Escape', async () => {
    const page = await suite.openAs('/managercards');
    const lost: string[] = [];
    let shown = '';
    for (const { list, button, under, title, first } of OPENINGS) {
      if (shown !== list) {
        await page.goto(list);
        await listRows(page);
      }
      shown = list;
      if (title === 'Assign Cards') await page.locator('td .pick input').first().check();
      let opener = page.getByRole('button', { name: button }).first();
      if (under) {
        const menu = page.getByRole('button', { name: under }).first();
        await menu.click();
        await opener.click();
        opener = menu;
      } else await opener.click();
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.waitFor();
      await soon(() => focused(page)).toEqual([expect.stringContaining(title), first]);
      for (let step = 0; step < STOPS; step += 1) await page.keyboard.press('Tab');
      expect((await focused(page))[0]).toContain(title);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      const returned = await opener.evaluate((element) => element === document.activeElement);
      if (!returned) lost.push(title);
    }
    expect(lost).toEqual([]);
  });

  it('SHELL-13 over another dialog closes alone on Escape, and an open calendar before its dialog', async () => {
    const page = await suite.openAs('/invoices');
    await listRows(page);
    await page
      .getByRole('button', { name: /^More for invoice/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Payment Offline' }).click();
    const form = page.getByRole('dialog', { name: 'Add Payment' });
    await form.getByLabel('Amount Paid').fill('1');
    await form.getByRole('button', { name: 'Choose a day' }).click();
    await form.getByLabel('Year').waitFor();
    await page.keyboard.press('Escape');
    await form.getByLabel('Year').waitFor({ state: 'detached' });
    expect((await focused(page))[1]).toBe('Choose a day');
    await page.keyboard.press('Escape');
    const leave = page.getByRole('dialog', { name: 'Are you sure want to leave ?' });
    await leave.waitFor();
    expect(await focused(page)).toEqual(['Are you sure want to leave ?', 'Stay']);
    await page.keyboard.press('Escape');
    await leave.waitFor({ state: 'detached' });
    expect(await focused(page)).toEqual(['Add Payment', 'Choose a day']);
    await expect.poll(() => form.getByLabel('Amount Paid').inputValue()).toBe('1');
  });

  it('SHELL-12 says that its code could not be loaded, loses nothing, and opens at the next press', async () => {
    const page = await suite.openAs('/managercards', undefined, {
      tolerates: /Failed to load resource: net::ERR_FAILED/,
      prepare: (page) => page.route('**/assets/UploadDialog-*.js', (route) => route.abort()),
    });
    await listRows(page);
    await page.locator('td .pick input').first().check();
    await page.getByRole('button', { name: 'Import Card' }).click();
    await page.getByText('This dialog could not be loaded.').waitFor();
    await page.getByText('Check your connection, then open it again.').waitFor();
    await page.getByText('1 selected').waitFor();
    await page.unroute('**/assets/UploadDialog-*.js');
    await page.getByRole('button', { name: 'Import Card' }).click();
    await page.getByRole('dialog', { name: 'Import Card' }).waitFor();
  });
});
