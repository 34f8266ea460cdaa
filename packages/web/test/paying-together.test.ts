import { PASSWORD } from '@forecourt/sandbox';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { axeFindings, SESSION_OVER, signIn } from './browser.ts';
import { faultAt, formReady } from './forms.ts';
import { it } from './journey.ts';
import { dialogOf, fillPayment, openPayment, saveOf } from './paying.ts';
import { browserSuite, listRows, waitForToast } from './suite.ts';

const suite = browserSuite();
const REFUSED = /status of 4(?:01|09|12|22)/;
const SHOTS = process.env.SHOTS;

const shot = async (page: Page, name: string) => {
  if (!SHOTS) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await page.waitForTimeout(150);
      await page.screenshot({ path: `${SHOTS}/${name}-${width}-${colorScheme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
};

/** Another user's calls, made directly to the service. */
async function elsewhere(path: string, method = 'GET', body?: object): Promise<Response> {
  const api = `${suite.url()}/api/v1`;
  const json = { 'content-type': 'application/json' };
  const credentials = { username: 'admin@forecourt.test', password: PASSWORD };
  const login = await fetch(`${api}/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(credentials),
  });
  const authorization = login.headers.get('authorization') ?? '';
  const answer = await fetch(`${api}/${path}`, {
    method,
    headers: { ...json, authorization },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what the wire gives.
const read = async (path: string): Promise<any> => (await elsewhere(path)).json();

async function payElsewhere(number: string, amount: number, referenceId: string): Promise<number> {
  const { invoice_dto: invoice } = await read(`spol/invoices/${number}`);
  const answer = await elsewhere('fuel-payment/register', 'POST', {
    payment_date: '2026-11-19',
    company_name: invoice.company_name,
    invoice_id: number,
    amount_due: invoice.amount_due,
    amount_paid: amount,
    currency: invoice.currency,
    payment_mode: 'interac_debit_credit',
    referenceId,
  });
  return ((await answer.json()) as { id: number }).id;
}

const open = (route: string) => suite.openAs(route, undefined, { tolerates: REFUSED });

const figure = (amount: number): string =>
  amount.toLocaleString('en-CA', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A dialog opened from a row is inside a table cell, and must still wrap its text. */
const overflow = (page: Page, name: string): Promise<number> =>
  page
    .getByRole('dialog', { name })
    .evaluate((element) => element.scrollWidth - element.clientWidth);

/** Ends the session at the service, which the change that is sent then reports: reads of the page itself would do so before it. */
async function revoke(page: Page, press: () => Promise<void>): Promise<void> {
  await page.route('**/api/v1/**', (route) => {
    const request = route.request();
    // The list's sums are read by POST.
    const isRead = request.method() === 'GET' || request.url().endsWith('/totals');
    return isRead ? route.fallback() : route.fulfill(SESSION_OVER);
  });
  await press();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.unrouteAll();
}

describe('two people who pay one invoice', () => {
  it("PAY-02 see the present amount due in an open dialog after the other's payment, and keep the typed values", async () => {
    const page = await open('/invoices?size=5&filter=status:Sent');
    const { number } = await openPayment(page);
    const due: number = (await read(`spol/invoices/${number}`)).invoice_dto.amount_due;
    await fillPayment(page, due.toFixed(2));
    await payElsewhere(number, 40, 'FIRST');
    await saveOf(page).click();
    const said = `Amount paid cannot exceed amount due. Amount due changed from ${figure(due)} to ${figure(due - 40)}.`;
    await dialogOf(page).getByText(said).waitFor();
    const value = (label: RegExp) => dialogOf(page).getByLabel(label).inputValue();
    expect(await value(/^Amount Due/)).toBe(figure(due - 40));
    expect(await value(/^Amount Paid/)).toBe(due.toFixed(2));
    expect(await value(/^Reference Id/)).toBe('REF-1');
    expect(await overflow(page, 'Add Payment')).toBe(0);
    await shot(page, 'due-changed');
    expect(await axeFindings(page)).toEqual([]);
    // Left after the refusal, the list of those sent no longer has the one that was paid in part.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await dialogOf(page).waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await listRows(page)).map(([name]) => name))
      .not.toContain(number);
  });

  it('PAY-02 PAY-05 say why an invoice that was to be paid in full is not, and take the first press on it', async () => {
    const page = await open('/invoices?size=5&filter=status:Sent');
    const { number } = await openPayment(page);
    const due: number = (await read(`spol/invoices/${number}`)).invoice_dto.amount_due;
    await fillPayment(page, '');
    await dialogOf(page).getByLabel('Amount Paid').focus();
    const {
      height = 0,
      width = 0,
      x = 0,
      y = 0,
    } = (await dialogOf(page).getByRole('button', { name: 'Pay in full' }).boundingBox()) ?? {};
    await page.mouse.move(x + width / 2, y + height / 2);
    // As a hand does: what moved meanwhile would be missed.
    await page.mouse.down();
    await page.waitForTimeout(100);
    await page.mouse.up();
    const amount = dialogOf(page).getByLabel('Amount Paid');
    await expect.poll(() => amount.inputValue()).toBe(due.toFixed(2));
    await payElsewhere(number, 40, 'FIRST');
    await saveOf(page).click();
    const said = `Amount paid cannot exceed amount due. Amount due changed from ${figure(due)} to ${figure(due - 40)}.`;
    await dialogOf(page).getByText(said).waitFor();
    // It stays in sight.
    await page.waitForTimeout(4_500);
    expect(await dialogOf(page).getByText(said).count()).toBe(1);
  });

  it('PAY-02 see that the invoice was closed meanwhile, and may pay it anyway', async () => {
    const page = await open('/invoices?size=5&filter=status:Sent');
    const { number } = await openPayment(page);
    await fillPayment(page, '1.50');
    const { invoice_dto: invoice } = await read(`spol/invoices/${number}`);
    const closed = { id: invoice.id, status: 'Closed', reason: 'Settled elsewhere' };
    await elsewhere('spol/invoices/update', 'PUT', closed);
    await saveOf(page).click();
    const said = `Invoice ${number} was closed meanwhile: nothing more is expected of it. Save again to register the payment anyway.`;
    await expect.poll(() => faultAt(page, /^Invoice\W*$/)).toBe(said);
    expect(await faultAt(page, 'Amount Paid')).toBe('');
    await shot(page, 'closed-meanwhile');
    await saveOf(page).click();
    await waitForToast(page, 'Invoice Payment Created Successfully');
  });

  it('FORM-06 leave a form by the first press on Cancel, though the field that was left is empty', async () => {
    const page = await open('/user/add-new');
    await formReady(page);
    await page.getByLabel('First Name').focus();
    const {
      height = 0,
      width = 0,
      x = 0,
      y = 0,
    } = (await page.getByRole('button', { name: 'Cancel', exact: true }).boundingBox()) ?? {};
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.waitForTimeout(100);
    await page.mouse.up();
    await page.waitForURL('**/user');
  });

  it('PAY-04 have to confirm the same payment again, which is never refused', async () => {
    const page = await open('/invoices?size=5&filter=status:Sent');
    const { number } = await openPayment(page);
    await payElsewhere(number, 10.25, 'REF-1');
    await fillPayment(page, '10.25');
    await saveOf(page).click();
    const ask = page.getByRole('dialog', { name: 'Registered before?' });
    await ask.getByText(/A payment of 10\.25 (CAD|USD) by Interac\/debit\/credit/).waitFor();
    expect(await overflow(page, 'Registered before?')).toBe(0);
    await shot(page, 'registered-before');
    await ask.getByRole('button', { name: 'Go back' }).click();
    await expect.poll(() => dialogOf(page).getByLabel('Amount Paid').inputValue()).toBe('10.25');
    await saveOf(page).click();
    await ask.getByRole('button', { name: 'Register another one' }).click();
    await waitForToast(page, 'Invoice Payment Created Successfully');
    const { content } = await read(`invoice-payments?filter=invoice_no:${number}`);
    expect(content).toHaveLength(2);
  });

  it('PAY-05 see a payment reversed elsewhere: its dialog says so and keeps the reason; closed, it shows the row as it is', async () => {
    const list = await read('spol/invoices/?size=5&filter=status:Sent');
    const number: string = list.content[0].invoice_number;
    const id = await payElsewhere(number, 12.34, 'CHQ-77');
    const page = await open(`/invoices/payments?filter=invoice_no:${number}`);
    await listRows(page);
    const row = page.locator('table.list > tbody > tr').filter({ hasText: '12.34' });
    await row.getByRole('button', { name: /^Reverse / }).click();
    const dialog = page.getByRole('dialog', { name: 'Reverse Payment' });
    await dialog.getByLabel(/^Reason/).waitFor();
    const facts = await dialog.locator('dl.facts > div').allTextContents();
    const { currency } = list.content[0];
    expect(facts).toEqual([
      `Invoice${number}`,
      `Customer${list.content[0].company_name}`,
      'Payment Date19/11/26',
      `Amount Paid12.34 ${currency}`,
      'Payment ModeInterac/debit/credit',
      'Reference IdCHQ-77',
    ]);
    await dialog.getByLabel(/^Reason/).fill('Cheque returned');
    await shot(page, 'reverse');
    expect(await axeFindings(page)).toEqual([]);
    await elsewhere(`fuel-payment/${id}/reverse`, 'POST', { reason: 'Theirs' });
    await dialog.getByRole('button', { name: 'Reverse', exact: true }).click();
    await dialog.getByRole('alert').getByText('This payment was reversed already.').waitFor();
    expect(await dialog.getByLabel(/^Reason/).inputValue()).toBe('Cheque returned');
    // It can't be done again, and what was said is said once.
    expect(await dialog.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    const again = dialog.getByRole('button', { name: 'Reverse', exact: true });
    expect(await again.isDisabled()).toBe(true);
    expect(await dialog.getByText('This payment was reversed already.').count()).toBe(1);
    await shot(page, 'reversed-already');
    // It stays, and closing asks nothing: what was typed can't be sent.
    await page.waitForTimeout(4500);
    expect(await dialog.getByText('This payment was reversed already.').count()).toBe(1);
    expect(await again.isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await dialog.waitFor({ state: 'detached' });
    await row.getByText('Reversed', { exact: true }).waitFor();
    await expect.poll(() => row.getByRole('button', { name: /^Reverse / }).count()).toBe(0);
  });
});

describe('unsaved input in a dialog when the session ends', () => {
  it('AUTH-09 is restored over its list for a payment, unsaved, and can be saved', async () => {
    const page = await suite.openOwn('/invoices?size=5&filter=status:Sent', undefined, {
      tolerates: REFUSED,
    });
    const { number } = await openPayment(page);
    await fillPayment(page, '7.77');
    await revoke(page, () => saveOf(page).click());
    await signIn(page);
    await dialogOf(page).getByLabel('Amount Paid').waitFor();
    expect(new URL(page.url()).search).toContain('size=5');
    const value = (label: RegExp) => dialogOf(page).getByLabel(label).inputValue();
    expect(await value(/^Invoice/)).toBe(number);
    expect(await value(/^Amount Paid/)).toBe('7.77');
    expect(await value(/^Reference Id/)).toBe('REF-1');
    await dialogOf(page).getByText('This is what you had entered here.').waitFor();
    await saveOf(page).click();
    await waitForToast(page, 'Invoice Payment Created Successfully');
    await page.reload();
    await listRows(page);
    await expect.poll(() => dialogOf(page).count()).toBe(0);
  });

  it("AUTH-09 is restored for a reversal's reason, with its payment", async () => {
    const { content } = await read('spol/invoices/?size=5&filter=status:Sent');
    await payElsewhere(content[0].invoice_number, 3.21, 'CHQ-78');
    const page = await suite.openOwn(
      `/invoices/payments?filter=invoice_no:${content[0].invoice_number}`,
      undefined,
      { tolerates: REFUSED },
    );
    await listRows(page);
    const row = page.locator('table.list > tbody > tr').filter({ hasText: '3.21' });
    await row.getByRole('button', { name: /^Reverse / }).click();
    const dialog = page.getByRole('dialog', { name: 'Reverse Payment' });
    await dialog.getByLabel(/^Reason/).fill('Typed before the end');
    const reverse = dialog.getByRole('button', { name: 'Reverse', exact: true });
    await revoke(page, () => reverse.click());
    await signIn(page);
    await dialog.getByText('CHQ-78').waitFor();
    await expect.poll(() => dialog.getByLabel(/^Reason/).inputValue()).toBe('Typed before the end');
    await reverse.click();
    await waitForToast(page, 'Invoice Payment Reversed Successfully');
    await row.getByText('Reversed', { exact: true }).waitFor();
  });
});

describe('the checks of amounts and dates', () => {
  it('PAY-05 name the limits for a day before the first one, instead of calling it no date', async () => {
    const page = await open('/invoices?size=5&filter=status:Sent');
    await openPayment(page);
    const day = dialogOf(page).getByLabel(/^Payment Date/);
    for (const typed of ['31/12/19', '01/01/2099']) {
      await day.fill(typed);
      await day.blur();
      await dialogOf(page).getByText('Payment Date must be between 01/01/20 and today.').waitFor();
    }
  });

  it("INV-12 ask for a credit's reason at the field", async () => {
    const { content } = await read('spol/invoices/?size=50&filter=status:Open');
    const invoice = content.find(({ amount_due }: { amount_due: number }) => amount_due > 100);
    const page = await open(`/invoices/${invoice.invoice_number}/edit`);
    await formReady(page);
    const reason = page.getByLabel(/^Reason/);
    await expect.poll(() => reason.count()).toBe(0);
    const amount = page.locator('.form').getByLabel(/^Amount Due/);
    await amount.fill((invoice.amount_due - 25).toFixed(2));
    await amount.blur();
    await reason.waitFor();
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    const said = `Say why 25.00 ${invoice.currency} of it is no longer due.`;
    expect(await faultAt(page, /^Reason/)).toBe(said);
    await shot(page, 'credit');
    await reason.fill('Pump out of order');
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await waitForToast(page, 'Invoice Updated Successfully');
    const filter = `filter=resource:invoices&filter=record_id:${invoice.invoice_number}`;
    const trail = await read(`audit?${filter}`);
    expect(trail.content[0].changes.reason).toBe('Pump out of order');
  });
});
