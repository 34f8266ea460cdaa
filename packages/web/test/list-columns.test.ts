import { type AnyResource, cards, invoices, transactions } from '@forecourt/core';
import { describe, expect } from 'vitest';
import { sampleOf } from '../../../scripts/sample.ts';
import { axeFindings } from './browser.ts';
import { it } from './journey.ts';
import { browserSuite, headings, listOpener, listRows } from './suite.ts';

const suite = browserSuite();
const openList = listOpener(suite);

const labelsOf = ({ list }: AnyResource): string[] =>
  (list.columns as readonly { label: string; hidden?: boolean }[])
    .filter(({ hidden }) => hidden !== true)
    .map(({ label }) => label);

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
    await expect.poll(() => headings(page)).toEqual(columns);
    expect(labelsOf(definition)).toEqual(columns);
  });

  it('INV-01 have the title Invoice, and each can be filtered', async () => {
    const { page } = await openList('/invoices');
    await page.getByRole('heading', { name: 'Invoice', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Advanced Filter' }).click();
    const panel = page.getByRole('search');
    await panel.waitFor();
    for (const label of labelsOf(invoices)) {
      await expect.poll(() => panel.getByLabel(label, { exact: true }).count()).toBe(1);
    }
  });

  it('LIST-01 shows the chosen columns, and remembers them', async () => {
    const { page } = await openList('/managercards');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByLabel('Trailer', { exact: true }).uncheck();
    await page.getByLabel('UOM', { exact: true }).uncheck();
    await page.keyboard.press('Escape');
    const left = labelsOf(cards).filter((label) => label !== 'Trailer' && label !== 'UOM');
    await expect.poll(() => headings(page)).toEqual(left);
    await page.reload();
    await listRows(page);
    await expect.poll(() => headings(page)).toEqual(left);
  });

  it('LIST-01 LIST-10 are moved and sized by keyboard and mouse, and remembered with the density', async () => {
    const { page } = await openList('/invoices/payments');
    const [first = '', second, third, ...rest] = await headings(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    const move = page.getByRole('button', { name: `Move ${first} right`, exact: true });
    await move.press('Enter');
    await page.getByText(`${first} is column 2 of`).waitFor();
    await expect
      .poll(() => move.evaluate((button) => button === document.activeElement))
      .toBe(true);
    await move.press('Enter');
    await expect.poll(() => headings(page)).toEqual([second, third, first, ...rest]);

    await page.getByLabel(`Width of ${first}`).fill('150');
    await page.getByLabel('Compact', { exact: true }).check();
    const head = page.getByRole('columnheader', { name: first, exact: true });
    const widthOf = async () => (await head.boundingBox())?.width;
    await expect.poll(widthOf).toBe(150);
    const rowHeight = async () =>
      (await page.locator('tr[data-row]').first().boundingBox())?.height;
    await expect.poll(rowHeight).toBeLessThan(35);
    expect(await axeFindings(page)).toEqual([]);

    await page.keyboard.press('Escape');
    const loaded = page.waitForResponse(/column-drag/);
    await head.hover();
    await loaded;
    const at = await head.boundingBox();
    if (!at) throw new Error('There is no heading.');
    const [edge, middle] = [at.x + at.width - 3, at.y + at.height / 2];
    const drag = async (from: number, to: number) => {
      await page.mouse.move(from, middle);
      await page.mouse.down();
      await page.mouse.move(to, middle, { steps: 4 });
      await page.mouse.up();
    };
    // Again until the code is there: a press doesn't wait for it.
    await expect
      .poll(async () => {
        if ((await widthOf()) === 150) await drag(edge, edge + 40);
        return widthOf();
      })
      .toBe(190);
    const asked = page.url();
    await drag(at.x + 60, (await page.locator('th[data-field]').first().boundingBox())?.x ?? 0);
    await expect.poll(() => headings(page)).toEqual([first, second, third, ...rest]);
    expect(page.url()).toBe(asked);

    await page.reload();
    await listRows(page);
    expect([await headings(page), await widthOf()]).toEqual([[first, second, third, ...rest], 190]);
    expect(await rowHeight()).toBeLessThan(35);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Reset columns' }).click();
    await expect.poll(rowHeight).toBeGreaterThan(40);
    expect(await widthOf()).not.toBe(190);
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
    await expect.poll(() => headings(page)).toEqual(labelsOf(cards));
  });

  const none = [
    ['/managercards', 'No Manage cards found.'],
    ['/transactions', 'No Transaction found.'],
    ['/invoices', 'No Invoice found.'],
  ] as const;

  it.each(sampleOf(none, 3, ([route]) => route))(
    'LIST-05 %s without rows says %s',
    async (route, text) => {
      const field = route === '/transactions' ? 'txn_company' : 'company_name';
      const { page } = await openList(`${route}?filter=${field}::zzzz`);
      await page.getByText(text).waitFor();
      await page.getByText('Showing record 0 to 0 of 0 records').waitFor();
    },
  );
});
