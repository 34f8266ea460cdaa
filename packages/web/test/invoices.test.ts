import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { signIn } from './browser.ts';
import { browserSuite, listRows, watchCalls } from './suite.ts';
import { withSandbox } from './with-sandbox.ts';

const suite = browserSuite();

const reported = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();
async function toolsOf(page: Page) {
  const tools = page.locator('table.list > tbody > tr').first().locator('.row-actions');
  await tools.getByRole('button', { name: /^More/ }).waitFor();
  return tools
    .locator(':scope > :is(a, button)')
    .evaluateAll((all) => all.map((tool) => tool.getAttribute('title')));
}

async function openList(account?: 'viewer@northhaul.test' | 'clerk@forecourt.test') {
  const calls: string[] = [];
  const page = await suite.openAs('/invoices?size=5', account, {
    prepare: (opened) => watchCalls(opened, calls),
    tolerates: /status of 400/,
  });
  const rows = await listRows(page);
  return { page, calls, rows };
}

/** Opens the download dialog for the first rows or for one. */
async function openDownload(page: Page, rows: number) {
  for (let row = 1; row <= rows; row += 1) await page.getByRole('checkbox').nth(row).check();
  await page.getByRole('button', { name: /^Download( \d+|\d*)?$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Export selected invoices to a ZIP file' });
  await dialog.waitFor();
  return dialog;
}

describe('the list of invoices', () => {
  it('INV-02 LIST-11 has Payments, and on a row view, edit, email, download and More with Payment Offline', async () => {
    const { page } = await openList();
    expect(await toolsOf(page)).toEqual(['View', 'Edit', 'Email', 'Download', 'More']);
    await page
      .getByRole('button', { name: /^More for invoice/ })
      .first()
      .click();
    expect(await page.locator('.pop-menu:popover-open button').allTextContents()).toEqual([
      'Payment Offline',
    ]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Payments', exact: true }).click();
    await page.getByRole('heading', { name: 'Invoice Payments' }).waitFor();
  });

  it('INV-02 ACC-04 shows a reader no Edit and no Add, but Payment Offline', async () => {
    const { page } = await openList('viewer@northhaul.test');
    expect(await toolsOf(page)).toEqual(['View', 'Email', 'Download', 'More']);
    expect(await page.getByRole('link', { name: 'Add Invoice' }).count()).toBe(0);
  });

  it('INV-09 emails an invoice, and shows the outcome', async () => {
    const { page, calls } = await openList();
    const sendable = page.locator('table.list > tbody > tr').filter({ hasNotText: 'Draft' });
    const email = sendable.first().getByRole('button', { name: /^Email invoice/ });
    await email.click();
    const dialog = page.getByRole('dialog', { name: 'Email Invoice' });
    await dialog.getByText('Send this invoice to its company by e-mail?').waitFor();
    expect(calls.filter((call) => call.startsWith('POST /email-invoice'))).toEqual([]);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await reported(page, 'Invoice emailed successfully!');
    const sent = calls.filter((call) => call.startsWith('POST /email-invoice'));
    expect(sent).toEqual([expect.stringMatching(/\?type=spol\/invoices&id=\d+&by=id$/)]);
    await page.route('**/email-invoice**', (route) => route.fulfill({ status: 400 }));
    await email.click();
    await dialog.getByRole('alert').waitFor();
  });

  it('INV-13 asks with recipient, subject and attachment, and warns about an earlier e-mail; a fourth within an hour has to wait', async () => {
    const page = await suite.openAs('/invoices?size=5&filter=status:Open', undefined, {
      tolerates: /status of 429/,
    });
    const calls = watchCalls(page);
    const [[number = ''] = []] = await listRows(page);
    const email = page.getByRole('button', { name: `Email invoice ${number}`, exact: true });
    const dialog = page.getByRole('dialog', { name: 'Email Invoice' });
    const sent = () => calls.filter((call) => call.startsWith('POST /email-invoice')).length;
    await email.click();
    await dialog.getByText('Send this invoice to its company by e-mail?').waitFor();
    const shown = (await dialog.textContent()) ?? '';
    expect(shown).toMatch(/Toaccounts@\w+\.test/);
    expect(shown).toMatch(new RegExp(`SubjectInvoice ${number}Attachment${number}\\.pdf`));
    expect(shown).not.toContain('It was sent before');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(sent()).toBe(0);
    await email.click();
    await dialog.getByRole('button', { name: 'Send' }).click();
    await reported(page, 'Invoice emailed successfully!');
    await email.click();
    await dialog.getByText(/^It was sent before: .+ to accounts@\w+\.test\.$/).waitFor();
    expect(sent()).toBe(1);
    for (const _ of ['second', 'third']) {
      await dialog.getByRole('button', { name: 'Send' }).click();
      await dialog.waitFor({ state: 'detached' });
      await email.click();
    }
    await dialog.getByRole('button', { name: 'Send' }).click();
    const limit = `Invoice ${number} was e-mailed 3 times within an hour. Try again in 60 min.`;
    await reported(page, limit);
  });

  it('INV-10 warns for 3 seconds if none is selected', async () => {
    const { page, calls } = await openList();
    const dialog = await openDownload(page, 0);
    await dialog.getByText('It opens a new tab and may take several minutes.').waitFor();
    expect(await dialog.getByRole('radio').count()).toBe(2);
    await dialog.getByRole('button', { name: 'Export' }).click();
    const toast = page.locator('.toast', { hasText: 'Please select an invoice to export.' });
    await toast.waitFor();
    const shownAt = Date.now();
    await toast.waitFor({ state: 'detached' });
    expect(Date.now() - shownAt).toBeGreaterThan(2_400);
    expect(Date.now() - shownAt).toBeLessThan(4_500);
    expect(calls.some((call) => call.includes('/download'))).toBe(false);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('INV-10 saves one invoice as its file, several as one ZIP with files named by number', async () => {
    const { page, rows } = await openList();
    const numbers = rows.slice(0, 2).map(([number]) => number);
    await page.getByRole('button', { name: `Download invoice ${numbers[0]}` }).click();
    const one = page.waitForEvent('download');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Export' }).click();
    const pdf = await one;
    expect(pdf.suggestedFilename()).toBe('invoice.pdf');
    expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-');
    await reported(page, 'Invoice Download PDF Successfully');
    await dialog.waitFor({ state: 'detached' });
    const several = await openDownload(page, 2);
    await several.getByLabel('CSV').check();
    const all = page.waitForEvent('download');
    await several.getByRole('button', { name: 'Export' }).click();
    const zip = await all;
    expect(zip.suggestedFilename()).toBe('invoices.zip');
    const files = unzipSync(await readFile(await zip.path()));
    expect(Object.keys(files).sort()).toEqual(numbers.map((number) => `${number}.csv`).sort());
    await reported(page, 'Invoice Download CSV Successfully');
  });

  it('INV-10 ERR-03 saves no file if one is truncated, and can be tried again', () =>
    withSandbox(
      { faults: [{ match: 'GET /api/v1/spol/invoices/', kind: 'truncate', every: 3 }] },
      async (baseURL) => {
        const page = await suite.open({ baseURL, tolerates: /ERR_/ });
        const saved: string[] = [];
        page.on('download', (download) => saved.push(download.suggestedFilename()));
        await page.goto('/invoices?size=5');
        await signIn(page);
        await listRows(page);
        const dialog = await openDownload(page, 3);
        await dialog.getByRole('button', { name: 'Export' }).click();
        await reported(page, 'Error while Downloading PDF Invoice');
        expect(saved).toEqual([]);
        expect(await dialog.getByRole('button', { name: 'Export' }).isEnabled()).toBe(true);
      },
    ));
});
