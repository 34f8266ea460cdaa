import { type AnyResource, cards, invoices, transactions } from '@forecourt/core';
import { describe, expect, it } from 'vitest';
import { browserSuite, headings, listOpener, listRows } from './suite.ts';

const suite = browserSuite();
const openList = listOpener(suite);

const labelsOf = ({ list }: AnyResource): string[] =>
  list.columns.map(({ label }: { label: string }) => label);

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

  it('INV-01 have the title Invoice, and each can be filtered', async () => {
    const { page } = await openList('/invoices');
    await page.getByRole('heading', { name: 'Invoice', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Advanced Filter' }).click();
    const panel = page.getByRole('search');
    await panel.waitFor();
    for (const label of labelsOf(invoices)) {
      expect(await panel.getByLabel(label, { exact: true }).count()).toBe(1);
    }
  });

  it('LIST-01 shows the chosen columns, and remembers them', async () => {
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

  it('LIST-05 shows the empty-state panel without any columns', async () => {
    const { page } = await openList('/managercards');
    await page.getByRole('button', { name: 'Columns' }).click();
    for (const label of labelsOf(cards))
      await page
        .getByRole('group', { name: 'Columns' })
        .getByLabel(label, { exact: true })
        .uncheck();
    await page.getByText('No Manage cards records to show').waitFor();
    await page.getByRole('button', { name: 'Reset columns' }).click();
    expect(await headings(page)).toEqual(labelsOf(cards));
  });

  it.each([
    ['/managercards', 'No Manage cards found.'],
    ['/transactions', 'No Transaction found.'],
    ['/invoices', 'No Invoice found.'],
  ])('LIST-05 %s without rows says %s', async (route, text) => {
    const field = route === '/transactions' ? 'txn_company' : 'company_name';
    const { page } = await openList(`${route}?filter=${field}::zzzz`);
    await page.getByText(text).waitFor();
    await page.getByText('Showing record 0 to 0 of 0 records').waitFor();
  });
});
