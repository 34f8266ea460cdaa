import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { chooseListed } from './forms.ts';
import { it } from './journey.ts';
import { browserSuite, listRows, waitForToast, watchCalls } from './suite.ts';

const suite = browserSuite();

const FIELDS = [
  'Invoice Number',
  'Company',
  'Date Issued',
  'Date Due',
  'Start Date',
  'End Date',
  'Status',
  'Total',
  'Amount Due',
  'Currency',
];

const control = (page: Page, label: string) =>
  page.locator('.form').getByLabel(new RegExp(`^${label}\\*?$`));

/** Opens the form of the newest invoice with this status; returns its number. */
async function editNewest(page: Page, status: string): Promise<string> {
  await page.goto(`/invoices?size=5&filter=status:${status}`);
  const [[number = ''] = []] = await listRows(page);
  await page.getByRole('link', { name: `Edit invoice ${number}` }).click();
  await control(page, 'Status').waitFor();
  await page.locator('.form-section option').nth(1).waitFor({ state: 'attached' });
  return number;
}

async function edit(status: string) {
  const calls: string[] = [];
  const page = await suite.openAs('/Dashboard', undefined, {
    prepare: (opened) => watchCalls(opened, calls),
    tolerates: /status of 400/,
  });
  return { page, calls, number: await editNewest(page, status) };
}

/** The fields that each saved status locks (INV-03, INV-04). */
const LOCKED: readonly (readonly [status: string, labels: readonly string[]])[] = [
  ['Draft', ['Invoice Number', 'Company', 'Total', 'Amount Due', 'Currency']],
  ['Sent', FIELDS.filter((label) => label !== 'Status')],
  ['Partially Paid', FIELDS.filter((label) => label !== 'Status')],
  ['Fully Paid', FIELDS],
  ['Open', ['Invoice Number', 'Company', 'Total', 'Currency']],
];

/** Label → reason for the lock. */
async function locks(page: Page): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const label of FIELDS) {
    const field = control(page, label);
    const fixed = await field.evaluate(
      (input) =>
        (input as HTMLInputElement).readOnly === true || (input as HTMLInputElement).disabled,
    );
    if (fixed) {
      const ids = (await field.getAttribute('aria-describedby')) ?? '';
      found[label] = (await page.locator(`#${ids.split(' ').at(-1)}`).textContent()) ?? '';
    }
  }
  return found;
}

describe('an invoice', () => {
  it('INV-03 is read-only when viewed, leads back, and shows what is due', async () => {
    const page = await suite.openAs('/invoices?size=5');
    const [[number = '', company = '', , , , , status = '', total = '', due = ''] = []] =
      await listRows(page);
    await page.getByRole('link', { name: `View invoice ${number}` }).click();
    await page.locator('.record-summary dd:not(.skeleton)').first().waitFor();
    await expect
      .poll(async () => {
        const summary = await page.locator('.record-summary dd').allTextContents();
        return summary.map((text) => text.replace(/ [A-Z]{3}$/, ''));
      })
      .toEqual([company, status, total, due]);
    await expect
      .poll(async () => (await page.locator('dt').allTextContents()).sort())
      .toEqual([...FIELDS].sort());
    await expect
      .poll(() => page.locator('main').getByRole('button', { name: 'Update' }).count())
      .toBe(0);
    await page.getByRole('link', { name: 'Back to Invoices' }).click();
    await page.waitForURL('**/invoices?size=5');
  });

  it('INV-03 INV-04 is locked by its saved status, and each field says why', async () => {
    const page = await suite.openAs('/Dashboard');
    const fixed = ['Invoice Number', 'Company', 'Total', 'Currency'];
    for (const [status, expected] of LOCKED) {
      await editNewest(page, status);
      const found = await locks(page);
      expect([status, Object.keys(found)]).toEqual([status, expected]);
      for (const [label, reason] of Object.entries(found)) {
        expect(reason).toBe(
          fixed.includes(label)
            ? 'It is shown here and changed elsewhere.'
            : `It stays as it is while the invoice is ${status}.`,
        );
      }
      // Nothing changed, so Update is disabled (INV-06).
      await expect.poll(() => page.getByRole('button', { name: 'Update' }).isDisabled()).toBe(true);
      await page.getByText('Nothing was changed.').waitFor();
      await page.getByRole('button', { name: 'Cancel' }).waitFor();
    }
  });

  it('INV-03 INV-05 INV-11 updates days, times and status, is sent once, and says so', async () => {
    const { page, calls, number } = await edit('Draft');
    await expect
      .poll(() => control(page, 'Status').locator('option').allTextContents())
      .toEqual(expect.arrayContaining(['Draft', 'Sent', 'Fully Paid']));
    await control(page, 'Date Due').fill('24/12/26');
    await control(page, 'End Date').fill('31/10/26');
    await page.getByLabel('End Date, time').fill('23:58');
    await control(page, 'Status').selectOption('Sent');
    // The saved status decides, not the one selected in the form (INV-04).
    expect(Object.keys(await locks(page))).not.toContain('Date Due');
    const request = page.waitForRequest((sent) => sent.method() === 'PUT');
    await page.getByRole('button', { name: 'Update' }).click();
    expect((await request).postDataJSON()).toMatchObject({
      due_date: '24-12-2026',
      end_date: expect.stringMatching(/^31-10-2026 23:58/),
      status: { value: 'Sent', value2: 'Urgent' },
    });
    await waitForToast(page, 'Invoice Updated Successfully');
    expect(calls.filter((call) => call.startsWith('PUT '))).toHaveLength(1);
    await page.waitForURL((url) => url.searchParams.get('filter') === 'status:Draft');
    await page.goto(`/invoices/${number}/view`);
    await page.getByText('24/12/26').waitFor();
    await page.locator('.badge', { hasText: 'Sent' }).waitFor();
  });

  it('INV-11 shows a refused change and keeps the typed values', async () => {
    const { page } = await edit('Open');
    await page.route('**/spol/invoices/update', (route) => route.fulfill({ status: 400 }));
    await control(page, 'Date Due').fill('31/12/26');
    await page.getByRole('button', { name: 'Update' }).click();
    await waitForToast(page, 'Error while updating Invoice');
    await expect.poll(() => control(page, 'Date Due').inputValue()).toBe('31/12/26');
  });

  it('INV-03 INV-06 requires every open field', async () => {
    const { page } = await edit('Open');
    await control(page, 'Date Issued').fill('');
    await control(page, 'Amount Due').fill('');
    await page.getByRole('button', { name: 'Update' }).click();
    await page.getByText('Date Issued is required').waitFor();
    await page.getByText('Amount Due is required').waitFor();
    await page.getByText('2 fields need attention.').waitFor();
  });

  it('INV-11 is added with the same form, every field open', async () => {
    const page = await suite.openAs('/invoices', undefined, { tolerates: /status of 422/ });
    const [[known = '', company = ''] = []] = await listRows(page);
    await page.getByRole('link', { name: 'Add Invoice' }).click();
    await control(page, 'Invoice Number').fill(known);
    expect(await locks(page)).toEqual({});
    await chooseListed(page.getByRole('combobox', { name: 'Company' }), company);
    for (const [label, day] of [
      ['Date Issued', '01/11/26'],
      ['Date Due', '15/11/26'],
      ['Start Date', '01/10/26'],
      ['End Date', '31/10/26'],
    ] as const) {
      await control(page, label).fill(day);
    }
    await page.getByLabel('Start Date, time').fill('00:00');
    await page.getByLabel('End Date, time').fill('23:59');
    await control(page, 'Status').selectOption('Draft');
    await control(page, 'Total').fill('100.50');
    await control(page, 'Amount Due').fill('100.50');
    await control(page, 'Currency').selectOption('CAD');
    await page.getByRole('button', { name: 'Save' }).click();
    await waitForToast(page, 'Error while Creating Invoice');
    await control(page, 'Invoice Number').fill('HAND-2');
    await page.getByRole('button', { name: 'Save' }).click();
    await waitForToast(page, 'Invoice Created Successfully');
    await page.waitForURL('**/invoices');
    await page.goto('/invoices/HAND-2/view');
    await page.locator('.record-summary').getByText('100.50').first().waitFor();
  });
});
