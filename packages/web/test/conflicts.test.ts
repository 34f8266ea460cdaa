import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { axeFindings } from './browser.ts';
import { callElsewhere } from './elsewhere.ts';
import { faultAt, formReady, soon } from './forms.ts';
import { it } from './journey.ts';
import { browserSuite, listRows, waitForToast } from './suite.ts';

const suite = browserSuite();
const CHANGED = /status of 4(?:04|12)/;
const SHOTS = process.env.SHOTS;

/** Another user's calls, made directly to the service. */
const elsewhere = (path: string, call?: Parameters<typeof callElsewhere>[2]) =>
  callElsewhere(suite.url(), path, call);

const card = (id: number) => elsewhere(`fuel-card-management/${id}`);
const changeCard = (id: number, body: object) =>
  elsewhere(`fuel-card-management/${id}`, { method: 'PUT', body });

async function openCard(id: number, options: Parameters<typeof suite.openAs>[2] = {}) {
  const page = await suite.openAs(`/managercards/${id}/edit`, undefined, {
    tolerates: CHANGED,
    ...options,
  });
  await formReady(page);
  return page;
}

const field = (page: Page, label: string) =>
  page.locator('.form').getByLabel(new RegExp(`^${label}\\*?$`));
const update = (page: Page) => page.getByRole('button', { name: 'Update', exact: true }).click();
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Changed by someone else' });
const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` });
};

/** Label → before, mine, theirs. */
const changes = async (page: Page): Promise<Record<string, string[]>> => {
  await dialog(page).waitFor();
  return Object.fromEntries(
    await dialog(page)
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [
          row.querySelector('th')?.textContent ?? '',
          [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? ''),
        ]),
      ),
  );
};

describe('a record that somebody else changed in the meantime', () => {
  it("WIRE-05 two browsers on one card: the second sees each side's changes, and keeps both", async () => {
    const [one, other] = [await openCard(11), await openCard(11)];
    const before = await card(11);
    await field(one, 'Driver Name').fill('First Browser');
    await field(one, 'Trailer Number').fill('TR-FIRST');
    await update(one);
    await waitForToast(one, 'ManageCard Updated Successfully');
    await field(other, 'Driver Name').fill('Second Browser');
    await field(other, 'Driver ID').fill('D-SECOND');
    await update(other);
    await dialog(other).waitFor();
    expect(await changes(other)).toEqual({
      'Driver Name': [before.driver_name, 'Second Browser', 'First Browser'],
      'Driver ID': [before.driver_id, 'D-SECOND, kept', before.driver_id],
      'Trailer Number': [before.trailer_number, before.trailer_number, 'TR-FIRST, kept'],
    });
    await shot(other, 'conflict-1440');
    expect(await axeFindings(other)).toEqual([]);
    await dialog(other).getByLabel('Driver Name: Theirs, First Browser').check();
    await dialog(other).getByRole('button', { name: 'Save these choices' }).click();
    await waitForToast(other, 'ManageCard Updated Successfully');
    expect(await card(11)).toMatchObject({
      driver_name: 'First Browser',
      driver_id: 'D-SECOND',
      trailer_number: 'TR-FIRST',
    });
  });

  it('WIRE-05 keeps mine if both changed a field, unless theirs is chosen', async () => {
    const page = await openCard(12);
    await field(page, 'Driver Name').fill('Mine');
    await changeCard(12, { driver_name: 'Theirs' });
    await update(page);
    await dialog(page).getByRole('button', { name: 'Keep mine' }).click();
    await waitForToast(page, 'ManageCard Updated Successfully');
    expect((await card(12)).driver_name).toBe('Mine');
  });

  it('WIRE-05 CARD-11 focuses the chosen side, so that an arrow key changes the choice from there', async () => {
    const page = await openCard(18);
    await changeCard(18, { card_status: 'RELEASE' });
    await page.reload();
    await formReady(page);
    await field(page, 'Driver Name').fill('Mine');
    await changeCard(18, { card_status: 'HOLD' });
    await update(page);
    await dialog(page).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await expect.poll(focused).toMatch(/^Card Status: Theirs, /);
    await dialog(page).getByRole('button', { name: 'Save these choices' }).click();
    await waitForToast(page, 'ManageCard Updated Successfully');
    expect(await card(18)).toMatchObject({ driver_name: 'Mine', card_status: 'HOLD' });
  });

  it('WIRE-05 treats fields that depend on each other as one choice: it never mixes two addresses', async () => {
    const { content } = await elsewhere('customers?size=20');
    // biome-ignore lint/suspicious/noExplicitAny: a test reads what the wire gives.
    const { id } = content.find((row: any) => row.billing_state && row.billing_city);
    const before = await elsewhere(`customers/${id}`);
    const page = await suite.openAs(`/customer/${id}/edit`, undefined, { tolerates: CHANGED });
    await formReady(page);
    const state = page.getByLabel('Billing Address State', { exact: true });
    await soon(() => state.locator('option').count()).toBeGreaterThan(2);
    const offered = await state
      .locator('option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    const other = offered.find((key) => key !== '' && key !== before.billing_state) ?? '';
    // Another state clears the city, in the form alone.
    await state.selectOption(other);
    await field(page, 'Website').fill('https://mine.test');
    await elsewhere(`customers/${id}`, { method: 'PUT', body: { ...before, billing_city: '' } });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog(page).waitFor();
    const hint =
      'Chosen together: Billing Address Country, Billing Address State, Billing Address City';
    await expect.poll(() => dialog(page).getByText(hint).count()).toBe(2);
    const picks = dialog(page).getByRole('radio');
    const checked = () =>
      picks.evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).checked));
    // In a row, the radio of one side is as high as that of the other.
    const tops = await picks.evaluateAll((radios) =>
      radios.map((radio) => Math.round(radio.getBoundingClientRect().top)),
    );
    expect([tops[0], tops[2]]).toEqual([tops[1], tops[3]]);
    // Mine and theirs of the state, then of the city: a choice at one is the choice at the other.
    expect(await checked()).toEqual([true, false, true, false]);
    await dialog(page)
      .getByLabel(/^Billing Address City: Theirs/)
      .check();
    expect(await checked()).toEqual([false, true, false, true]);
    await dialog(page).getByRole('button', { name: 'Save these choices' }).click();
    await waitForToast(page, 'Customer Updated Successfully');
    expect(await elsewhere(`customers/${id}`)).toMatchObject({
      billing_country: before.billing_country,
      billing_state: before.billing_state,
      billing_city: '',
      site_url: 'https://mine.test',
    });
  });

  it('WIRE-05 Take theirs fills the form with the present values, and names what it drops', async () => {
    const page = await openCard(13);
    await field(page, 'Driver Name').fill('Mine');
    await field(page, 'Driver ID').fill('D-MINE');
    await changeCard(13, { driver_name: 'Theirs' });
    await update(page);
    await dialog(page)
      .getByText(/^Last changed by admin@forecourt\.test on \d\d\/\d\d\/\d\d /)
      .waitFor();
    await dialog(page).getByRole('button', { name: 'Take theirs' }).click();
    await soon(() => field(page, 'Driver Name').inputValue()).toBe('Theirs');
    await expect.poll(() => dialog(page).count()).toBe(0);
    // Only I changed it, and the dialog marks it as kept.
    await expect.poll(() => field(page, 'Driver ID').inputValue()).toBe('D-MINE');
    await expect
      .poll(() => page.locator('.notice').textContent())
      .toBe(
        'What someone else saved was taken. Dropped: Driver Name. Your other changes are kept.',
      );
    expect((await card(13)).driver_name).toBe('Theirs');
  });

  it('WIRE-05 Escape returns to editing, with mine on top of theirs; a second change is detected again', async () => {
    const page = await openCard(14);
    await field(page, 'Driver Name').fill('Mine');
    await changeCard(14, { driver_name: 'One', driver_id: 'D-ONE' });
    await update(page);
    await dialog(page).waitFor();
    await page.keyboard.press('Escape');
    await soon(() => dialog(page).count()).toBe(0);
    await soon(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Update');
    await expect.poll(() => field(page, 'Driver Name').inputValue()).toBe('Mine');
    await expect.poll(() => field(page, 'Driver ID').inputValue()).toBe('D-ONE');
    await changeCard(14, { driver_name: 'Two', driver_id: 'D-TWO' });
    await update(page);
    await dialog(page).waitFor();
    expect(await changes(page)).toMatchObject({ 'Driver ID': ['D-ONE', 'D-ONE', 'D-TWO, kept'] });
    await dialog(page).getByRole('button', { name: 'Keep mine' }).click();
    await waitForToast(page, 'ManageCard Updated Successfully');
    expect(await card(14)).toMatchObject({ driver_name: 'Mine', driver_id: 'D-TWO' });
  });

  it("WIRE-05 at 390 px shows each field's values below it, with nothing cut off", async () => {
    const page = await openCard(15, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    await field(page, 'Driver Name').fill('Mine With A Rather Long Name Of A Driver');
    await field(page, 'Driver ID').fill('D-MINE');
    await changeCard(15, { driver_name: 'Theirs', trailer_number: 'TR-THEIRS' });
    await update(page);
    await dialog(page).waitFor();
    await page.waitForTimeout(350);
    await shot(page, 'conflict-390');
    expect(await axeFindings(page)).toEqual([]);
    const box = await dialog(page).boundingBox();
    expect(box?.width).toBeLessThanOrEqual(390);
    const over = await dialog(page).evaluate(
      (element) => element.scrollWidth - element.clientWidth,
    );
    expect(over).toBe(0);
  });

  it('WIRE-05 an outdated invoice form does not undo a payment', async () => {
    const { content } = await elsewhere('spol/invoices/?size=50&filter=status:Open');
    const invoice = content.find(({ amount_due }: { amount_due: number }) => amount_due > 10);
    const page = await suite.openAs(`/invoices/${invoice.invoice_number}/edit`, undefined, {
      tolerates: CHANGED,
    });
    await formReady(page);
    await elsewhere('fuel-payment/register', {
      method: 'POST',
      body: {
        payment_date: new Date().toISOString().slice(0, 10),
        company_name: invoice.company_name,
        invoice_id: invoice.invoice_number,
        amount_due: invoice.amount_due,
        amount_paid: 4,
        currency: invoice.currency,
        payment_mode: 'cheque',
        referenceId: 'CHQ-7',
      },
    });
    await field(page, 'Date Due').fill('31/12/26');
    await field(page, 'Date Due').blur();
    await update(page);
    await waitForToast(page, 'Invoice Updated Successfully');
    await waitForToast(page, 'Changed by someone else meanwhile and kept: Amount Due (');
    await expect.poll(() => dialog(page).count()).toBe(0);
    const { invoice_dto: now } = await elsewhere(`spol/invoices/${invoice.invoice_number}`);
    expect(now.amount_due).toBe(Math.round(invoice.amount_due * 100 - 400) / 100);
  });

  it('WIRE-05 INV-12 keeps an amount and a reason that a payment outdates, until they are changed', async () => {
    const invoice = await elsewhere('spol/invoices/', {
      method: 'POST',
      body: {
        ...{ company_name: 'North Haul Carriers Ltd.', invoice_number: 'MOVED-1' },
        ...{ issued_date: '03-11-2026', due_date: '24-11-2026', status: 'Open', currency: 'CAD' },
        ...{ start_date: '01-10-2026 00:00', end_date: '31-10-2026 23:59' },
        ...{ total_amount: 1000, amount_due: 1000 },
      },
    });
    const page = await suite.openAs('/invoices/MOVED-1/edit', undefined, { tolerates: CHANGED });
    await formReady(page);
    await field(page, 'Date Due').fill('31/12/26');
    await field(page, 'Amount Due').fill('200');
    await field(page, 'Reason').fill('Goodwill');
    await elsewhere('fuel-payment/register', {
      method: 'POST',
      body: {
        ...{ payment_date: '2026-11-20', company_name: invoice.company_name, amount_due: 1000 },
        ...{ invoice_id: 'MOVED-1', amount_paid: 400, currency: 'CAD', payment_mode: 'cheque' },
        referenceId: 'CHQ-8',
      },
    });
    await update(page);
    await dialog(page).getByRole('button', { name: 'Go on editing' }).click();
    const PAID =
      '400.00 CAD was paid meanwhile, and 600.00 CAD is due now. Make your change from there.';
    await expect.poll(() => field(page, 'Amount Due').inputValue()).toBe('200');
    expect(await faultAt(page, 'Amount Due')).toBe(PAID);
    await expect.poll(() => field(page, 'Reason').inputValue()).toBe('Goodwill');
    await field(page, 'Amount Due').fill('550');
    await update(page);
    await waitForToast(page, 'Invoice Updated Successfully');
    await expect.poll(() => page.getByText(PAID).count()).toBe(0);
    const { invoice_dto: now } = await elsewhere('spol/invoices/MOVED-1');
    expect(now).toMatchObject({ amount_due: 550, due_date: '31-12-2026' });
  });

  it('WIRE-05 shows that it was deleted, keeps the typed values, and leads back to the list instead of saving', async () => {
    const page = await openCard(16);
    await field(page, 'Driver Name').fill('Mine');
    await elsewhere('fuel-card-management/16', { method: 'DELETE' });
    await update(page);
    await page
      .getByRole('alert')
      .getByText('This card was deleted by someone else meanwhile.')
      .first()
      .waitFor();
    await expect.poll(() => field(page, 'Driver Name').inputValue()).toBe('Mine');
    // Typing doesn't bring it back.
    await field(page, 'Driver Name').fill('Still Mine');
    const save = page.getByRole('button', { name: 'Update', exact: true });
    expect(await save.isDisabled()).toBe(true);
    await shot(page, 'deleted-meanwhile');
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(/\/managercards(\?|$)/);
  });

  it('WIRE-05 leads from a deleted record to the list, also if its form was opened on its own page', async () => {
    const page = await suite.openAs('/managercards/41/view', undefined, { tolerates: CHANGED });
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await field(page, 'Driver Name').fill('Mine');
    await elsewhere('fuel-card-management/41', { method: 'DELETE' });
    await update(page);
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(/\/managercards(\?|$)/);
  });

  it('WIRE-05 asks again before deleting a row that changed after it was listed', async () => {
    const { card_number: number } = await elsewhere('fuel-card-management/17');
    const page = await suite.openAs(
      `/managercards?size=5&filter=card_number:${number}`,
      undefined,
      {
        tolerates: CHANGED,
      },
    );
    await listRows(page);
    await changeCard(17, { driver_name: 'Changed Since' });
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    const ask = page.getByRole('dialog', { name: 'Delete card' });
    await ask.getByRole('button', { name: 'Delete Record' }).click();
    await ask.getByText('This record was changed by someone else meanwhile.').waitFor();
    await ask.getByRole('button', { name: 'Delete Record' }).click();
    await waitForToast(page, 'Operation completed Successfully!');
  });

  it("WIRE-05 works in a markup's dialog, whose record is a row of the list", async () => {
    const list = 'fuel-customer-markups?filter=id:1';
    const page = await suite.openAs('/customer-markup/1/edit', undefined, { tolerates: CHANGED });
    const [row] = (await elsewhere(list)).content;
    const form = page.getByRole('dialog', { name: 'Update Customer Markup' });
    await form.getByLabel('Markup Value').fill('0.5');
    await form.getByLabel('Markup Value').blur();
    await elsewhere('fuel-customer-markups', {
      method: 'PUT',
      body: {
        id: row.id,
        fuelCompanyProviderId: row.fuel_company_provider_id,
        markupValue: 0.25,
      },
    });
    await form.getByRole('button', { name: 'Update' }).click();
    expect(await changes(page)).toMatchObject({
      'Markup Value': [expect.anything(), '0.5000', '0.2500'],
    });
    await shot(page, 'conflict-markup');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await soon(() => dialog(page).count()).toBe(0);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
    await soon(() =>
      page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null),
    ).toBe(true);
    await elsewhere('fuel-customer-markups', {
      method: 'PUT',
      body: {
        id: row.id,
        fuelCompanyProviderId: row.fuel_company_provider_id,
        markupValue: 0.2,
      },
    });
    await form.getByRole('button', { name: 'Update' }).click();
    await dialog(page).waitFor();
    await dialog(page).getByRole('button', { name: 'Keep mine' }).click();
    await waitForToast(page, 'Customer Markup Updated Successfully');
    const [now] = (await elsewhere(list)).content;
    expect(now.mark_up_value).toBe(0.5);
  });
});
