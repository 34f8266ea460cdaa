import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { SESSION_OVER, signIn } from './browser.ts';
import { faultAt, faults, formReady, searched, soon } from './forms.ts';
import { it } from './journey.ts';
import { browserSuite, headings, listRows, waitForToast, watchCalls } from './suite.ts';

const suite = browserSuite();

const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click();
const step = (page: Page) => page.locator('.steps [aria-current]').textContent();
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Fills in the first step of a new user. */
async function fillProfile(page: Page, email: string): Promise<void> {
  await box(page, 'First Name').fill('Nova');
  await box(page, 'Last Name').fill('Example');
  await box(page, 'Email').fill(email);
  await box(page, 'Contact').fill('7055550199');
  await box(page, 'Password').fill('Long-enough-1!');
  await box(page, 'Verify Password').fill('Long-enough-1!');
  await expect
    .poll(() => page.getByLabel('Role').locator('option:checked').textContent())
    .toBe('User');
  await page.getByLabel('Country').selectOption({ label: 'Canada' });
  await page.getByLabel('Province').selectOption({ label: 'Ontario' });
  await page.getByLabel('City').selectOption({ label: 'Sudbury' });
}

describe('the list of users', () => {
  it('USER-01 has its columns, can be filtered, and says if nobody is found', async () => {
    const page = await suite.openAs('/user');
    await listRows(page);
    await expect
      .poll(() => headings(page))
      .toEqual([...['Email', 'First Name', 'Last Name', 'Company', 'Phone', 'Role']]);
    await page.getByRole('button', { name: 'Advanced Filter' }).click();
    await page.getByRole('textbox', { name: 'Last Name' }).fill('Marchetti');
    await page.getByText('Showing record 1 to 1 of 1 records').waitFor();
    await page.getByRole('textbox', { name: 'Last Name' }).fill('zzzz');
    await page.getByText('No User found.').waitFor();
  });

  it('USER-02 View Permission shows the company and each permission with its value', async () => {
    const page = await suite.openAs('/user?filter=email:viewer@northhaul.test');
    await listRows(page);
    await page.getByRole('button', { name: /^View Permission of user/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Permission' });
    await dialog.getByText('North Haul Carriers Ltd.').waitFor();
    const pairs = await dialog
      .locator('.permission-grid > div')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.children].map((cell) => cell.textContent).join(': ')),
      );
    expect(pairs).toHaveLength(13);
    expect(pairs).toContain('View Invoices: Yes');
    expect(pairs).toContain('Manage Users: No');
    const rights = (menu: string) =>
      dialog
        .getByRole('row', { name: new RegExp(`^${menu}`) })
        .locator('td')
        .allTextContents();
    expect(await rights('Invoices')).toEqual(['Yes', 'No', 'No', 'No']);
    expect(await rights('Customer')).toEqual(['No', 'No', 'No', 'No']);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toMatch(/^View Permission of/);
  });

  it('USER-02 View opens the user by the profile’s id', async () => {
    const page = await suite.openAs('/user?filter=email:viewer@northhaul.test');
    await listRows(page);
    await page.getByRole('link', { name: /^View user/ }).click();
    await page.waitForURL('**/user/P1003/view');
    await page.getByRole('heading', { name: 'User Vera Oduya' }).waitFor();
  });
});

describe('the wizard', () => {
  it('USER-03 AUTH-09 reviews what was chosen by its names, and says that the password is missing, after a session that ended', async () => {
    const page = await suite.openOwn('/user/add-new', undefined, { tolerates: /status of 401/ });
    await formReady(page);
    await fillProfile(page, 'again@example.test');
    await next(page);
    await next(page);
    const sections = page.locator('.record-section');
    const shown = async () => (await sections.allInnerTexts()).join('\n');
    await expect.poll(shown).toMatch(/Province\s+Ontario/);
    const before = (await shown()).replace('••••••••', 'Not entered');
    await page.route('**/api/v1/**', (route) => route.fulfill(SESSION_OVER));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.unrouteAll();
    await signIn(page);
    await page.waitForURL('**/user/add-new');
    await sections.first().waitFor();
    expect(await shown()).toBe(before);
  });

  it('USER-03 USER-07 TXN-11 continues when a step is valid, goes back with the typed values, reviews the rights, and creates the user', async () => {
    const page = await suite.openAs('/user/add-new');
    await formReady(page);
    await next(page);
    expect(await step(page)).toContain('Profile');
    await expect
      .poll(() => faults(page))
      .toEqual(
        [
          ...['First Name', 'Last Name', 'Email', 'Contact', 'Password', 'Verify Password'],
          ...['Country', 'Province', 'City'],
        ].map((label) => `${label} is required`),
      );
    // USER-04: an account without a company is the provider's own.
    const company = searched(page.getByRole('combobox', { name: 'Company', exact: true }));
    await expect
      .poll(() => company.inputValue())
      .toBe('None: staff of the provider, sees all companies');
    // On a phone, where the field cuts it, what it means is below in full.
    await page.setViewportSize({ width: 390, height: 844 });
    const below = page
      .getByRole('status')
      .getByText('None: staff of the provider, sees all companies');
    await below.waitFor();
    expect(await below.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await fillProfile(page, 'nova@example.test');
    await box(page, 'Verify Password').fill('Another-1!');
    await next(page);
    expect(await faultAt(page, 'Verify Password')).toBe('Passwords do not match');
    await box(page, 'Verify Password').fill('Long-enough-1!');
    await next(page);
    expect(await step(page)).toContain('Permission');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    await expect
      .poll(async () => (await page.locator('.flag-groups legend').allTextContents()).slice(0, 3))
      .toEqual(['Users', 'Dashboard', 'Fuel Cards']);
    await page.getByLabel('View Fuel Cards').check();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect.poll(() => box(page, 'First Name').inputValue()).toBe('Nova');
    await expect.poll(() => box(page, 'Password').getAttribute('placeholder')).toBe('••••••••');
    await next(page);
    await expect.poll(() => page.getByLabel('View Fuel Cards').isChecked()).toBe(true);
    await next(page);
    expect(await step(page)).toContain('Submission');
    const review = await page.locator('.record-section').allInnerTexts();
    expect(review.join('\n')).toMatch(/First Name\s+Nova[\s\S]*Province\s+Ontario/);
    expect(review.join('\n')).toMatch(/Fuel Cards\s+View Fuel Cards/);
    expect(review.join('\n')).not.toContain('Long-enough');
    // USER-07: the rights that saving grants and revokes, by screen.
    expect(review.join('\n')).toMatch(/Company\s+None: staff of the provider, sees all companies/);
    // First whose records they are, in sight without scrolling.
    expect(review.slice(0, 3).map((section) => section.split(/\s*\n\s*/))).toEqual([
      ['Records', 'Sees the records of all companies.'],
      ['Rights gained', 'Dashboard', 'read', 'Cards', 'read'],
      ['Rights lost', 'None'],
    ]);
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/v1/users', async (route) => {
      if (route.request().method() === 'POST') await answer.promise;
      await route.continue();
    });
    const submit = page.locator('.form-foot button.primary');
    await page.getByRole('button', { name: 'Save' }).click();
    const body = (await sent).postDataJSON();
    await submit.locator('.spinner').waitFor();
    await expect.poll(() => submit.textContent()).toBe('Save');
    answer.resolve();
    expect(body).toMatchObject({ email: 'nova@example.test', view_fuel_cards: true });
    expect(body).not.toHaveProperty('verify_password');
    await waitForToast(page, 'User Created Successfully');
    // Nobody has to wait for the way back (FORM-04).
    await page.getByRole('button', { name: 'Saved: go back now' }).press('Enter');
    await page.waitForURL('**/user', { timeout: 2000 });
    await page.goto('/user?filter=email:nova@example.test');
    await expect.poll(() => listRows(page)).toHaveLength(1);
  });

  it('USER-05 enables province after a country and city after a province; another country clears both', async () => {
    const page = await suite.openAs('/user/add-new');
    await formReady(page);
    const province = page.getByLabel('Province');
    const city = page.getByLabel('City');
    expect([await province.isDisabled(), await city.isDisabled()]).toEqual([true, true]);
    await expect
      .poll(() => province.locator('option').first().textContent())
      .toBe('Choose Country first.');
    await page.getByLabel('Country').selectOption({ label: 'Canada' });
    await province.selectOption({ label: 'Ontario' });
    await city.selectOption({ label: 'Sudbury' });
    await province.selectOption({ label: 'Quebec' });
    await expect.poll(() => city.inputValue()).toBe('');
    await page.getByLabel('Country').selectOption({ label: 'United States' });
    await expect.poll(() => province.inputValue()).toBe('');
    await expect.poll(() => city.isDisabled()).toBe(true);
  });

  it('TXN-11 FORM-06 shows what the service refuses at its field, in its step', async () => {
    const page = await suite.openAs('/user/add-new', undefined, { tolerates: /status of 422/ });
    await formReady(page);
    await fillProfile(page, 'clerk@forecourt.test');
    await next(page);
    await next(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await waitForToast(page, 'Error while Creating User');
    expect(await step(page)).toContain('Profile');
    await soon(() => faultAt(page, 'Email')).not.toBe('');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('type')))
      .toBe('email');
  });

  it('USER-07 lists what a user still holds, and removes every right', async () => {
    const page = await suite.openAs('/user?filter=email:clerk@forecourt.test');
    await listRows(page);
    await page.getByRole('link', { name: /^Edit user/ }).click();
    await formReady(page);
    await next(page);
    await page.getByLabel('View Fuel Cards').uncheck();
    await next(page);
    const of = async (title: string) =>
      (await page.locator('.record-section').allInnerTexts()).find((text) =>
        text.startsWith(title),
      );
    expect(await of('Still holds')).toMatch(/^Still holds[\s\S]*Cards\s+create, update, download/);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByLabel('Remove every right').check();
    await expect.poll(() => page.getByLabel('View Users').isDisabled()).toBe(true);
    await next(page);
    expect(await of('Rights lost')).toMatch(
      /^Rights lost[\s\S]*Cards\s+read, create, update, download/,
    );
    await page.getByRole('button', { name: 'Update' }).click();
    await waitForToast(page, 'User Updated Successfully');
    await page.waitForURL(/\/user\?/);
    await page.getByRole('link', { name: /^Edit user/ }).click();
    await formReady(page);
    await next(page);
    await expect.poll(() => page.getByLabel('View Users').isChecked()).toBe(false);
  });

  it('TXN-11 updates a user, keeps the password, and deletes the user', async () => {
    const page = await suite.openAs('/user?sort=email,desc');
    await listRows(page);
    const calls = watchCalls(page);
    await page
      .getByRole('link', { name: /^Edit user/ })
      .first()
      .click();
    await formReady(page);
    await box(page, 'Contact').fill('7055550111');
    await next(page);
    await next(page);
    await page.getByText('Unchanged').waitFor();
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Update' }).click();
    expect((await sent).postDataJSON()).not.toHaveProperty('password');
    await waitForToast(page, 'User Updated Successfully');
    await page.waitForURL(/\/user\?sort=email/);
    expect((await listRows(page))[0]).toContain('7055550111');
    await page
      .getByRole('button', { name: /^Delete user/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Delete Record' }).click();
    await waitForToast(page, 'Operation completed Successfully!');
    expect(calls.filter((call) => call.startsWith('DELETE /users/'))).toHaveLength(1);
    // SHELL-13: the button that asked is gone with its row.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Users table');
  });
});
