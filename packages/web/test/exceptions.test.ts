import { describe, expect } from 'vitest';
import { axeFindings } from './browser.ts';
import { it } from './journey.ts';
import { browserSuite, headings, listRows } from './suite.ts';

const suite = browserSuite();

describe('a service that lacks a part', () => {
  it('LIST-05 LIST-15 says that it has no exceptions, and is asked once a day for views', async () => {
    let asked = 0;
    const absent = { status: 404, json: { title: 'Not Found', status: 404 } };
    const page = await suite.openAs('/transactions/exceptions', undefined, {
      tolerates: /status of 404/,
      prepare: async (page) => {
        await page.route('**/api/v1/views', (route) => {
          asked += 1;
          return route.fulfill(absent);
        });
        await page.route('**/api/v1/exceptions?*', (route) => route.fulfill(absent));
      },
    });
    await page.getByText('This service has no list of exceptions.', { exact: true }).waitFor();
    await expect.poll(() => asked).toBe(1);
    await page.goto('/managercards');
    await listRows(page);
    await page.getByRole('button', { name: 'Columns' }).waitFor();
    expect(asked).toBe(1);
    // The menu asks again: the service may keep views by now.
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await expect.poll(() => asked).toBe(2);
  });
});

describe('exceptions', () => {
  it('TXN-18 are reached from the transactions, and show the purchase beside the card’s limits; one is explained', async () => {
    const page = await suite.openAs('/transactions');
    await listRows(page);
    await page.getByRole('link', { name: 'Exceptions', exact: true }).click();
    await page.waitForURL('**/transactions/exceptions');
    await listRows(page);
    expect(await headings(page)).toEqual([
      'Rule',
      'State',
      'Figure',
      'Limit',
      'Time Stamp',
      'Auth Code',
      'Card Number',
      'Company',
      'Site Number',
      'Reason',
      'By',
    ]);
    expect(await axeFindings(page)).toEqual([]);
    const row = page.locator('table.list tbody tr[data-row]').first();
    const icons = await row
      .getByRole('button', { name: /^(Explain|Dismiss)/ })
      .locator('path')
      .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
    expect(new Set(icons).size).toBe(2);
    await page.getByRole('link', { name: /^View/ }).first().click();
    await page.waitForURL('**/view');
    await page.getByRole('heading', { name: 'Card’s limits' }).waitFor();
    await page.getByRole('table').getByText('Auth Code').waitFor();
    const shown = page.locator('.record-table tr[aria-current=true]');
    await expect.poll(() => shown.count()).toBe(1);
    await expect.poll(() => shown.textContent()).toMatch(/ \d+\.\d\d (L|USG).* (CAD|USD)$/);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /^Explain/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Reason/).fill('Two trucks, one card');
    await dialog.getByRole('button', { name: 'Explain', exact: true }).click();
    await page.getByText('Exception explained').waitFor();
    await page.locator('.record-summary').getByText('Explained').waitFor();
    await page.getByText('Two trucks, one card').waitFor();
    await page.getByRole('button', { name: /^Reopen/ }).click();
    await dialog.getByText('Two trucks, one card').waitFor();
    await dialog.getByLabel(/^Reason/).fill('One truck after all');
    await dialog.getByRole('button', { name: 'Reopen', exact: true }).click();
    await page.getByText('Exception reopened').waitFor();
    await page.locator('.record-summary').getByText('Open').waitFor();
    await page.getByRole('button', { name: /^Explain/ }).waitFor();
  });

  it('TXN-18 an empty list says which days were never judged, and opens their judging', async () => {
    const days = 'from=2026-08-10&to=2026-08-24';
    const page = await suite.openAs(`/transactions?filter=hdr_currency:CAD&${days}`);
    // LIST-16: the days go along with the step from the purchases.
    await page.getByRole('link', { name: 'Exceptions', exact: true }).click();
    await page.waitForURL(`**/transactions/exceptions?${days}`);
    await page.getByRole('link', { name: 'Back to Transactions' }).click();
    await page.waitForURL(/\/transactions\?filter=hdr_currency(:|%3A)CAD&from=2026-08-10/);
    await page.getByRole('link', { name: 'Exceptions', exact: true }).click();
    await page.getByText('No exceptions found.', { exact: true }).waitFor();
    await page.getByText('10–24 August 2026 was never judged.', { exact: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Judge 10–24 August 2026' }).click();
    const dialog = page.getByRole('dialog', { name: 'Judge Purchases' });
    await dialog.getByText('All that you may see, whatever the list is filtered by').waitFor();
    expect(await dialog.getByLabel(/^From/).inputValue()).toBe('10/08/26');
    expect(await dialog.getByLabel(/^To/).inputValue()).toBe('24/08/26');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.locator('button[type=submit]').click();
    await page
      .getByText(/^Purchases judged: [1-9][\d,]* of all companies\. Exceptions: /)
      .waitFor();
    await page.getByText('10–24 August 2026 was never judged.').waitFor({ state: 'detached' });
    // SHELL-13: the button is gone, and the keyboard goes on from the rows.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.matches('tr[data-row], main')))
      .toBe(true);
  });

  it('TXN-18 LIST-15 FORM-01 several are dismissed with one reason, which is required', async () => {
    const page = await suite.openAs('/transactions/exceptions?filter=state:Open');
    await listRows(page);
    const boxes = page.locator('table.list tbody input[type=checkbox]');
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await page.locator('.bulk-buttons').getByRole('button', { name: 'Dismiss' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dismiss 2 exceptions' });
    const go = dialog.getByRole('button', { name: 'Dismiss', exact: true });
    await dialog.getByLabel(/^Reason/).waitFor();
    expect(await go.isDisabled()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByLabel(/^Reason/).fill('Known detour');
    await expect.poll(() => go.isEnabled()).toBe(true);
    // Escape asks before the reason is lost, and Stay keeps it (FORM-01).
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Are you sure want to leave ?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => dialog.getByLabel(/^Reason/).inputValue()).toBe('Known detour');
    await go.press('Enter');
    await dialog.getByText('2 exceptions dismissed.').waitFor();
    // The keyboard goes on from the report.
    const inReport = () => dialog.evaluate((it) => it.contains(document.activeElement));
    await expect.poll(inReport).toBe(true);
    // With nothing left to do it is no news: it waits behind a button, and says of when it is.
    await page.reload();
    await listRows(page);
    const last = page.getByRole('button', { name: 'Last report' });
    await last.waitFor();
    expect(await dialog.count()).toBe(0);
    await last.click();
    await dialog.getByText(/^Report of \d\d:\d\d$/).waitFor();
    await dialog.getByText('2 exceptions dismissed.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await last.waitFor({ state: 'detached' });
    await page.goto('/transactions/exceptions?filter=reason:Known%20detour');
    expect((await listRows(page)).map((row) => row[1])).toEqual(['Dismissed', 'Dismissed']);
  });
});
