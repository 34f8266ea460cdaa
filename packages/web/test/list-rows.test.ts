import { readFile } from 'node:fs/promises';
import { RESOURCES } from '@forecourt/core';
import { describe, expect, it } from 'vitest';
import { browserSuite, listOpener, listRows } from './suite.ts';

const suite = browserSuite();
const openList = listOpener(suite);

/** Resources that the company's own account may read. */
const READ_BY_VIEWER = RESOURCES.filter(({ name }) =>
  ['cards', 'transactions', 'invoices'].includes(name),
);

describe('rows', () => {
  it.each(READ_BY_VIEWER.map((definition) => [definition.name, definition] as const))(
    'LIST-11 %s: View appears with its right and opens the record; going back keeps the list',
    async (_name, definition) => {
      const { record } = await definition.loadDefinition();
      const { page } = await openList(`${definition.route}?page=2&size=1`, 'viewer@northhaul.test');
      const before = await listRows(page);
      await page.getByRole('link', { name: /^View/ }).first().click();
      await page.waitForURL(/\/view$/);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('.record-section dd:not(.skeleton)').first().waitFor();
      await page.getByRole('link', { name: record?.back ?? '' }).click();
      await page.waitForURL(`**${definition.route}?page=2&size=1`);
      expect(await listRows(page)).toEqual(before);
    },
  );

  it('SHELL-03 opens a transaction by its authentication id, an invoice by its number', async () => {
    const { page } = await openList('/transactions');
    const [auth] = (await listRows(page))[0] ?? [];
    await page.getByRole('link', { name: /^View/ }).first().click();
    await page.waitForURL(`**/transactions/${auth}/view`);
    await page.goto('/invoices');
    const [number] = (await listRows(page))[0] ?? [];
    await page.getByRole('link', { name: /^View/ }).first().click();
    await page.waitForURL(`**/invoices/${number}/view`);
  });

  it('TXN-02 expands to its sub-transactions; local tax is 0', async () => {
    const { page } = await openList('/transactions');
    const expander = page.getByRole('button', { name: /^Sub-transactions of/ }).first();
    await expander.click();
    expect(await expander.getAttribute('aria-expanded')).toBe('true');
    const nested = page.getByRole('table', { name: 'Sub-transactions' });
    expect(await nested.locator('th').allTextContents()).toEqual([
      'Auth Code',
      'Fuel Code',
      'PPU',
      'FET',
      'GST',
      'HST',
      'Local Tax',
      'PCT',
      'PFT',
      'PST',
      'QST',
      'Billed Amount',
    ]);
    const lines = await nested.locator('tbody tr').count();
    expect(lines).toBeGreaterThan(0);
    expect(await nested.locator('tbody td:nth-child(7)').allTextContents()).toEqual(
      Array(lines).fill('0'),
    );
    await expander.click();
    expect(await nested.count()).toBe(0);
  });

  it.each([
    [
      'CARD-04',
      '/managercards',
      'Exports Selected',
      /^Cards\.csv$/,
      {
        selectToExport: 'Please select at least one card to export.',
        exported: 'Cards Exported Successfully',
      },
    ],
    [
      'TXN-03',
      '/transactions',
      'Export Transactions',
      /^Transactions.*\.csv$/,
      {
        selectToExport: 'Please select at least one transaction to export.',
        exported: 'Transactions Exported Successfully',
      },
    ],
  ] as const)(
    '%s exports the selected rows over several pages; without a selection it warns',
    async (_id, route, label, fileName, texts) => {
      const { page } = await openList(route);
      const button = page.getByRole('button', { name: label });
      await button.click();
      await page.getByText(texts.selectToExport).waitFor();
      await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.getByText('Showing record 11 to 20').waitFor();
      await page.locator('tbody .pick input').first().check();
      await page.getByText('11 selected').waitFor();
      const saved = page.waitForEvent('download');
      await button.click();
      const download = await saved;
      expect(download.suggestedFilename()).toMatch(fileName);
      const text = await readFile(await download.path(), 'utf8');
      expect(text.trim().split('\n').length).toBeGreaterThanOrEqual(12);
      await page.getByText(texts.exported).waitFor();
    },
  );

  it.each([
    ['CARD-04', '/managercards', 'Exports Selected', 'Error while Exporting Card'],
    ['TXN-03', '/transactions', 'Export Transactions', 'Error while exporting transactions.'],
  ])('%s an export that fails saves nothing and says so', async (_id, route, label, text) => {
    const page = await suite.openAs(route, undefined, { tolerates: /status of 500/ });
    await page.route('**/export', (call) => call.fulfill({ status: 500, body: '' }));
    const downloads: unknown[] = [];
    page.on('download', (download) => downloads.push(download));
    await listRows(page);
    await page.locator('tbody .pick input').first().check();
    await page.getByRole('button', { name: label }).click();
    await page.getByText(text).waitFor();
    expect(downloads).toEqual([]);
  });
});

describe('requests', () => {
  it('LIST-12 never replace a newer answer with a slower one', async () => {
    const { page, calls } = await openList('/managercards');
    await page.route(/page=2&/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue().catch(() => undefined);
    });
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('button', { name: 'Last page' }).click();
    await page.getByText('Showing record 1991 to 2000').waitFor();
    await page.waitForTimeout(900);
    expect(await page.locator('.pager [role=status]').textContent()).toContain('1991 to 2000');
    expect(calls.filter((call) => call.includes('page=2&'))).toHaveLength(1);
  });

  it('LIST-12 are aborted when the list is left', async () => {
    const { page } = await openList('/managercards');
    const failed: string[] = [];
    page.on('requestfailed', (request) => failed.push(request.url()));
    await page.route('**/spol/invoices/**', () => undefined);
    await page.getByRole('link', { name: 'Invoices' }).click();
    await page.locator('.skeleton').first().waitFor();
    await page.getByRole('link', { name: 'Cards' }).click();
    await listRows(page);
    expect(failed.some((url) => url.includes('spol/invoices'))).toBe(true);
  });

  it('keep the previous rows until the next ones arrive', async () => {
    const { page } = await openList('/managercards');
    await page.route(/page=2&/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    const before = await listRows(page);
    await page.getByRole('button', { name: 'Next page' }).click();
    expect(await page.locator('table.list').getAttribute('aria-busy')).toBe('true');
    expect(await page.locator('table.list tbody tr').count()).toBe(before.length);
    await page.getByText('Showing record 11 to 20').waitFor();
  });

  it('can be copied as a command', async () => {
    const { page } = await openList(
      "/transactions?page=3&size=5&filter=txn_company::O'Neil&from=2026-01-01",
    );
    await page.getByRole('button', { name: 'Copy as CLI' }).click();
    const command = await page
      .getByRole('group', { name: 'The same list in a terminal' })
      .locator('code')
      .textContent();
    expect(command).toBe(
      "forecourt transactions list --size 5 --sort date,desc --filter 'txn_company::O'\\''Neil' --from 2026-01-01",
    );
  });
});
