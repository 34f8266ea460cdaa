import { badFiles } from '@forecourt/provider-file-examples';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { SESSION_OVER, signIn } from './browser.ts';
import { callElsewhere } from './elsewhere.ts';
import { chooseListed, searched } from './forms.ts';
import { choose, goodFile, openDialog } from './importing.ts';
import { it } from './journey.ts';
import { browserSuite, listRows } from './suite.ts';

const suite = browserSuite();
const REFUSED = /status of 40[13]/;
const TYPED = 'Typed Before The End';

const driver = (page: Page) => page.getByLabel('Driver Name');

/** Each test uses another card, so that one test's save doesn't affect the next. */
async function openForm(card: number): Promise<Page> {
  const page = await suite.openOwn(`/managercards/${card}/edit`, undefined, { tolerates: REFUSED });
  await driver(page).fill(TYPED);
  return page;
}

/** Ends the session at the service, which the next call reports. */
async function revoke(page: Page): Promise<void> {
  await page.route('**/api/v1/**', (route) => route.fulfill(SESSION_OVER));
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.unrouteAll();
}

const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));

/** Ends the session through a second tab, which notices that it is over. */
async function endInOtherTab(page: Page): Promise<void> {
  const second = await page.context().newPage();
  await second.goto('/managercards');
  await listRows(second);
  await second.route('**/api/v1/**', (route) => route.fulfill(SESSION_OVER));
  await second.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  // Otherwise it would end the next session too, as soon as it follows it.
  await second.unrouteAll();
}

const RESTORED = 'This is what you had entered here. It is not saved yet.';

describe('unsaved input when the session ends', () => {
  it('AUTH-09 is restored once after the same user signs in, unsaved, and can be saved', async () => {
    const page = await openForm(1);
    await revoke(page);
    expect(await stored(page)).toContain(TYPED);
    await signIn(page);
    await page.waitForURL('**/managercards/1/edit');
    await driver(page).waitFor();
    await expect.poll(() => driver(page).inputValue()).toBe(TYPED);
    const said = page.getByText(RESTORED, { exact: true });
    await said.waitFor();
    expect(await stored(page)).not.toContain(TYPED);
    // The change is unsaved, so leaving asks.
    await page.getByRole('link', { name: 'Invoices' }).click();
    await page.getByText('There are some unsaved changes ?').waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Update' }).click();
    await page.getByText('ManageCard Updated Successfully').first().waitFor();
    expect(await said.count()).toBe(0);
    await page.goto('/managercards/1/edit');
    await driver(page).waitFor();
    await expect.poll(() => driver(page).inputValue()).toBe(TYPED);
    await page.getByRole('link', { name: 'Invoices' }).click();
    await page.waitForURL('**/invoices');
  });

  it('AUTH-09 is dropped for another user, who does not land on that record either', async () => {
    const page = await openForm(2);
    await revoke(page);
    await signIn(page, 'viewer@northhaul.test');
    await listRows(page);
    expect(new URL(page.url()).pathname).toBe('/managercards');
    expect(await stored(page)).not.toContain(TYPED);
  });

  it('AUTH-05 is dropped by Logout, which asks first', async () => {
    const page = await openForm(3);
    const logOut = async () => {
      await page.getByRole('banner').getByRole('button').last().click();
      await page.getByRole('button', { name: 'Logout' }).click();
    };
    await logOut();
    await page.getByRole('dialog').getByText('There are some unsaved changes ?').waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect.poll(() => driver(page).inputValue()).toBe(TYPED);
    await logOut();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await stored(page)).not.toContain(TYPED);
    await signIn(page);
    await listRows(page);
    expect(new URL(page.url()).pathname).toBe('/managercards');
  });

  it('AUTH-09 survives if another tab ends the session, too', async () => {
    const page = await openForm(4);
    await endInOtherTab(page);
    await signIn(page);
    await page.waitForURL('**/managercards/4/edit');
    await driver(page).waitFor();
    await expect.poll(() => driver(page).inputValue()).toBe(TYPED);
  });

  it('AUTH-09 survives a Logout and a sign-in of the same user in another tab', async () => {
    const page = await openForm(6);
    const second = await page.context().newPage();
    await second.goto('/managercards');
    await listRows(second);
    await second.getByRole('banner').getByRole('button').last().click();
    await second.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await signIn(second);
    await page.waitForURL('**/managercards/6/edit');
    await driver(page).waitFor();
    await expect.poll(() => driver(page).inputValue()).toBe(TYPED);
    await page.getByText(RESTORED, { exact: true }).waitFor();
  });

  it('AUTH-09 INV-14 brings back the dialog that bills a period, with what was chosen in it', async () => {
    const page = await suite.openOwn('/invoices', undefined, { tolerates: REFUSED });
    await page.getByRole('button', { name: 'Bill a Period' }).click();
    const dialog = page.getByRole('dialog', { name: 'Bill a Period' });
    const company = dialog.getByLabel('Company');
    const all = await searched(company).inputValue();
    await chooseListed(company, 'North Haul');
    const chosen = await company.inputValue();
    expect(chosen).not.toBe(all);
    const second = await page.context().newPage();
    await second.goto('/managercards');
    await listRows(second);
    await second.getByRole('banner').getByRole('button').last().click();
    await second.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await signIn(page);
    await page.waitForURL('**/invoices');
    await expect.poll(() => company.inputValue()).toBe(chosen);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Bill a Period' }).click();
    await expect.poll(() => company.inputValue()).toBe(all);
  });

  it('AUTH-09 LIST-15 brings back a change of picked rows, with its reason and the rows', async () => {
    const page = await suite.openOwn(
      '/managercards?filter=card_status:RELEASE&size=10',
      undefined,
      { tolerates: REFUSED },
    );
    await listRows(page);
    const ticks = page.locator('td .pick input');
    for (const at of [1, 3]) await ticks.nth(at).check();
    await page.getByRole('button', { name: 'Hold', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Hold 2 cards' });
    const question = await dialog.getByText(/^Hold 2 cards: 7076 .*\?$/).textContent();
    await dialog.getByLabel('Reason').fill(TYPED);
    await endInOtherTab(page);
    await signIn(page);
    await dialog.getByText(RESTORED, { exact: true }).waitFor();
    expect(await dialog.getByLabel('Reason').inputValue()).toBe(TYPED);
    await dialog.getByText(question ?? '', { exact: true }).waitFor();
    expect(await stored(page)).not.toContain(TYPED);
    // The rows are ticked again, and stay so when the change is left.
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await dialog.waitFor({ state: 'detached' });
    for (const at of [1, 3]) expect(await ticks.nth(at).isChecked()).toBe(true);
    await page.getByText('2 selected').waitFor();
  });

  it('AUTH-09 CARD-07 brings back an assignment of picked cards, says of how many, and assigns those', async () => {
    const page = await suite.openOwn('/managercards?page=3&size=5', undefined, {
      tolerates: REFUSED,
    });
    await listRows(page);
    for (const at of [1, 3]) await page.locator('td .pick input').nth(at).check();
    await page.getByRole('button', { name: /^Assign Selected Cards To Customer/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign Cards' });
    await dialog.getByText('2 rows are chosen.', { exact: true }).waitFor();
    const company = dialog.getByRole('combobox', { name: 'Company' });
    await chooseListed(company, 'North Haul Carriers Ltd.');
    await endInOtherTab(page);
    await signIn(page);
    await dialog.getByText('2 rows are chosen.', { exact: true }).waitFor();
    const call = page.waitForRequest(/assign-card-company-bulk/);
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect((await call).postDataJSON().cardIds).toHaveLength(2);
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(async () => {
        const companies = (await listRows(page)).map(([, company]) => company);
        return [companies[1], companies[3]];
      })
      .toEqual(['North Haul Carriers Ltd.', 'North Haul Carriers Ltd.']);
  });

  it('AUTH-09 LIST-15 brings back a change that was asked for on a record’s view, and it can be made', async () => {
    const page = await suite.openOwn('/managercards/9/view', undefined, { tolerates: REFUSED });
    await page.getByRole('button', { name: 'Hold', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Hold 1 card' });
    await dialog.getByLabel('Reason').fill(TYPED);
    await endInOtherTab(page);
    await signIn(page);
    await dialog.getByText(RESTORED, { exact: true }).waitFor();
    expect(await dialog.getByLabel('Reason').inputValue()).toBe(TYPED);
    await dialog.getByRole('button', { name: 'Hold', exact: true }).click();
    await dialog.getByText('1 card put on hold.').waitFor();
    // It was made just now.
    expect(await dialog.getByText('Report of').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await page.locator('.record-notice').getByText(`Reason: ${TYPED}`).waitFor();
  });

  it('AUTH-09 REP-01 keeps a report’s format beside its choices in the address', async () => {
    const page = await suite.openOwn('/reporting?report_type=aging', undefined, {
      tolerates: REFUSED,
    });
    await page.getByLabel('Format').selectOption('excel');
    await endInOtherTab(page);
    await signIn(page);
    await page.waitForURL('**/reporting?report_type=aging');
    await expect.poll(() => page.getByLabel('Format').inputValue()).toBe('excel');
    expect(await page.getByLabel('Report Type').inputValue()).toBe('aging');
  });

  it('AUTH-09 WIRE-05 brings back what was typed for a card that somebody deleted meanwhile, and says so', async () => {
    const page = await suite.openOwn('/managercards/21/edit', undefined, {
      tolerates: /status of 40[134]/,
    });
    await driver(page).fill(TYPED);
    await endInOtherTab(page);
    await callElsewhere(suite.url(), 'fuel-card-management/21', { method: 'DELETE' });
    await signIn(page);
    await page
      .getByRole('alert')
      .getByText('This card was deleted by someone else meanwhile.')
      .first()
      .waitFor();
    expect(await driver(page).inputValue()).toBe(TYPED);
    expect(await page.getByRole('button', { name: 'Update', exact: true }).isDisabled()).toBe(true);
    expect(await page.locator('main .skeleton').count()).toBe(0);
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await listRows(page);
    expect(new URL(page.url()).pathname).toBe('/managercards');
  });

  it('AUTH-09 REP-03 brings back the e-mail of a report, with its recipients', async () => {
    const page = await suite.openOwn('/reporting?report_type=aging', undefined, {
      tolerates: REFUSED,
    });
    const mail = page.getByRole('button', { name: 'Send by E-mail' });
    await mail.click();
    const dialog = page.getByRole('dialog', { name: 'Send Report by E-mail' });
    const recipients = dialog.getByLabel('Recipients');
    await recipients.fill('clerk@forecourt.test');
    await endInOtherTab(page);
    await signIn(page);
    await dialog.getByText(RESTORED, { exact: true }).waitFor();
    expect(await recipients.inputValue()).toBe('clerk@forecourt.test');
    // It is unsaved, and is brought back once.
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await dialog.waitFor({ state: 'detached' });
    await mail.click();
    expect(await recipients.inputValue()).toBe('admin@forecourt.test');
    expect(await dialog.getByText(RESTORED).count()).toBe(0);
  });

  it('AUTH-09 CUST-04 brings back a customer’s statement, with its period', async () => {
    const page = await suite.openOwn(
      '/customer?filter=name:North%20Haul%20Carriers%20Ltd.',
      undefined,
      {
        tolerates: REFUSED,
      },
    );
    await page.getByRole('link', { name: 'North Haul Carriers Ltd.' }).click();
    const statement = page.getByRole('button', { name: 'Statement' });
    await statement.click();
    const dialog = page.getByRole('dialog', { name: 'Statement' });
    const from = dialog.getByLabel('From');
    await from.fill('15/09/26');
    await from.press('Tab');
    await endInOtherTab(page);
    await signIn(page);
    await dialog.getByText(RESTORED, { exact: true }).waitFor();
    expect(await from.inputValue()).toBe('15/09/26');
    await dialog.getByText('North Haul Carriers Ltd.').waitFor();
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    expect((await saved).suggestedFilename()).toBe(
      'statement-North_Haul_Carriers_Ltd.-2026-09-15-2026-10-31.pdf',
    );
    await dialog.waitFor({ state: 'detached' });
    await statement.click();
    expect(await from.inputValue()).toBe('01/10/26');
  });

  it('AUTH-09 RATE-01 keeps the provider of daily rates', async () => {
    const page = await suite.openOwn('/dailyrates', undefined, { tolerates: REFUSED });
    await page.getByLabel('Fuel Provider').selectOption('Pipeline');
    await endInOtherTab(page);
    await signIn(page);
    await page.waitForURL('**/dailyrates');
    await expect.poll(() => page.getByLabel('Fuel Provider').inputValue()).toBe('Pipeline');
  });

  it('AUTH-09 TXN-12 brings back the import with its file type, and says that the file is lost', async () => {
    const page = await suite.openOwn('/transactions', undefined, { tolerates: REFUSED });
    const dialog = await openDialog(page);
    const file = goodFile('Pipeline');
    await choose(page, 'Pipeline', file);
    await dialog.locator('.report').waitFor();
    await endInOtherTab(page);
    await page.getByText(/files, corrections of them and passwords are not\./).waitFor();
    await signIn(page);
    await dialog
      .getByText(`${file.name} was not kept. Choose it again.`, { exact: true })
      .waitFor();
    expect(await dialog.getByLabel('File type').inputValue()).toBe('Pipeline');
    await choose(page, 'Pipeline', file);
    await dialog.locator('.report').waitFor();
    expect(await dialog.getByText('was not kept').count()).toBe(0);
  });

  it('AUTH-09 TXN-12 says of a file with corrections that they are lost with it', async () => {
    const wrong = badFiles().find(({ name }) => name === 'amount_wrong.xlsx');
    if (!wrong) throw new Error('The example file is gone.');
    const page = await suite.openOwn('/transactions', undefined, { tolerates: REFUSED });
    const dialog = await openDialog(page);
    await choose(page, 'ESSO', wrong);
    await dialog.getByLabel('Z4 AMT').fill('882.37');
    const lost = dialog.getByText(
      'amount_wrong.xlsx was not kept, nor were corrections of it. Choose it again, and correct it again.',
      { exact: true },
    );
    await endInOtherTab(page);
    await signIn(page);
    await lost.waitFor();
    // Also if the session ends again before it is chosen.
    await endInOtherTab(page);
    await signIn(page);
    await lost.waitFor();
  });

  it('AUTH-09 contains no password', async () => {
    const page = await suite.openOwn('/user/add-new', undefined, { tolerates: REFUSED });
    await page.getByLabel('First Name').fill(TYPED);
    await page.getByLabel('Password').first().fill('Very-Secret-77!');
    await page.route('**/api/v1/**', (route) => route.fulfill(SESSION_OVER));
    const second = await page.context().newPage();
    await second.goto('/managercards');
    await listRows(second);
    await second.route('**/api/v1/**', (route) => route.fulfill(SESSION_OVER));
    await second.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    const kept = await stored(page);
    expect(kept).toContain(TYPED);
    expect(kept).not.toContain('Very-Secret');
    for (const one of [page, second]) await one.unrouteAll();
    await signIn(page);
    await page
      .getByText(`${RESTORED} A password is not kept: enter it again.`, { exact: true })
      .waitFor();
  });
});
