import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { it } from './journey.ts';
import { dialogOf, fillPayment, openPayment, saveOf } from './paying.ts';
import { browserSuite, headings, listRows, waitForToast, watchCalls } from './suite.ts';
import { withSandbox } from './with-sandbox.ts';

const suite = browserSuite();

const NOT_KNOWN = 'it is not known yet whether this was saved';

/** Runs with a completed 'Payment Offline' form. */
async function paying(run: (page: Page, number: string) => Promise<void>) {
  await withSandbox({}, async (baseURL) => {
    const page = await suite.openOwn('about:blank', undefined, { baseURL, tolerates: /ERR_/ });
    await page.clock.install();
    await page.goto('/invoices?size=5&filter=status:Sent');
    const { number } = await openPayment(page);
    await fillPayment(page, '10.25');
    await run(page, number);
  });
}

/** The service processes the first calls, but their answers are lost. */
async function loseAnswers(page: Page, first: number) {
  let lost = 0;
  await page.route('**/fuel-payment/register', async (route) => {
    const answer = await route.fetch();
    lost += 1;
    if (lost > first) return route.fulfill({ response: answer });
    expect(answer.ok()).toBe(true);
    return route.abort('connectionreset');
  });
}

/** Amounts of an invoice's payments. */
async function paid(page: Page, number: string): Promise<string[]> {
  await page.goto(`/invoices/payments?filter=invoice_no:${number}`);
  const rows = await listRows(page);
  const at = (await headings(page)).indexOf('Amount Paid');
  return rows.map((row) => row[at] ?? '');
}

describe('a payment, with a bad connection', () => {
  it('PAY-04 shows a lost answer as not known yet, settles by itself, and is paid once', () =>
    paying(async (page, number) => {
      await loseAnswers(page, 4);
      const calls = watchCalls(page);
      await saveOf(page).click();
      await dialogOf(page).getByText(NOT_KNOWN).waitFor();
      await expect.poll(() => saveOf(page).isDisabled()).toBe(true);
      // A payment with an unknown outcome can't be left by accident.
      await page.keyboard.press('Escape');
      await dialogOf(page).waitFor();
      await waitForToast(page, 'Invoice Payment Created Successfully');
      await dialogOf(page).waitFor({ state: 'detached' });
      expect(calls.filter((call) => call.includes('register'))).toHaveLength(5);
      expect(await paid(page, number)).toEqual(['10.25']);
    }));

  it('PAY-04 shows that the service is down, keeps the typed values, and is paid once it is back', () =>
    paying(async (page, number) => {
      await page.context().setOffline(true);
      await saveOf(page).click();
      await dialogOf(page).getByText(NOT_KNOWN).waitFor();
      const failed = dialogOf(page).getByRole('alert');
      while ((await failed.count()) === 0) await page.clock.runFor(1_000);
      await waitForToast(page, 'Error while creating Invoice Payment');
      const dialog = dialogOf(page);
      await failed.getByText('It is not known whether this was done.').waitFor();
      await expect.poll(() => dialog.getByLabel('Amount Paid').inputValue()).toBe('10.25');
      await expect.poll(() => dialog.getByLabel('Reference Id').inputValue()).toBe('REF-1');
      await dialog.getByRole('button', { name: 'Ask again' }).waitFor();
      // It asks again by itself.
      await page.context().setOffline(false);
      await waitForToast(page, 'Invoice Payment Created Successfully');
      expect(await paid(page, number)).toEqual(['10.25']);
    }));
});
