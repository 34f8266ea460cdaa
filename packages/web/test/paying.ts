import type { Locator, Page } from 'playwright-core';
import { listRows } from './suite.ts';

export const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Add Payment' });
export const saveOf = (page: Page): Locator =>
  dialogOf(page).getByRole('button', { name: 'Save', exact: true });

/** Opens 'Payment Offline' for the first invoice in the list; returns the list's values. */
export async function openPayment(page: Page) {
  const [[number = '', company = '', , , , , status = '', , due = ''] = []] = await listRows(page);
  await page.getByRole('button', { name: `More for invoice ${number}`, exact: true }).click();
  await page.getByRole('button', { name: 'Payment Offline' }).click();
  await dialogOf(page).getByLabel('Amount Paid').waitFor();
  await dialogOf(page).locator('option', { hasText: 'Cheque' }).waitFor({ state: 'attached' });
  return { number, company, status, due };
}

/** Fills in all required fields, with this amount. */
export async function fillPayment(page: Page, amount: string): Promise<void> {
  const dialog = dialogOf(page);
  await dialog.getByLabel(/^Payment Date/).fill('19/11/26');
  await dialog.getByLabel('Amount Paid').fill(amount);
  await dialog.getByLabel('Payment Mode').selectOption('Interac/debit/credit');
  await dialog.getByLabel('Reference Id').fill('REF-1');
}
