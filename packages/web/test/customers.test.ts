import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { axeFindings, signIn } from './browser.ts';
import { faults, formReady, soon } from './forms.ts';
import { it } from './journey.ts';
import { browserSuite, headings, listRows, stopClock, waitForToast } from './suite.ts';

const suite = browserSuite();
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

describe('customers', () => {
  it('CUST-03 CUST-04 LIST-16 a name leads to the customer’s page, its figures to their lists, and it has a statement', async () => {
    const page = await suite.openAs('/customer?filter=name:North%20Haul%20Carriers%20Ltd.');
    await listRows(page);
    await page.getByRole('link', { name: 'North Haul Carriers Ltd.' }).click();
    await page.waitForURL('**/customer/*/summary');
    await page.getByRole('heading', { level: 1, name: /North Haul Carriers Ltd\./ }).waitFor();
    await page.getByRole('figure', { name: 'Spend by month, CAD' }).getByRole('img').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Statement' }).click();
    const dialog = page.getByRole('dialog', { name: 'Statement' });
    // The month before the service's today.
    await expect.poll(() => dialog.getByLabel('From').inputValue()).toBe('01/10/26');
    expect(await dialog.getByLabel('To').inputValue()).toBe('31/10/26');
    expect(await axeFindings(page)).toEqual([]);
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    expect((await saved).suggestedFilename()).toBe(
      'statement-North_Haul_Carriers_Ltd.-2026-10-01-2026-10-31.pdf',
    );
    const held = page.getByRole('region', { name: 'Cards' }).getByRole('link').first();
    const count = await held.textContent();
    await held.click();
    await page.waitForURL('**/managercards?filter=company_name*');
    await page.getByText(`of ${count} records`).first().waitFor();
  });

  it('CUST-01 COMP-01 LIST-11 have two lists side by side, each with the button that adds a company', async () => {
    const page = await suite.openAs('/customer');
    await listRows(page);
    await page.getByRole('heading', { name: 'Customer', exact: true }).waitFor();
    await expect
      .poll(() => headings(page))
      .toEqual([...['Name', 'Phone', 'Tax Number', 'Crm Id', 'Rate', 'Order', 'Invoice']]);
    // Rows can be edited and have a statement (CUST-04), but are not viewed or deleted (LIST-11).
    await expect
      .poll(() => page.locator('.row-actions').first().locator('a, button').count())
      .toBe(2);
    await page.getByRole('link', { name: 'Add Customer Company' }).waitFor();
    await page.getByRole('link', { name: 'Company', exact: true }).click();
    await page.getByRole('heading', { name: 'Company', exact: true }).waitFor();
    await listRows(page);
    await expect
      .poll(() => headings(page))
      .toEqual(['Name', 'Email', 'Phone', 'City', 'State', 'Country']);
    await page.getByRole('link', { name: 'Add Customer Company' }).waitFor();
    await page.getByRole('button', { name: 'Advanced Filter' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('zzzz');
    await page.getByText('No Company found.').waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    const columns = page.getByRole('group', { name: 'Columns' }).getByRole('checkbox');
    await columns.first().waitFor();
    for (const column of await columns.all()) await column.uncheck();
    await page.getByText('No Comapny records to show').waitFor();
  });

  it('CUST-02 LIST-16 lead to what is theirs, and are edited with Back, Cancel and Save; required fields are checked', async () => {
    const page = await suite.openAs('/customer');
    await listRows(page);
    await page
      .getByRole('link', { name: /^Edit customer/ })
      .first()
      .click();
    await page.getByRole('heading', { name: /^Update Customer/ }).waitFor();
    await formReady(page);
    await expect
      .poll(() => page.locator('main button:not(.day-trigger, .more-tools)').allTextContents())
      .toEqual([
        ...[
          'Back',
          'Customer',
          'Billing Address',
          'Shipping Address',
          'Terms',
          'Broker',
          'References',
        ],
        ...['Cancel', 'Save'],
      ]);
    const name = await box(page, 'Name').inputValue();
    // LIST-16: its page has its purchases, cards, invoices, payments and users.
    await page.locator('.page-tools').getByRole('link', { name: 'Summary', exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    for (const [label, field] of [
      ['Transactions', 'txn_company'],
      ['Cards', 'company_name'],
      ['Invoices', 'company_name'],
      ['Payments', 'customer_name'],
      ['Users', 'company'],
    ] as const) {
      const link = page.locator('.page-tools').getByRole('link', { name: label, exact: true });
      expect(await link.getAttribute('href')).toContain(
        `?filter=${field}%3A${name.replaceAll(' ', '+')}`,
      );
    }
    await page.locator('.page-tools').getByRole('link', { name: 'Cards', exact: true }).click();
    await expect
      .poll(async () => new Set((await listRows(page)).map((row) => row[1])))
      .toEqual(new Set([name]));
    await page.goBack();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.goBack();
    await formReady(page);
    await page.getByLabel('Currency').locator('option').nth(2).waitFor({ state: 'attached' });
    for (const name of ['Name', 'Email', 'Billing Address']) await box(page, name).fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => faults(page))
      .toEqual([...['Name is required', 'Email is required', 'Billing Address is required']]);
    await box(page, 'Name').fill('Renamed Carriers Ltd.');
    await box(page, 'Email').fill('renamed@example.test');
    await box(page, 'Billing Address').fill('1 Test Street');
    await page.getByLabel('Broker', { exact: true }).selectOption({ label: 'Yes' });
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Save' }).click();
    expect((await sent).postDataJSON()).toMatchObject({ broker: 'yes', address1: '1 Test Street' });
    await waitForToast(page, 'Customer Updated Successfully');
    await page.waitForURL('**/customer');
    // Its cards carry the company's name, which still leads to it.
    const ofCompany = new URLSearchParams({ filter: `company_name:${name}` });
    await page.goto(`/managercards?${ofCompany}`);
    await page.getByRole('link', { name, exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: /Renamed Carriers Ltd\./ }).waitFor();
    const itsCards = page.locator('.page-tools').getByRole('link', { name: 'Cards', exact: true });
    expect(await itsCards.getAttribute('href')).toBe(`/managercards?${ofCompany}`);
  });

  it('CUST-02 show a failed load, and load again on request', async () => {
    const page = await suite.openAs('/customer/99999/edit', undefined, {
      tolerates: /status of 404/,
    });
    await page.getByText('Error fetching customer data. Please refresh your browser.').waitFor();
    await page.getByRole('button', { name: /again/ }).waitFor();
  });
});

describe('a new company', () => {
  const TEXTS = [
    ...['First Name', 'Last Name', 'Email', 'Password', 'Confirm Password', 'Company Name'],
    ...['Country', 'State'],
  ].map((label) => `${label} is required`);

  it('COMP-02 shows the error of each field', async () => {
    const page = await suite.openAs('/customer/add-new');
    await page.getByRole('heading', { name: 'Add Customer Company' }).waitFor();
    await formReady(page);
    await expect
      .poll(() => page.locator('main button').allTextContents())
      .toEqual(['Back', 'Create']);
    // The first field's fault moves the button while it is pressed.
    await box(page, 'First Name').focus();
    await page.getByRole('button', { name: 'Create' }).click();
    await expect.poll(() => faults(page)).toEqual([...TEXTS, 'city is required']);
    await box(page, 'Email').fill('nobody');
    await box(page, 'Password').fill('One-password-1');
    await box(page, 'Confirm Password').fill('Another');
    await box(page, 'Contact Number').fill('123');
    await box(page, 'Company Name').fill('x');
    const said = await faults(page);
    expect(said).toContain('Invalid email address');
    expect(said).toContain('Passwords do not match');
    expect(said).toContain('Invalid contact number');
  });

  it('COMP-02 COMP-05 FORM-04 completes its address during typing; it is created, and leads to the customers', async () => {
    const page = await suite.openAs('/customer/companies');
    await listRows(page);
    await page.getByRole('link', { name: 'Add Customer Company' }).click();
    await formReady(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/places')) asked.push(request.url());
    });
    await stopClock(page);
    const street = page.getByRole('combobox', { name: 'Street Address 1' });
    await street.pressSequentially('Barlow');
    await page.clock.runFor(200);
    // Requested once after a pause, not on each keystroke.
    expect(asked).toHaveLength(0);
    await page.clock.runFor(200);
    const found = page.getByRole('option', { name: /Barlow/ }).first();
    await found.waitFor();
    expect(asked).toHaveLength(1);
    await page.clock.resume();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await soon(() => page.getByLabel('City').inputValue()).not.toBe('');
    await expect.poll(() => page.getByLabel('Country').inputValue()).toBe('CA');
    await expect.poll(() => street.inputValue()).toMatch(/Barlow/);
    await box(page, 'First Name').fill('Ada');
    await box(page, 'Last Name').fill('Example');
    await box(page, 'Email').fill('ada@example.test');
    await box(page, 'Password').fill('Long-enough-1!');
    await box(page, 'Confirm Password').fill('Long-enough-1!');
    await box(page, 'Company Name').fill('Example Freight Ltd.');
    const sent = page.waitForRequest(/fuel-company\/register/);
    await page.getByRole('button', { name: 'Create' }).click();
    const body = (await sent).postDataJSON();
    expect(body).toMatchObject({ businessType: 68, planType: 34, pwd: 'Long-enough-1!' });
    expect(body).not.toHaveProperty('confirmPassword');
    await waitForToast(page, 'Customer Company Created Successfully');
    await page.waitForURL('**/customer');
    await page.goto('/customer/companies?filter=name::Example%20Freight');
    await expect.poll(() => listRows(page)).toHaveLength(1);
  });

  it('COMP-02 leads back to the customers, wherever it was opened; shows a taken name', async () => {
    const page = await suite.openAs('/customer/companies', undefined, {
      tolerates: /status of 422/,
    });
    await listRows(page);
    await page.getByRole('link', { name: 'Add Customer Company' }).click();
    await formReady(page);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.waitForURL('**/customer');
    await page.getByRole('link', { name: 'Add Customer Company' }).click();
    await formReady(page);
    for (const name of ['First Name', 'Last Name']) await box(page, name).fill('Ada');
    await box(page, 'Email').fill('taken@example.test');
    await box(page, 'Password').fill('Long-enough-1!');
    await box(page, 'Confirm Password').fill('Long-enough-1!');
    await box(page, 'Company Name').fill('North Haul Carriers Ltd.');
    await page.getByLabel('Country').selectOption('CA');
    await page.getByLabel('State').selectOption('ON');
    await page.getByLabel('City').selectOption('Sudbury');
    await page.getByRole('button', { name: 'Create' }).click();
    await waitForToast(page, 'Error while Creating Customer Company');
    await soon(() => faults(page)).toEqual([
      'There is a company of that name already. Names that differ only in case, spaces or invisible characters count as the same.',
    ]);
  });
});

describe('the captcha', () => {
  it('COMP-04 appears if the brand enables it, computes a proof of work in the browser, and is not required', async () => {
    const files: string[] = [];
    const at = (host: string) => suite.url().replace(/127\.0\.0\.1|localhost/, host);
    const page = await suite.openAs('/customer/add-new');
    page.on('request', (request) => files.push(new URL(request.url()).pathname));
    await page.reload();
    await formReady(page);
    await expect.poll(() => page.locator('altcha-widget').count()).toBe(0);
    expect(
      files.filter((file) => /captcha/i.test(file)).filter((file) => !/Company/.test(file)),
    ).toEqual([]);
    const branded = await suite.open({ baseURL: at('harbour.localhost') });
    await branded.goto('/');
    await signIn(branded);
    await branded.goto('/customer/add-new');
    await formReady(branded);
    const box = branded.locator('altcha-widget input[type=checkbox]');
    await branded.getByRole('button', { name: 'Create' }).click();
    await expect.poll(() => faults(branded)).toHaveLength(9);
    await box.click();
    await branded.getByText('Verified', { exact: true }).waitFor();
  });
});
