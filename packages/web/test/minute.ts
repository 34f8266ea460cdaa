import type { Page } from 'playwright-core';

/** Opens a screen by the menu; the tab is never reloaded. */
async function open(page: Page, route: string) {
  await page.locator(`#main-menu a[href="${route}"]`).click();
  await page.waitForURL(`**${route}`);
  await loaded(page);
}

const loaded = (page: Page) =>
  page.locator('table.list[aria-busy=false] tbody tr:not(.skeleton)').first().waitFor();

/** Turns pages, selects a row, and looks at a record. */
async function workInList(page: Page, route: string) {
  await open(page, route);
  for (const button of ['Next page', 'Previous page']) {
    await page.getByRole('button', { name: button }).click();
    await loaded(page);
  }
  await page.locator('.pick input').nth(1).click();
  await page.getByRole('link', { name: /^View/ }).first().click();
  await page.locator('.record-section dd:not(.skeleton)').first().waitFor();
  await page.goBack();
  await loaded(page);
}

/** Changes a record in its form, and leaves it without saving. */
async function tryForm(page: Page, route: string) {
  await open(page, route);
  await page.getByRole('link', { name: /^Edit/ }).first().click();
  const name = page.getByLabel('Driver Name');
  await name.fill('Somebody else');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await loaded(page);
}

/** Chooses a file as a page would: setInputFiles keeps the field, and with it the whole dialog, from being collected. */
const choose = (page: Page, base64: string) =>
  page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const chosen = new DataTransfer();
    chosen.items.add(new File([bytes], 'pipeline.xlsx'));
    const field = document.querySelector<HTMLInputElement>('input[type=file]');
    if (field) field.files = chosen.files;
    field?.dispatchEvent(new Event('change', { bubbles: true }));
  }, base64);

/** Imports a file; the service finds all but the first a duplicate. */
async function importFile(page: Page, file: string) {
  await open(page, '/transactions');
  await page.getByRole('button', { name: 'Import Transactions' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('File type').selectOption('Pipeline');
  await choose(page, file);
  await dialog.locator('.report').waitFor();
  const opened = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Upload' }).click();
  const result = await opened;
  await dialog.getByRole('button', { name: 'Import another file' }).waitFor();
  await result.close();
  await page.bringToFront();
  await dialog.locator('.dialog-foot').getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** What somebody does in about a minute: pages and a record of three lists, a form, an import. */
export async function workAMinute(page: Page, file: string): Promise<void> {
  for (const route of ['/transactions', '/invoices', '/managercards'])
    await workInList(page, route);
  await tryForm(page, '/managercards');
  await importFile(page, file);
}
