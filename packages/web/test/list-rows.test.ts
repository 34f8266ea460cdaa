import { readFile } from 'node:fs/promises';
import { RESOURCES } from '@forecourt/core';
import { openWorkbook } from '@forecourt/core/provider-files';
import { describe, expect } from 'vitest';
import { sampleOf } from '../../../scripts/sample.ts';
import { it } from './journey.ts';
import { browserSuite, listOpener, listRows } from './suite.ts';

const suite = browserSuite();
const openList = listOpener(suite);

/** Resources that the company's own account may read. */
const READ_BY_VIEWER = RESOURCES.filter(({ name }) =>
  ['cards', 'transactions', 'invoices'].includes(name),
);

describe('rows', () => {
  const readByViewer = READ_BY_VIEWER.map((definition) => [definition.name, definition] as const);

  it.each(sampleOf(readByViewer, 3, ([name]) => name))(
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
      await expect.poll(() => listRows(page)).toEqual(before);
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
    await expect.poll(() => expander.getAttribute('aria-expanded')).toBe('true');
    const nested = page.getByRole('table', { name: 'Sub-transactions' });
    await expect
      .poll(() => nested.locator('th').allTextContents())
      .toEqual([
        'Product',
        'Fuel Code',
        'Quantity',
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
    await expect
      .poll(() => nested.locator('tbody td:nth-child(8)').allTextContents())
      .toEqual(Array(lines).fill('0'));
    await expander.click();
    await expect.poll(() => nested.count()).toBe(0);
  });

  it.each([
    [
      'CARD-04',
      '/managercards?filter=card_status:HOLD',
      'Exports Selected',
      'card',
      'Cards.csv',
      'Cards Exported Successfully',
    ],
    [
      'TXN-03',
      '/transactions?filter=hdr_currency:USD',
      'Export Transactions',
      'transaction',
      /^Transactions-.*\.csv$/,
      'Transactions Exported Successfully',
    ],
  ] as const)(
    '%s LIST-15 exports what is picked on all pages, or the whole filter, and says first how many rows',
    async (_id, route, label, noun, fileName, exported) => {
      const { page } = await openList(route);
      const dialog = page.getByRole('dialog', { name: label });
      const save = async (count: number) => {
        await page.getByRole('button', { name: label }).click();
        const name = `Export ${count.toLocaleString('en')} ${noun}s`;
        const saved = page.waitForEvent('download');
        await dialog.getByRole('button', { name, exact: true }).click();
        const download = await saved;
        await page.getByText(exported).last().waitFor();
        await dialog.waitFor({ state: 'detached' });
        expect(download.suggestedFilename()).toMatch(fileName);
        const text = await readFile(await download.path(), 'utf8');
        expect(text.trimEnd().split('\r\n')).toHaveLength(count + 1);
      };
      const pager = (await page.locator('.pager [role=status]').textContent()) ?? '';
      await save(Number(/of (\d+)/.exec(pager)?.[1]));
      await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.getByText('Showing record 11 to 20').waitFor();
      await page.locator('tbody .pick input').first().check();
      await page.getByText('11 selected').waitFor();
      await save(11);
    },
  );

  it('LIST-15 saves a list without rows to pick as a workbook, and shows the sums of its filter', async () => {
    const { page, calls } = await openList('/invoices/payments');
    const sums = page.getByRole('list', { name: 'Totals of the filter, by currency' });
    await sums.getByText('CAD').waitFor();
    await expect
      .poll(() => sums.getByRole('listitem').allTextContents())
      .toEqual([
        expect.stringMatching(/^CADAmount Paid [\d,]+\.\d\d$/),
        expect.stringMatching(/^USDAmount Paid [\d,]+\.\d\d$/),
      ]);
    const totals = () => calls.filter((call) => call.includes('/totals')).length;
    const before = totals();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('Showing record 11 to').waitFor();
    expect(totals()).toBe(before);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(totals).toBe(before + 1);
    await page.getByRole('button', { name: 'Export Payments' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export Payments' });
    await dialog.getByLabel('Excel').check();
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: /^Export \d+ payments$/ }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(/^Payments-.*\.xlsx$/);
    const bytes = await readFile(await download.path());
    const workbook = await openWorkbook({ name: 'x.xlsx', blob: new Blob([bytes]) });
    const rows: (readonly unknown[])[] = [];
    for await (const batch of workbook.rows(0)) rows.push(...batch.map(({ cells }) => cells));
    expect(rows[0]?.slice(0, 2)).toEqual(['Customer', 'Invoice No']);
    expect(typeof rows[1]?.[6]).toBe('number');
  });

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
    await page.getByRole('button', { name: /^Export 1 \w+$/ }).click();
    await page.getByText(text).waitFor();
    expect(downloads).toEqual([]);
  });

  it('ERR-03 LIST-15 an export that ends after its first row, as if it were whole, saves nothing and says so', async () => {
    const page = await suite.openAs('/invoices?filter=status:Sent');
    await page.route('**/export', (call) =>
      call.fulfill({ contentType: 'text/csv', body: 'Invoice Number\r\n1\r\n' }),
    );
    const downloads: unknown[] = [];
    page.on('download', (download) => downloads.push(download));
    await listRows(page);
    await page.getByRole('button', { name: 'Export Invoices' }).click();
    await page.getByRole('button', { name: /^Export \d+ invoices$/ }).click();
    await page.getByText(/^The answer was cut off: the file has 1 of \d+ rows\.$/).waitFor();
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
    await expect
      .poll(() => page.locator('.pager [role=status]').textContent())
      .toContain('1991 to 2000');
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
    await expect.poll(() => page.locator('table.list').getAttribute('aria-busy')).toBe('true');
    await expect.poll(() => page.locator('table.list tbody tr').count()).toBe(before.length);
    await page.getByText('Showing record 11 to 20').waitFor();
  });

  it('SHELL-12 offline, a list says so where it is seen, and keeps its rows', async () => {
    const page = await suite.openAs('/managercards', undefined, {
      viewport: { width: 390, height: 844 },
      tolerates: /ERR_INTERNET_DISCONNECTED/,
    });
    const before = await listRows(page);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Refresh' }).click();
    const panel = page.getByRole('alert');
    await panel.getByText('You are offline. Connect to the network, then try again.').waitFor();
    // Nobody takes the rows of before for those of now.
    await page.getByText(/^These rows are of \d\d:\d\d, and may have changed since\.$/).waitFor();
    // The address has moved on to the next page, which these rows are not of.
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.waitForURL('**/managercards?page=2');
    await page
      .getByText(
        /^These are still the rows from before, as of \d\d:\d\d\. The rows you asked for could not be loaded\.$/,
      )
      .waitFor();
    await expect
      .poll(() =>
        panel.evaluate((element) => {
          const { bottom, top } = element.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }),
      )
      .toBe(true);
    expect(await panel.textContent()).not.toContain('server error');
    await expect.poll(() => listRows(page)).toEqual(before);
    await expect.poll(() => page.getByLabel('Page', { exact: true }).inputValue()).toBe('1');
    // Connected again, it asks again by itself.
    await page.context().setOffline(false);
    await page.getByText('Showing record 11 to 20').waitFor();
  });

  it('SHELL-12 offline, a section whose code is missing says so, and comes once there is a network', async () => {
    const page = await suite.openAs('/managercards', undefined, {
      tolerates: /ERR_INTERNET_DISCONNECTED|dynamically imported|error-boundary|Error/i,
    });
    await listRows(page);
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Reporting' }).click();
    const panel = page.getByRole('alert');
    await panel.getByText('You are offline. Connect to the network, then try again.').waitFor();
    await panel.getByRole('button', { name: 'Try again' }).click();
    await panel.waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Reporting', level: 1 }).waitFor();
  });

  it('SHELL-13 prints the document alone, on white', async () => {
    const page = await suite.openAs('/invoices?filter=invoice_number::20', undefined, {
      colorScheme: 'dark',
    });
    await listRows(page);
    await page.emulateMedia({ media: 'print' });
    const bare = page.locator('.top, .page-tools, .list-bar, .pager-steps, td.tool, .chips svg');
    await expect.poll(() => bare.filter({ visible: true }).count()).toBe(0);
    // What the rows are filtered by, without the way to change it.
    await expect
      .poll(() => page.locator('.chip:visible').allInnerTexts())
      .toEqual(['Remove filter\nInvoice Number contains 20']);
    const color = (property: string) =>
      page.evaluate((name) => getComputedStyle(document.body).getPropertyValue(name), property);
    await expect.poll(() => color('color')).toBe('rgb(27, 32, 30)');
    await expect.poll(() => page.getByText(/^Showing record 1 to 10/).isVisible()).toBe(true);
    // Upright and lengthwise, the paper has every row and column, as a table.
    for (const [width, height] of [
      [718, 980],
      [980, 620],
    ] as const) {
      await page.setViewportSize({ width, height });
      const cut = () =>
        page.locator('.table-frame').evaluate((frame) => {
          const last = frame.querySelector('tbody > tr:last-child > td:nth-last-child(2)');
          const box = last?.getBoundingClientRect();
          const { bottom } = frame.getBoundingClientRect();
          return {
            cell: last && getComputedStyle(last).display,
            right: Math.max(0, Math.ceil((box?.right ?? 0) - innerWidth)),
            below: Math.max(0, Math.ceil((box?.bottom ?? 0) - bottom)),
          };
        });
      await expect.poll(cut).toEqual({ cell: 'table-cell', right: 0, below: 0 });
    }
  });

  it('LIST-15 can be copied as a command with one press, and a chip of days names their field', async () => {
    const { page } = await openList(
      "/transactions?page=3&size=5&filter=txn_company::O'Neil&from=2026-01-01",
    );
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Remove filter Time Stamp from 01/01/26' }).waitFor();
    await page.getByRole('button', { name: 'Copy as CLI' }).click();
    const command = await page
      .getByRole('group', { name: 'The same list in a terminal' })
      .locator('code')
      .textContent();
    expect(command).toBe(
      "forecourt transactions list --size 5 --sort date,desc --filter 'txn_company::O'\\''Neil' --from 2026-01-01",
    );
    await page.getByText('Command copied').waitFor();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(command);
  });
});
