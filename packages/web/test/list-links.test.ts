import { describe, expect } from 'vitest';
import { it } from './journey.ts';
import { browserSuite, listOpener, listRows } from './suite.ts';

const suite = browserSuite();
const openList = listOpener(suite);

describe('cells and rows lead somewhere', () => {
  it('LIST-16 a card number opens the card, a company its customer, and Back returns each time', async () => {
    const { page } = await openList('/transactions?size=5');
    const [first] = await listRows(page);
    const row = page.locator('table.list tbody tr').first();
    await row.getByRole('link', { name: first?.[2] ?? '', exact: true }).click();
    await page.waitForURL(/\/managercards\/\d+\/view$/);
    await page.getByRole('heading', { level: 1, name: first?.[2] ?? '' }).waitFor();
    await page.goBack();
    await page.waitForURL('**/transactions?size=5');
    await row.getByRole('link', { name: first?.[6] ?? '', exact: true }).click();
    await page.waitForURL(/\/customer(\/\d+\/summary|\?filter=name)/);
    await page.goBack();
    await page.waitForURL('**/transactions?size=5');
  });

  it.each([
    ['foo/1', "This list has no field 'foo'"],
    ['card_number/%00', 'Number: no text contains a NUL character'],
  ])(
    'LIST-14 LIST-16 by/%s leads to the list, which says what is wrong with it',
    async (by, wrong) => {
      const page = await suite.openAs(`/managercards/by/${by}`);
      await page.getByText(`Left out of the address: ${wrong}.`, { exact: true }).waitFor();
      await expect.poll(() => listRows(page)).toHaveLength(10);
      expect(await page.getByText('Oops').count()).toBe(0);
    },
  );

  it('CARD-11 a card on hold says on its view what that means', async () => {
    const { page } = await openList('/managercards?filter=card_status:HOLD');
    await page.locator('table.list tbody a.record-link').first().click();
    await page.waitForURL(/\/managercards\/\d+\/view$/);
    const means = page.getByText('Purchases are refused until it is activated.', { exact: true });
    await means.waitFor();
    await expect.poll(() => page.locator('.means').allTextContents()).toHaveLength(1);
  });

  it('LIST-16 shows text instead of a link to what the account may not read', async () => {
    const { page } = await openList('/transactions?size=5', 'viewer@northhaul.test');
    const [first] = await listRows(page);
    const row = page.locator('table.list tbody tr').first();
    await expect
      .poll(() => row.getByRole('link', { name: first?.[2] ?? '', exact: true }).count())
      .toBe(1);
    await expect
      .poll(() => row.getByRole('link', { name: first?.[6] ?? '', exact: true }).count())
      .toBe(0);
  });

  it('LIST-16 an invoice leads to its payments and its lines, and back to where one was', async () => {
    const page = await suite.openAs('/invoices?page=2');
    const [first] = await listRows(page);
    const number = first?.[0] ?? '';
    await page.getByRole('link', { name: number, exact: true }).click();
    await page.waitForURL(`**/invoices/${number}/view`);
    await page.getByRole('link', { name: 'Payments', exact: true }).click();
    await page.waitForURL(`**/invoices/payments?filter=invoice_no%3A${number}`);
    await page.goBack();
    await page
      .getByRole('table', { name: 'Billed Fuel Invoices' })
      .getByRole('link')
      .first()
      .click();
    await page.waitForURL(/\/transactions\/[^/]+\/view$/);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await page.waitForURL(`**/invoices/${number}/view`);
    await page.getByRole('link', { name: 'Back to Invoices' }).click();
    await page.waitForURL('**/invoices?page=2');
    await expect.poll(() => listRows(page)).toContainEqual(first);
  });

  it('LIST-16 a row opens by Enter and by double click, but not by a click on a control', async () => {
    const { page } = await openList('/transactions');
    const rows = page.locator('table.list tbody tr[data-row]');
    const [, second] = await listRows(page);
    await rows.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/transactions/${second?.[0]}/view`);
    await page.goBack();
    await listRows(page);
    await expect
      .poll(() => rows.nth(1).evaluate((row) => row === document.activeElement))
      .toBe(true);
    await rows.nth(2).getByRole('checkbox').dblclick();
    expect(page.url()).toMatch(/\/transactions$/);
    await rows.nth(2).locator('td').nth(3).dblclick();
    await page.waitForURL(/\/view$/);
  });
});

describe('Back', () => {
  it('LIST-16 finds page, scroll, selection and row as they were', async () => {
    const { page } = await openList('/transactions?page=2&size=50');
    const rows = page.locator('table.list tbody tr[data-row]');
    await rows.nth(30).getByRole('checkbox').check();
    await rows.nth(40).getByRole('link', { name: /^View/ }).click();
    await page.waitForURL(/\/view$/);
    await page.getByRole('link', { name: 'Back to Transactions' }).click();
    await page.waitForURL('**/transactions?page=2&size=50');
    await listRows(page);
    await page.getByText('1 selected').waitFor();
    await expect.poll(() => rows.nth(30).getByRole('checkbox').isChecked()).toBe(true);
    await expect
      .poll(() => page.locator('.table-frame').evaluate((frame) => frame.scrollTop))
      .toBeGreaterThan(500);
    await expect
      .poll(() => rows.nth(40).evaluate((row) => row === document.activeElement))
      .toBe(true);
  });

  it('LIST-16 a saved form leads to where it was opened, and the history has the list once', async () => {
    const { page } = await openList('/managercards?size=5');
    const before = await page.evaluate(() => history.length);
    await page.getByRole('link', { name: /^View/ }).first().click();
    await page.waitForURL(/\/view$/);
    const card = page.url();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.waitForURL(/\/edit$/);
    await page.getByLabel('Driver Name').fill('Ada Byron');
    await page.getByRole('button', { name: 'Update' }).click();
    await page.waitForURL(card, { timeout: 20_000 });
    await page.getByText('Ada Byron').waitFor();
    await page.getByRole('link', { name: 'List of ManageCard' }).click();
    await page.waitForURL('**/managercards?size=5');
    // List, view and form: leaving them adds nothing.
    await expect.poll(() => page.evaluate(() => history.length)).toBe(before + 2);
  });
});
