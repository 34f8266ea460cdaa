import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { it } from './journey.ts';
import { tabTo } from './keys.ts';
import { dialogOf } from './paying.ts';
import { browserSuite, listRows, waitForToast } from './suite.ts';

const suite = browserSuite();

async function type(page: Page, label: RegExp, text: string) {
  await tabTo(page, label);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

describe('by keyboard only', () => {
  it('SHELL-13 PAY-02 pays an invoice', async () => {
    const page = await suite.openAs('/invoices?size=5&filter=status:Sent');
    const [[number = ''] = []] = await listRows(page);
    await page.getByRole('button', { name: `More for invoice ${number}` }).waitFor();
    await tabTo(page, `More for invoice ${number}`);
    await page.keyboard.press('Enter');
    await tabTo(page, 'Payment Offline');
    await page.keyboard.press('Enter');
    await dialogOf(page).locator('option', { hasText: 'Cheque' }).waitFor({ state: 'attached' });
    await type(page, /^Payment Date/, '19/11/26');
    await type(page, /^Amount Paid/, '1.25');
    await tabTo(page, /^Payment Mode/);
    await page.keyboard.type('Cheque');
    await type(page, /^Reference Id/, 'CHQ-7');
    await tabTo(page, 'Save');
    await page.keyboard.press('Enter');
    await waitForToast(page, 'Invoice Payment Created Successfully');
    await dialogOf(page).waitFor({ state: 'detached' });
    await page.goto(`/invoices/payments?filter=invoice_no:${number}`);
    expect((await listRows(page))[0]?.slice(4)).toEqual([
      'Cheque',
      '19/11/26',
      '1.25',
      expect.stringMatching(/^(CAD|USD)$/),
      'Registered',
      'CHQ-7',
      '-',
      '-',
    ]);
  });

  it('SHELL-13 TXN-05 edits a transaction, and adds a collapsed purchase', async () => {
    const page = await suite.openAs('/transactions?size=5');
    const [[code = ''] = []] = await listRows(page);
    await tabTo(page, `Edit transaction ${code}`);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add Cash Purchase (Dash Cash)' }).waitFor();
    await tabTo(page, 'Add Cash Purchase (Dash Cash)');
    await page.keyboard.press('Enter');
    const cash = page.getByRole('group', { name: 'Cash Purchase (Dash Cash)' });
    await cash.waitFor();
    // The focus is on the code of the added group.
    await page.keyboard.type('CASH');
    await type(page, /^Amount/, '20');
    await type(page, /^Sales Type/, 'CASH');
    await page.keyboard.press('Enter');
    await waitForToast(page, 'Transaction Updated Successfully');
    await page.goto(`/transactions/${code}/view`);
    const added = page.locator('.record-group', { hasText: 'Cash Purchase (Dash Cash)' });
    await added.getByText('20.00').waitFor();
  });
});
