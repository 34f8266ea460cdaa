import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { formReady, soon } from './forms.ts';
import { it } from './journey.ts';
import { browserSuite, listRows } from './suite.ts';

const suite = browserSuite();
const TEXTS = {
  header: 'Are you sure want to leave ?',
  message: 'There are some unsaved changes ?',
  stay: 'Stay',
  leave: 'Leave',
};

/** A card's form, opened from the list and changed. */
async function typed(): Promise<Page> {
  const page = await suite.openAs('/managercards');
  await listRows(page);
  await page
    .getByRole('link', { name: /^Edit card/ })
    .first()
    .click();
  await formReady(page);
  await page.getByLabel('Driver Name').fill('Unsaved');
  return page;
}

async function asked(page: Page) {
  const dialog = page.getByRole('dialog', { name: TEXTS.header });
  await dialog.getByText(TEXTS.message).waitFor();
  return {
    stay: () => dialog.getByRole('button', { name: TEXTS.stay }).click(),
    leave: () => dialog.getByRole('button', { name: TEXTS.leave }).click(),
  };
}

const held = (page: Page) => page.getByLabel('Driver Name').inputValue();

describe('a changed form', () => {
  it('FORM-01 asks before a link, Cancel or the back button leaves it; Stay keeps everything, Leave goes', async () => {
    const page = await typed();
    await page.getByRole('link', { name: 'Invoices' }).click();
    await (await asked(page)).stay();
    expect(await held(page)).toBe('Unsaved');
    await page.getByRole('button', { name: 'List of ManageCard' }).click();
    // The focus starts on the answer that loses nothing.
    const dialog = page.getByRole('dialog', { name: TEXTS.header });
    await dialog.waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe(TEXTS.stay);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await held(page)).toBe('Unsaved');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await (await asked(page)).leave();
    await page.waitForURL('**/managercards');
    await listRows(page);
  });

  it('FORM-01 SHELL-13 gives the focus back after Escape, also to the button of the menu that asked', async () => {
    const page = await typed();
    const dialog = page.getByRole('dialog', { name: TEXTS.header });
    const account = page.getByRole('button', { name: 'Adele Marchetti' });
    const invoices = page.getByRole('link', { name: 'Invoices' });
    const hasFocus = (place: typeof account) =>
      place.evaluate((element) => element === document.activeElement);
    await account.click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(account)).toBe(true);
    await invoices.click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(invoices)).toBe(true);
    expect(await held(page)).toBe('Unsaved');
  });

  it("FORM-01 asks on the browser's Back, and leaves only after confirmation", async () => {
    const page = await typed();
    await page.evaluate(() => history.back());
    await (await asked(page)).stay();
    expect(new URL(page.url()).pathname).toMatch(/\/managercards\/\d+\/edit/);
    expect(await held(page)).toBe('Unsaved');
    await page.evaluate(() => history.back());
    await asked(page);
    // Back again at once, before the answer is drawn, asks again.
    await page.evaluate((stay) => {
      [...document.querySelectorAll('button')].find((one) => one.textContent === stay)?.click();
      history.back();
    }, TEXTS.stay);
    await expect.poll(() => held(page)).toBe('Unsaved');
    await (await asked(page)).leave();
    await page.waitForURL('**/managercards');
    await listRows(page);
  });

  it('FORM-01 lets the browser ask on reload and when its tab is closed', async () => {
    const page = await typed();
    const kinds: string[] = [];
    page.on('dialog', (dialog) => {
      kinds.push(dialog.type());
      void dialog.dismiss();
    });
    await page.evaluate(() => location.reload());
    await soon(() => kinds).toEqual(['beforeunload']);
    expect(await held(page)).toBe('Unsaved');
    await page.close({ runBeforeUnload: true });
    await soon(() => kinds).toEqual(['beforeunload', 'beforeunload']);
    expect(page.isClosed()).toBe(false);
  });

  it('FORM-01 FORM-05 does not ask if the loaded values are restored', async () => {
    const clean = await suite.openAs('/managercards/3/edit');
    await formReady(clean);
    const name = await clean.getByLabel('Driver Name').inputValue();
    await clean.getByLabel('Driver Name').fill('x');
    await clean.getByLabel('Driver Name').fill(name);
    await clean.getByRole('link', { name: 'Invoices' }).click();
    await clean.waitForURL('**/invoices');
  });

  it('FORM-01 asks before a dialog is closed', async () => {
    const page = await suite.openAs('/customer-markup');
    await listRows(page);
    await page.getByRole('button', { name: 'Add Markup' }).click();
    await page.getByLabel('Markup Value').fill('0.5');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await (await asked(page)).stay();
    await expect.poll(() => page.getByLabel('Markup Value').inputValue()).toBe('0.5');
    await page.keyboard.press('Escape');
    await (await asked(page)).leave();
    await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  });
});
