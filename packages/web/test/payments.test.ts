import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { axeFindings } from './browser.ts';
import { it } from './journey.ts';
import { dialogOf, fillPayment, openPayment, saveOf } from './paying.ts';
import { browserSuite, headings, listRows, waitForToast, watchCalls } from './suite.ts';

const suite = browserSuite();

const lockOf = (page: Page, label: string) =>
  dialogOf(page)
    .getByLabel(new RegExp(`^${label}\\*?$`))
    .evaluate((control) => {
      const field = control as HTMLInputElement;
      const fixed = field.readOnly === true || field.disabled;
      const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
      return fixed ? document.getElementById(ids.at(-1) ?? '')?.textContent : 'open';
    });

async function openDialog() {
  const calls: string[] = [];
  const page = await suite.openAs('/invoices?size=5&filter=status:Sent', undefined, {
    prepare: (opened) => watchCalls(opened, calls),
    tolerates: /status of 422/,
  });
  const row = await openPayment(page);
  return { page, calls, row };
}

const registers = (calls: readonly string[]) =>
  calls.filter((call) => call.startsWith('POST /fuel-payment/register'));

describe('payments', () => {
  it('PAY-01 are listed with their columns and filters, and lead back to the invoices', async () => {
    const page = await suite.openAs('/invoices/payments');
    const [[customer = ''] = []] = await listRows(page);
    await page.getByRole('heading', { name: 'Invoice Payments' }).waitFor();
    const labels = [
      'Customer',
      'Invoice No',
      'Invoice Date',
      'Due Date',
      'Payment Mode',
      'Payment Date',
      'Amount Paid',
      'Currency',
      'State',
      'Reference Id',
      'Reason',
      'Counterpart',
    ];
    await expect.poll(() => headings(page)).toEqual(labels);
    await page.getByRole('button', { name: 'Advanced Filter' }).click();
    const filters = page.locator('.filters');
    for (const label of labels) {
      await filters.getByLabel(label, { exact: true }).waitFor();
    }
    const calls = watchCalls(page);
    await filters.getByLabel('Customer', { exact: true }).fill(customer);
    await expect
      .poll(() =>
        calls.some((call) => call.includes(`filter=customer_name::${customer.split(' ')[0]}`)),
      )
      .toBe(true);
    await page.goto('/invoices/payments?filter=invoice_no::zzzz');
    await page.getByText('No Invoice Payments found.').waitFor();
    await page.getByRole('link', { name: 'Back to Invoices' }).click();
    await page.waitForURL('**/invoices');
  });

  it("INV-02 PAY-02 start with the invoice's values, locked, with amounts to the cent, and require the rest", async () => {
    const { page, row } = await openDialog();
    const dialog = dialogOf(page);
    const value = (label: string) => dialog.getByLabel(new RegExp(`^${label}\\*?$`)).inputValue();
    expect([await value('Customer'), await value('Invoice'), await value('Amount Due')]).toEqual([
      row.company,
      row.number,
      row.due,
    ]);
    expect(await value('Amount Due')).toMatch(/\.\d\d$/);
    for (const label of ['Customer', 'Invoice', 'Amount Due', 'Currency']) {
      expect([label, await lockOf(page, label)]).toEqual([label, 'It comes from the invoice.']);
    }
    // Submitting needs a change.
    await expect.poll(() => saveOf(page).isDisabled()).toBe(true);
    await dialog.getByText('Nothing was changed.').waitFor();
    // SHELL-13: the day is there already; what to type first has the focus.
    const amount = dialog.getByLabel('Amount Paid');
    expect(await amount.evaluate((control) => control === document.activeElement)).toBe(true);
    await amount.fill('1');
    await saveOf(page).click();
    await expect.poll(() => dialog.getByText('This field is required.').count()).toBe(2);
    const mode = dialog.getByLabel(/^Payment Mode/);
    await expect
      .poll(() => mode.evaluate((control) => control === document.activeElement))
      .toBe(true);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('PAY-05 start with today, and pay in full with one click', async () => {
    const { page, row } = await openDialog();
    const dialog = dialogOf(page);
    const today = await page.evaluate(() => new Date().toLocaleDateString('en-CA'));
    const [year = '', month, day] = today.split('-');
    const shown = `${day}/${month}/${year.slice(2)}`;
    await expect.poll(() => dialog.getByLabel(/^Payment Date/).inputValue()).toBe(shown);
    // A press anywhere on the field is for typing a part.
    const amount = dialog.getByLabel('Amount Paid');
    await amount.click();
    await amount.click({ position: { x: 8, y: 8 } });
    await page.keyboard.type('12.5');
    await expect.poll(() => amount.inputValue()).toBe('12.5');
    await dialog.getByRole('button', { name: 'Pay in full' }).click();
    await expect.poll(() => amount.inputValue()).toBe(row.due.replaceAll(',', ''));
  });

  it('PAY-05 say that nothing is due for a paid invoice', async () => {
    const page = await suite.openAs('/invoices?size=5&filter=status:Fully%20Paid');
    await listRows(page);
    await page
      .getByRole('button', { name: /^More for invoice/ })
      .first()
      .click();
    const offline = page.getByRole('button', { name: 'Payment Offline' });
    await offline.waitFor();
    // Escape closes the menu, then it would lead to the row.
    await page.keyboard.press('Escape');
    await offline.waitFor({ state: 'hidden' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toMatch(/^More for invoice/);
    await page.keyboard.press('Enter');
    await offline.click();
    const dialog = page.getByRole('dialog', { name: 'Payment Offline' });
    await dialog.getByText(/^Nothing is due on invoice \S+: it is paid\.$/).waitFor();
    // The button that the focus is on.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Close');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
  });

  it('LIST-14 PAY-02 PAY-04 never exceed what is due, to the cent, and are more than 0', async () => {
    const { page, calls, row } = await openDialog();
    const due = row.due.replaceAll(',', '');
    await fillPayment(page, `${due}1`);
    await saveOf(page).click();
    await dialogOf(page).getByText('Amount Paid may have at most 2 digits').waitFor();
    await dialogOf(page).getByLabel('Amount Paid').fill('10,93');
    await page.keyboard.press('Tab');
    await dialogOf(page)
      .getByText(
        'Amount Paid must be a number, with commas between thousands only: 1,093.72 or 1093.72',
      )
      .waitFor();
    const more = (BigInt(due.replace('.', '')) + 1n).toString();
    await dialogOf(page)
      .getByLabel('Amount Paid')
      .fill(`${more.slice(0, -2)}.${more.slice(-2)}`);
    await saveOf(page).click();
    await dialogOf(page).getByText('Amount paid cannot exceed amount due.').waitFor();
    // Two faults at once are two sentences.
    await dialogOf(page).getByLabel('Amount Paid').fill('99999999999999999999');
    await page.keyboard.press('Tab');
    await dialogOf(page)
      .getByText('Amount Paid has too many digits. Amount paid cannot exceed amount due.', {
        exact: true,
      })
      .waitFor();
    await dialogOf(page).getByLabel('Amount Paid').fill('0');
    await page.keyboard.press('Tab');
    await dialogOf(page).getByText('Amount paid must be more than 0.').waitFor();
    expect(registers(calls)).toEqual([]);
  });

  it('PAY-02 can be partial: the dialog closes, the list has the lower amount and the new status', async () => {
    const { page, calls, row } = await openDialog();
    await fillPayment(page, '100.10');
    const request = page.waitForRequest((sent) => sent.url().endsWith('/fuel-payment/register'));
    await saveOf(page).dblclick();
    expect((await request).postDataJSON()).toMatchObject({
      payment_date: '2026-11-19',
      invoice_id: row.number,
      amount_paid: 100.1,
      payment_mode: 'interac_debit_credit',
      referenceId: 'REF-1',
    });
    await waitForToast(page, 'Invoice Payment Created Successfully');
    await dialogOf(page).waitFor({ state: 'detached' });
    // FORM-07: pressed twice, paid once.
    expect(registers(calls)).toHaveLength(1);
    // The list was filtered by status Sent and has been reloaded without this invoice.
    await page.getByText(row.number, { exact: true }).waitFor({ state: 'detached' });
    await page.goto(`/invoices?filter=invoice_number:${row.number}`);
    const [now = []] = await listRows(page);
    const cents = (text: string) => BigInt(text.replaceAll(/[,.]/g, ''));
    expect(now[6]).toMatch(/^Partially Paid/);
    expect(cents(row.due) - cents(now[8] ?? '0')).toBe(10_010n);
    await page.goto(`/invoices/payments?filter=invoice_no:${row.number}`);
    const [paid = []] = await listRows(page);
    expect(paid.slice(-7)).toEqual([
      '19/11/26',
      '100.10',
      expect.stringMatching(/^(CAD|USD)$/),
      'Registered',
      'REF-1',
      '-',
      '-',
    ]);
  });

  it('PAY-02 are not discarded by mistake', async () => {
    const { page } = await openDialog();
    await dialogOf(page).getByLabel('Amount Paid').fill('5');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Are you sure want to leave ?' }).waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect.poll(() => dialogOf(page).getByLabel('Amount Paid').inputValue()).toBe('5');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Leave' }).click();
    await dialogOf(page).waitFor({ state: 'detached' });
  });

  it('ACC-04 open without the right to change invoices, say so, and keep Save disabled', async () => {
    for (const account of ['clerk@forecourt.test', 'viewer@northhaul.test'] as const) {
      const page = await suite.openAs('/invoices?size=5', account);
      await openPayment(page);
      await fillPayment(page, '1');
      await expect.poll(() => saveOf(page).isDisabled()).toBe(true);
      const reason = await dialogOf(page).locator('.why').textContent();
      expect(reason).toMatch(/invoices/i);
    }
  });

  it('PAY-05 FORM-01 are reversed once with a reason, after which the action disappears', async () => {
    const calls: string[] = [];
    const { page, row } = await openDialog();
    watchCalls(page, calls);
    await fillPayment(page, '12.34');
    await saveOf(page).click();
    await waitForToast(page, 'Invoice Payment Created Successfully');
    await page.goto(`/invoices/payments?filter=invoice_no:${row.number}`);
    await listRows(page);
    const paid = page.locator('table.list > tbody > tr').filter({ hasText: '12.34' });
    await paid.getByRole('button', { name: /^Reverse / }).click();
    const dialog = page.getByRole('dialog', { name: 'Reverse Payment' });
    const reverse = dialog.getByRole('button', { name: 'Reverse', exact: true });
    const reason = dialog.getByLabel(/^Reason/);
    await reason.waitFor();
    const reversals = () => calls.filter((call) => /^POST \/fuel-payment\/\d+\/reverse/.test(call));
    await expect.poll(() => reverse.isDisabled()).toBe(true);
    await reason.fill('Cheque returned');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Are you sure want to leave ?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => reason.inputValue()).toBe('Cheque returned');
    await reverse.click();
    await waitForToast(page, 'Invoice Payment Reversed Successfully');
    expect(reversals()).toHaveLength(1);
    // Its button is gone: the focus stays in its row, and the keyboard works on.
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('tr')?.textContent ?? '');
    await expect.poll(focused).toContain('12.34');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Go to or do anything' }).waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`/invoices/payments?filter=invoice_no:${row.number}`);
    const states = (await listRows(page)).map((cells) => {
      const [amount = '', , state = '', , reason = ''] = cells.slice(-6);
      return [amount, state, reason];
    });
    // The reversal and its payment lead to each other.
    const idOf = (state: string) =>
      page
        .locator('tr[data-row]')
        .filter({ has: page.getByText(state, { exact: true }), hasText: '12.34' })
        .getAttribute('data-row');
    const [payment, reversal] = [await idOf('Reversed'), await idOf('Reversal')];
    const leads = page.locator('td[data-label="Counterpart"] a');
    expect(
      await leads.evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(
      expect.arrayContaining([payment, reversal].map((id) => `/invoices/payments/by/id/${id}`)),
    );
    expect(states).toContainEqual(['12.34', 'Reversed', '-']);
    expect(states).toContainEqual(['-12.34', 'Reversal', 'Cheque returned']);
    const reversible = states.filter(([, state]) => state === 'Registered').length;
    await expect
      .poll(() => page.getByRole('button', { name: /^Reverse / }).count())
      .toBe(reversible);
  });
});
