import { badFiles } from '@forecourt/provider-file-examples';
import { describe, expect } from 'vitest';
import { axeFindings } from './browser.ts';
import { enabled, isImport, openDialog, payload, uploadOf } from './importing.ts';
import { it } from './journey.ts';
import { browserSuite, watchCalls } from './suite.ts';

const suite = browserSuite();

const wrong = badFiles().find(({ name }) => name === 'amount_wrong.xlsx');
if (!wrong) throw new Error('The example file is gone.');

describe('a file with small faults', () => {
  it('TXN-04 TXN-12 TXN-13 is recognised, corrected in place, sent as a copy, and shown in its tab and in the history', async () => {
    const calls: string[] = [];
    const page = await suite.openAs('/transactions', 'admin@forecourt.test', {
      prepare: (opened) => watchCalls(opened, calls),
    });
    const dialog = await openDialog(page);
    await dialog.locator('input[type=file]').focus();
    await dialog.locator('input[type=file]').setInputFiles(payload(wrong));
    await dialog.getByText('This is a file of ESSO, by its columns.').waitFor();
    await expect.poll(() => dialog.getByLabel('File type').inputValue()).toBe('ESSO');
    const table = dialog.getByRole('region', { name: 'Check report' });
    await table.locator('tbody td').first().waitFor();
    await expect
      .poll(() => table.locator('tbody tr').first().locator('td').allTextContents())
      .toEqual([
        'error',
        'Transactions!Z4',
        'AMT',
        '882.73',
        '882.37',
        'amount is not quantity × price TXN-QTY',
        'Compare quantity, price and amount with the receipt, and correct the one that is wrong.',
      ]);
    // Whoever chose the file goes on from what the check found, which is read out.
    const state = dialog.getByRole('status').filter({
      hasText: '1 error. Correct it below, or choose a corrected file; nothing was sent.',
    });
    await expect.poll(() => state.evaluate((it) => it === document.activeElement)).toBe(true);
    await dialog.getByLabel('Z4 AMT').fill('882.99');
    // What is only typed would be lost, too.
    const question = page.getByRole('dialog', { name: 'Are you sure want to leave ?' });
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => dialog.getByLabel('Z4 AMT').inputValue()).toBe('882.99');
    await dialog.getByLabel('Z4 AMT').focus();
    await page.keyboard.press('Enter');
    await dialog.getByText('1 cell is corrected in a copy').waitFor();
    // It is still wrong: the focus is on it, and it can be corrected again, or undone alone.
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.closest('li')?.querySelector('label')?.textContent,
      );
    await expect.poll(focused).toBe('Z4 AMT');
    expect(await dialog.getByLabel('Z4 AMT').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => dialog.getByLabel('Z4 AMT').inputValue()).toBe('882.99');
    // The provider's total disagrees because of that row, so only the row is offered, with all that it compares.
    expect(await dialog.locator('.corrections label').allTextContents()).toEqual([
      ...['Z4 AMT', 'N4 QTY', 'P4 NET_PRICE', 'R4 PFT_RT', 'U4 HST_AMT'],
    ]);
    expect(await dialog.getByLabel('N4 QTY').inputValue()).toBe('537.41');
    await dialog.getByLabel('N4 QTY').fill('537.5');
    await page.keyboard.press('Enter');
    await dialog.getByText('2 cells are corrected in a copy').waitFor();
    await dialog.getByRole('button', { name: 'Undo the correction of N4' }).click();
    await dialog.getByText('1 cell is corrected in a copy').waitFor();
    await dialog.getByLabel('Z4 AMT').fill('882.37');
    await dialog.getByRole('button', { name: 'Correct and check again' }).click();
    // The trailer has the wrong amount in its total, too.
    await expect.poll(focused).toMatch(/^D5/);
    await expect.poll(() => dialog.locator('.was').allTextContents()).toEqual(['Was 882.73. Undo']);
    await expect.poll(() => uploadOf(page).isDisabled()).toBe(true);
    expect(calls.filter(isImport)).toEqual([]);
    // The correction is work: leaving asks, and staying keeps it.
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    await dialog.getByText('1 cell is corrected in a copy').waitFor();
    await dialog.getByText('what you corrected in the rows is probably wrong').waitFor();
    await dialog.getByLabel(/^D5/).fill('1554.27');
    // Nobody changes the provider's own total without a reason.
    const again = dialog.getByRole('button', { name: 'Correct and check again' });
    await dialog.getByText('Say why the total is wrong.').waitFor();
    expect(await again.isDisabled()).toBe(true);
    await dialog.getByLabel('Why is the total wrong?').fill('ESSO’s e-mail of today');
    await again.click();
    await dialog.getByText('You corrected the provider’s own total.').waitFor();
    // Another reason is recorded in place of the first one.
    expect(await again.isDisabled()).toBe(true);
    await dialog.getByLabel('Why is the total wrong?').fill('ESSO’s letter');
    // What is shown is what is sent: not before it is checked again.
    await dialog.getByText('Correct and check again first').waitFor();
    expect(await uploadOf(page).isDisabled()).toBe(true);
    await again.click();
    await expect.poll(() => again.isDisabled()).toBe(true);
    await enabled(page);
    // Nothing is left to correct: the next key uploads it.
    await expect
      .poll(() => uploadOf(page).evaluate((it) => it === document.activeElement))
      .toBe(true);
    const opened = page.waitForEvent('popup');
    await page.keyboard.press('Enter');
    const tab = await opened;
    await tab.getByText('Your file is ready').waitFor();
    await expect
      .poll(() => tab.locator('html').getAttribute('data-brand'))
      .toBe(await page.locator('html').getAttribute('data-brand'));
    // Its file is in the downloads: nothing is left of the tab.
    if (!tab.isClosed()) await tab.waitForEvent('close');
    expect(calls.filter(isImport)).toHaveLength(1);
    // TXN-19: what the lines became, and of what their sum consists.
    await dialog.getByText(/^\d lines? became \d purchases?\.$/).waitFor();
    await dialog.getByText('At cost, as checked').waitFor();
    await dialog.getByRole('link', { name: 'Show the imported purchases' }).click();
    await page.getByText('1-2 of 2').or(page.getByText('2 of 2')).first().waitFor();
    // A second page of them, with the same rows.
    await page.route('**/imports/history?*', async (route) => {
      const url = route.request().url().replace('page=1', 'page=0');
      const response = await route.fetch({ url });
      await route.fulfill({
        response,
        json: { ...(await response.json()), metadata: { total_count: 26 } },
      });
    });
    await page.getByRole('button', { name: 'Past imports' }).click();
    const past = page.getByRole('dialog', { name: 'Past imports' });
    const row = past.locator('tbody tr').first();
    await row.waitFor();
    expect(await row.locator('td').allTextContents()).toEqual([
      ...[
        expect.stringMatching(/M admin@forecourt\.test$/),
        expect.stringMatching(/^amount_wrong\.corrected\.xlsx ESSO.*At cost, as checked/),
        '2',
        '0',
        '0',
        '2',
        'RowsResult',
      ],
    ]);
    // TXN-19 the same sums as beside the result.
    await row.locator('summary').click();
    await row.getByText('2 lines became 2 purchases.').waitFor();
    expect(await row.locator('dt').allTextContents()).toEqual([
      'At cost, as checked',
      'Markup',
      'Purchases',
    ]);
    // LIST-11 on a phone, too, nothing scrolls sideways.
    await page.setViewportSize({ width: 390, height: 844 });
    const frame = past.getByRole('region', { name: 'Past imports' });
    await expect.poll(() => frame.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    // SHELL-13: on the last page the button is disabled, and the focus goes on in the dialog.
    await past.getByRole('button', { name: 'Earlier ones' }).click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.ariaLabel))
      .toBe('Past imports');
  });
});
