import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { chooseListed } from './forms.ts';
import { it } from './journey.ts';
import { browserSuite, listRows, waitForToast, watchCalls } from './suite.ts';

const suite = browserSuite();

const SECTIONS = [
  'View Transaction',
  'Fuel Purchase',
  'Other 1 Purchase',
  'Other 2 Purchase',
  'Other Purchase',
];

const REQUIRED = ':is([required], [aria-required=true])';

const sections = (page: Page) =>
  page.locator('.form-section h2, .record-section h2').allTextContents();
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

/** Opens the newest transaction: one line of D1, one of DEF. */
async function openFirst(to: 'View' | 'Edit', route = '/transactions') {
  const calls: string[] = [];
  const page = await suite.openAs(route, undefined, {
    prepare: (opened) => watchCalls(opened, calls),
    tolerates: /status of (409|422)/,
  });
  await listRows(page);
  await page
    .getByRole('link', { name: new RegExp(`^${to} transaction`) })
    .first()
    .click();
  const control = to === 'Edit' ? '.form-group .input' : '.record-group dd';
  await page.locator(control).first().waitFor();
  return { page, calls, path: new URL(page.url()).pathname };
}

async function fillPurchase(page: Page, name: string) {
  const box = group(page, name);
  await box.getByLabel('Code').selectOption('PC1');
  for (const label of ['HST', 'GST', 'PST', 'QST', 'FET', 'PFT', 'PCT', 'Discount']) {
    await box.getByLabel(label).fill('0');
  }
  await box.getByLabel('Billed PPU').fill('1.2345');
  await box.getByLabel('Retail PPU').fill('1.3');
  await box.getByLabel('Quantity').fill('10');
  await box.getByLabel('Amount').fill('12.35');
  await box.getByLabel('Sales Type').fill('SALE');
}

describe('a transaction', () => {
  it('TXN-05 TXN-07 is viewed in its five sections, without Save or Cancel, and leads back to its list', async () => {
    const { page } = await openFirst('View', '/transactions?size=5');
    await page.getByRole('heading', { name: 'Attachments' }).waitFor();
    expect(await sections(page)).toEqual([
      ...SECTIONS,
      'Attachments',
      expect.stringMatching(/^Station/),
    ]);
    await expect.poll(() => page.locator('main input, main select').count()).toBe(0);
    await expect.poll(() => page.getByRole('button', { name: /^(Save|Cancel)$/ }).count()).toBe(0);
    const part = (name: string) =>
      page.locator('.record-section', { has: page.getByRole('heading', { name, exact: true }) });
    // Diesel is the fuel purchase, though its line comes after DEF's.
    await expect.poll(() => part('Fuel Purchase').locator('dd').first().textContent()).toBe('D1');
    await expect
      .poll(() => part('Other 1 Purchase').locator('dd').first().textContent())
      .toBe('DEF');
    await expect.poll(() => part('Other 2 Purchase').textContent()).toContain('No purchase');
    const tax = part('Other 1 Purchase').locator('div', { has: page.getByText('Local Tax') });
    await expect.poll(() => tax.last().locator('dd').textContent()).toBe('0');
    await page.getByRole('link', { name: 'Back to Transactions' }).click();
    await page.waitForURL('**/transactions?size=5');
  });

  it('TXN-05 TXN-08 is edited with Save and Cancel; an absent purchase is behind a button', async () => {
    const { page } = await openFirst('Edit');
    expect((await sections(page)).slice(0, 5)).toEqual(SECTIONS);
    await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
    const def = group(page, 'Other 1 Purchase');
    await expect.poll(() => def.getByLabel('Local Tax').inputValue()).toBe('0');
    await expect.poll(() => def.getByLabel('Local Tax').getAttribute('readonly')).not.toBeNull();
    await expect
      .poll(() => def.getByLabel('Code').locator('option:not([value=""])').allTextContents())
      .toEqual(['PC1', 'PC2', 'DEF']);
    await expect.poll(() => group(page, 'Oil Purchase').count()).toBe(0);
    await page.getByRole('button', { name: 'Add Oil Purchase' }).click();
    const oil = group(page, 'Oil Purchase');
    await expect
      .poll(() => oil.getByLabel('Code').evaluate((code) => code === document.activeElement))
      .toBe(true);
    await expect.poll(() => oil.locator(REQUIRED).count()).toBe(0);
    await oil.getByLabel('Quantity').fill('2');
    // Every field except PST is required.
    await expect.poll(() => oil.locator(REQUIRED).count()).toBe(13);
    await expect.poll(() => oil.getByLabel('PST').and(page.locator(REQUIRED)).count()).toBe(0);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await oil.getByText('Code is required').waitFor();
    await expect
      .poll(() => oil.getByLabel('Code').evaluate((code) => code === document.activeElement))
      .toBe(true);
    await page.getByText('12 fields need attention.').waitFor();
  });

  it('TXN-05 has four buttons that add the collapsed purchases, so every field is reachable', async () => {
    const { page } = await openFirst('Edit');
    const add = page.getByRole('button', { name: /^Add .* Purchase/ });
    await expect
      .poll(() => add.allTextContents())
      .toEqual([
        'Add Fuel Purchase',
        'Add Non-Highway Purchase',
        'Add Cash Purchase (Dash Cash)',
        'Add Oil Purchase',
      ]);
    while ((await add.count()) > 0) await add.first().click();
    await expect.poll(() => page.getByRole('group', { name: /Purchase/ }).count()).toBe(6);
    await expect.poll(() => page.locator('.form-group .field').count()).toBe(6 * 15);
  });

  it('TXN-11 FORM-04 shows a saved change, and returns after a delay', async () => {
    const { page, calls } = await openFirst('Edit', '/transactions?size=5');
    const fuel = group(page, 'Other 2 Purchase');
    const before = await fuel.getByLabel('Retail PPU').inputValue();
    await fuel.getByLabel('Retail PPU').fill('9.8765');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await waitForToast(page, 'Transaction Updated Successfully');
    expect(before).not.toBe('9.8765');
    expect(calls.filter((call) => call.startsWith('PUT /fuel-transaction/'))).toHaveLength(1);
    await page.waitForURL('**/transactions?size=5');
    await page
      .getByRole('link', { name: /^View transaction/ })
      .first()
      .click();
    await page.locator('.record-group').getByText('9.8765').waitFor();
  });

  it('TXN-06 asks about an amount that does not fit its quantity and price', async () => {
    const { page, calls } = await openFirst('Edit', '/transactions?size=5');
    await group(page, 'Other 2 Purchase').getByLabel('Quantity').fill('1.5');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    const dialog = page.getByRole('dialog', { name: 'Is the amount right?' });
    await expect
      .poll(() => dialog.textContent())
      .toMatch(
        /Other 2 Purchase: quantity, price and taxes add up to [\d.]+ \w{3}, but the amount is [\d.,]+ \w{3}\. Save it as it is\?/,
      );
    await dialog.getByRole('button', { name: 'Go back' }).click();
    expect(calls.filter((call) => call.startsWith('PUT '))).toEqual([]);
    await save.click();
    await dialog.getByRole('button', { name: 'Save as it is' }).click();
    await waitForToast(page, 'Transaction Updated Successfully');
  });

  it('TXN-11 shows a refused save and its reason, and keeps the typed values', async () => {
    const { page, path } = await openFirst('Edit', '/transactions?from=2026-10-01&to=2026-10-20');
    const amount = page.locator('.form-group').first().getByLabel('Amount');
    await amount.fill('1.00');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Save as it is' }).click();
    await waitForToast(page, 'Error while updating Transaction');
    await page
      .getByRole('alert')
      .getByText(/Invoice \S+ bills /)
      .waitFor();
    await expect.poll(() => amount.inputValue()).toBe('1.00');
    expect(new URL(page.url()).pathname).toBe(path);
  });

  it('TXN-05 TXN-11 TXN-14 is added with the same form, every field open, and shows what the service refuses', async () => {
    const page = await suite.openAs('/transactions', undefined, { tolerates: /status of 422/ });
    const [[known = ''] = []] = await listRows(page);
    await page.getByRole('link', { name: 'Add Transaction' }).click();
    await page.getByLabel('Auth Code').fill(known);
    expect((await sections(page)).slice(0, 5)).toEqual(SECTIONS);
    await page.getByLabel(/^Time Stamp\*?$/).fill('03.11.26');
    await page.getByLabel('Auth Code').focus();
    // Said of the day as it is typed and shown here.
    const noTime =
      'Time Stamp must be a date with a time: 03/11/26 has no time. Add one, such as 14:05';
    await page.getByText(noTime, { exact: true }).waitFor();
    await page.getByLabel('Time Stamp, time').fill('14:05');
    // A card is found by what one knows of it, and brings its company (TXN-14).
    const card = page.getByRole('combobox', { name: 'Card Number' });
    await card.fill('999999');
    await page.getByLabel('Auth Code').focus();
    await page.getByText('There is no card 999999. Search by number, driver or company').waitFor();
    await card.fill('North Haul');
    const offered = page.getByRole('option', { name: /North Haul Carriers Ltd\./ });
    await offered.first().waitFor();
    await expect.poll(() => offered.count()).toBeGreaterThan(1);
    await card.press('ArrowDown');
    await card.press('Enter');
    await expect.poll(() => card.inputValue()).toMatch(/^\d{4} \d{4} \d{4} \d{4}$/);
    const company = page.getByRole('combobox', { name: 'Company' });
    await expect.poll(() => company.inputValue()).toBe('North Haul Carriers Ltd.');
    // A whole number is its card, although the search answers after the field was left: its company comes with it.
    const whole = (await card.inputValue()).replaceAll(' ', '');
    await chooseListed(company, 'Osterfell');
    await expect.poll(() => company.inputValue()).toMatch(/^Osterfell/);
    await card.fill('');
    await card.fill(whole);
    await card.press('Tab');
    await expect.poll(() => company.inputValue()).toBe('North Haul Carriers Ltd.');
    await chooseListed(page.getByLabel('Province State'), 'Ontario');
    await page.getByLabel('Currency').selectOption('CAD');
    await fillPurchase(page, 'Fuel Purchase');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await waitForToast(page, 'Error while Creating Transaction');
    await page.getByText('There is a transaction of that code already.').first().waitFor();
    const code = page.getByLabel('Auth Code');
    await expect
      .poll(() => code.evaluate((control) => control === document.activeElement))
      .toBe(true);
    await code.fill('HAND-1');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await waitForToast(page, 'Transaction Created Successfully');
    await page.waitForURL('**/transactions');
    await page.goto('/transactions/HAND-1/view');
    await page.locator('.record-group').getByText('1.2345').waitFor();
  });
});
