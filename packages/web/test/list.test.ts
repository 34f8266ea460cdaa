import { readFile } from 'node:fs/promises';
import {
  type AnyResource,
  cards,
  invoices,
  MESSAGES,
  RESOURCES,
  transactions,
} from '@forecourt/core';
import { describe, expect, it } from 'vitest';
import type { Account } from './browser.ts';
import { browserSuite, headings, listRows, watchCalls } from './suite.ts';

const suite = browserSuite();

const labelsOf = ({ list }: AnyResource): string[] =>
  list.columns.map(({ label }: { label: string }) => label);

async function openList(route: string, account?: Account) {
  const calls: string[] = [];
  const page = await suite.openAs(route, account, { prepare: (page) => watchCalls(page, calls) });
  await listRows(page);
  const lastCall = async () => {
    await listRows(page);
    return calls.findLast((call) => call.includes('paged=true'));
  };
  return { page, calls, lastCall };
}

describe('columns', () => {
  it.each([
    [
      'CARD-01',
      cards,
      [
        'Number',
        'Company',
        'Plastic Type',
        'Trailer',
        'Status',
        'Cash Advance',
        'Cash Balance',
        'Driver Name',
        'Tractor',
        'Reefer',
        'UOM',
      ],
    ],
    [
      'TXN-01',
      transactions,
      [
        'Auth Code',
        'Time Stamp',
        'Card Number',
        'Site Number',
        'Province State',
        'Location',
        'Company',
        'Amount',
        'Currency',
      ],
    ],
    [
      'INV-01',
      invoices,
      [
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
      ],
    ],
  ] as const)('%s the list has its columns, in order', async (_id, definition, columns) => {
    const { page } = await openList(definition.route);
    expect(await headings(page)).toEqual(columns);
    expect(labelsOf(definition)).toEqual(columns);
  });

  it('INV-01 is titled Invoice and filters by each of its columns', async () => {
    const { page } = await openList('/invoices');
    await page.getByRole('heading', { name: 'Invoice', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Advanced Filter' }).click();
    const panel = page.getByRole('search');
    await panel.waitFor();
    for (const label of labelsOf(invoices)) {
      expect(await panel.getByLabel(label, { exact: true }).count()).toBe(1);
    }
  });

  it('LIST-01 shows the columns that were chosen, and remembers them', async () => {
    const { page } = await openList('/managercards');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByLabel('Trailer').uncheck();
    await page.getByLabel('UOM').uncheck();
    await page.keyboard.press('Escape');
    const left = labelsOf(cards).filter((label) => label !== 'Trailer' && label !== 'UOM');
    expect(await headings(page)).toEqual(left);
    await page.reload();
    await listRows(page);
    expect(await headings(page)).toEqual(left);
  });

  it('LIST-05 shows the empty-state panel where no column is left', async () => {
    const { page } = await openList('/managercards');
    await page.getByRole('button', { name: 'Columns' }).click();
    for (const label of labelsOf(cards))
      await page
        .getByRole('group', { name: 'Columns' })
        .getByLabel(label, { exact: true })
        .uncheck();
    await page.getByText(MESSAGES.cards.none).waitFor();
    await page.getByRole('button', { name: 'Show as at first' }).click();
    expect(await headings(page)).toEqual(labelsOf(cards));
  });

  it.each([
    ['/managercards', MESSAGES.cards.noRows],
    ['/transactions', MESSAGES.transactions.noRows],
    ['/invoices', MESSAGES.invoices.noRows],
  ])('LIST-05 %s without rows says %s', async (route, text) => {
    const field = route === '/transactions' ? 'txn_company' : 'company_name';
    const { page } = await openList(`${route}?filter=${field}::zzzz`);
    await page.getByText(text).waitFor();
    await page.getByText('Showing record 0 to 0 of 0 records').waitFor();
  });
});

describe('paging', () => {
  it('LIST-02 LIST-03 offers page sizes and says what is shown', async () => {
    const { page, lastCall } = await openList('/managercards');
    await page.getByText('Showing record 1 to 10 of 2000 records').waitFor();
    const sizes = page.getByLabel('Rows', { exact: true });
    expect(await sizes.locator('option').allTextContents()).toEqual(['1', '5', '10', '20', '50']);
    await sizes.selectOption('20');
    expect(await lastCall()).toContain('page=1&size=20');
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('Showing record 21 to 40 of 2000 records').waitFor();
    await page.getByRole('button', { name: 'Last page' }).click();
    await page.getByText('Showing record 1981 to 2000 of 2000 records').waitFor();
    expect(await page.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
  });

  it('LIST-02 offers no size beyond the rows there are, but 10 and the current one', async () => {
    const { page } = await openList('/managercards?filter=card_number::0002&size=5');
    const rows = await listRows(page);
    expect(rows.length).toBeGreaterThan(0);
    const total = Number(
      (await page.locator('.pager [role=status]').textContent())?.match(/of (\d+)/)?.[1],
    );
    const offered = await page
      .getByLabel('Rows', { exact: true })
      .locator('option')
      .allTextContents();
    const room = 5 * Math.ceil(total / 5);
    expect(offered).toEqual(
      ['1', '5', '10', '20', '50'].filter((size) => Number(size) <= room || size === '10'),
    );
  });

  it('LIST-10 keeps page, size, sort and filters in the address: reload, back and forward', async () => {
    const { page, lastCall } = await openList(
      '/transactions?page=2&size=5&sort=txn_amount,desc&filter=txn_company::Haul',
    );
    expect(await lastCall()).toContain(
      'page=2&size=5&sort=txn_amount,desc&filter=txn_company::Haul',
    );
    const asked = await listRows(page);
    await page.reload();
    expect(await listRows(page)).toEqual(asked);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.waitForURL(/page=3/);
    expect(await listRows(page)).not.toEqual(asked);
    await page.goBack();
    await page.getByText('Showing record 6 to 10').waitFor();
    expect(await listRows(page)).toEqual(asked);
    await page.goForward();
    await page.getByText('Showing record 11 to 15').waitFor();
  });

  it('LIST-10 a page past the end becomes the last one and traps nobody', async () => {
    const { page } = await openList('/invoices');
    await page.goto('/managercards?page=9999');
    await page.waitForURL('**/managercards?page=200');
    await page.goBack();
    await page.waitForURL('**/invoices');
  });
});

describe('sort and filters', () => {
  it('LIST-01 sorts by a heading, up, down and back, and says so', async () => {
    const { page, lastCall } = await openList('/managercards');
    const heading = page.getByRole('columnheader', { name: 'Driver Name' });
    const names = async () => (await listRows(page)).map((row) => row[7]);
    await heading.getByRole('button').click();
    expect(await lastCall()).toContain('sort=driver_name,asc');
    expect(await heading.getAttribute('aria-sort')).toBe('ascending');
    const up = await names();
    await heading.getByRole('button').click();
    expect(await lastCall()).toContain('sort=driver_name,desc');
    expect(await heading.getAttribute('aria-sort')).toBe('descending');
    expect(await names()).not.toEqual(up);
    await heading.getByRole('button').click();
    expect(await lastCall()).not.toContain('sort=');
  });

  it('LIST-07 sorts by the own date at first, and invoices in their own words', async () => {
    const { page, lastCall } = await openList('/invoices');
    expect(await lastCall()).toContain('sortParam=issued_date&sortingOrder=desc');
    const issued = page.getByRole('columnheader', { name: 'Date Issued' });
    expect(await issued.getAttribute('aria-sort')).toBe('descending');
  });

  it('LIST-01 filters by text, choice and figure, and shows what it is limited to', async () => {
    const { page, lastCall } = await openList('/managercards');
    await page.getByRole('button', { name: 'Advanced Filter' }).click();
    const panel = page.getByRole('search');
    await panel.getByLabel('Status').selectOption('HOLD');
    expect(await lastCall()).toContain('filter=card_status:HOLD');
    await panel.getByLabel('Number').fill('7076 8500');
    await page.waitForURL(/card_number/);
    expect(await lastCall()).toContain('filter=card_number::70768500');
    const rows = await listRows(page);
    expect(new Set(rows.map((row) => row[4]))).toEqual(new Set(['HOLD']));
    await page.getByRole('button', { name: 'Remove filter Number contains 70768500' }).click();
    expect(await panel.getByLabel('Number').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByText('of 2000 records').waitFor();
    expect(await panel.getByLabel('Status').inputValue()).toBe('');
  });

  it('LIST-06 date filters are dd/mm/yy from 2020 to 2040, picked or typed', async () => {
    const { page, lastCall } = await openList('/transactions');
    await page.getByRole('button', { name: 'Advanced Filter' }).click();
    const from = page.getByLabel('Time Stamp, from');
    await from.pressSequentially('18/11/99');
    await page.keyboard.press('Tab');
    await page.getByText('A day from 2020 to 2040, as dd/mm/yy.').waitFor();
    await from.fill('18/11/26');
    await page.waitForURL(/from=2026-11-18/);
    expect(await lastCall()).toContain('from=2026-11-18');
    await page.getByRole('button', { name: 'Choose a day' }).nth(1).click();
    const years = page.getByLabel('Year').locator('option');
    expect(await years.first().textContent()).toBe('2020');
    expect(await years.last().textContent()).toBe('2040');
    await page.getByLabel('Year').selectOption('2026');
    await page.getByLabel('Month').selectOption('October');
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByRole('button', { name: 'Wednesday, November 18, 2026' }).click();
    await page.waitForURL(/to=2026-11-18/);
    expect(await page.getByLabel('Time Stamp, to').inputValue()).toBe('18/11/26');
    expect(new Set((await listRows(page)).map((row) => row[1]?.slice(0, 8)))).toEqual(
      new Set(['18/11/26']),
    );
  });

  it('LIST-06 shows empty as -, days and instants as people read them, cards by four', async () => {
    const page = await suite.openAs('/Dashboard');
    await page.route('**/fuel-card-management?**', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      body.content[0].trailer_number = null;
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto('/managercards');
    const rows = await listRows(page);
    expect(rows.every((row) => /^\d{4} \d{4} \d{4} \d{4}/.test(row[0] ?? ''))).toBe(true);
    expect(rows[0]?.[3]).toBe('-');
    await page.goto('/transactions');
    expect(
      (await listRows(page)).every((row) =>
        /^\d\d\/\d\d\/\d\d \d{1,2}:\d\d [AP]M$/.test(row[1] ?? ''),
      ),
    ).toBe(true);
    await page.goto('/invoices');
    expect((await listRows(page)).every((row) => /^\d\d\/\d\d\/\d\d$/.test(row[2] ?? ''))).toBe(
      true,
    );
  });
});

/** What the company's own account may read. */
const READ_BY_VIEWER = RESOURCES.filter(({ name }) =>
  ['cards', 'transactions', 'invoices'].includes(name),
);

describe('rows', () => {
  it.each(READ_BY_VIEWER.map((definition) => [definition.name, definition] as const))(
    'LIST-11 %s: View appears with its right and opens the record; the way back keeps the list',
    async (_name, definition) => {
      const { record } = await definition.loadWhole();
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

  it('SHELL-03 a transaction is viewed by its authentication id, an invoice by its number', async () => {
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
    ['CARD-04', '/managercards', 'Exports Selected', /^Cards\.csv$/, MESSAGES.cards],
    [
      'TXN-03',
      '/transactions',
      'Export Transactions',
      /^Transactions.*\.csv$/,
      MESSAGES.transactions,
    ],
  ] as const)(
    '%s exports the picked rows as a file, over pages; none picked is a warning',
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
    ['CARD-04', '/managercards', 'Exports Selected', MESSAGES.cards.exportFailed],
    ['TXN-03', '/transactions', 'Export Transactions', MESSAGES.transactions.exportFailed],
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
  it('LIST-12 a slower answer never overwrites a newer one', async () => {
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

  it('LIST-12 leaving a list aborts its request', async () => {
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

  it('keeps the former rows until the next ones are there', async () => {
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

  it('gives the same list as a command', async () => {
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
