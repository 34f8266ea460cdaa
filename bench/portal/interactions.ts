import type { Page } from 'playwright-core';

const settled = (page: Page) => page.locator('table.list[aria-busy=false]').waitFor();

/** Typical interactions with a list: opening and selecting rows, sorting, columns, filters, pages, the palette. */
export async function interactWithRows(page: Page): Promise<void> {
  for (const row of [0, 7, 21]) await page.locator('.expander').nth(row).click();
  for (const row of [1, 2, 3]) await page.locator('.pick input').nth(row).click();
  await page.locator('thead input[type=checkbox]').click();
  await page.locator('thead input[type=checkbox]').click();
  await page.getByRole('button', { name: 'Amount' }).click();
  await settled(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Location' }).click();
  await page.getByRole('checkbox', { name: 'Location' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Advanced Filter' }).click();
  await page.getByRole('textbox', { name: 'Company' }).pressSequentially('ha', { delay: 60 });
  await page.waitForTimeout(500);
  await settled(page);
  await page.getByRole('textbox', { name: 'Company' }).fill('');
  await page.waitForTimeout(500);
  await settled(page);
  await page.getByRole('button', { name: 'Advanced Filter' }).click();
  await page.getByRole('button', { name: 'Next page' }).click();
  await settled(page);
  await page.getByRole('button', { name: 'Previous page' }).click();
  await settled(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search/ }).waitFor();
  await page.keyboard.type('inv', { delay: 40 });
  await page.keyboard.press('Escape');
  await page.waitForTimeout(200);
}
