import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { sampleOf } from '../../../scripts/sample.ts';
import { axeFindings } from './browser.ts';
import { it } from './journey.ts';
import { browserSuite, idle, listRows } from './suite.ts';

const suite = browserSuite();

const LABELS = ['Auth Code', 'Time Stamp', 'Merchant Number', 'Merchant City', 'Amount'];

const table = (page: Page) => page.getByRole('region', { name: 'Billed Fuel Invoices' });
const lines = (page: Page) =>
  table(page)
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
    );

async function open(to: 'View' | 'Edit') {
  const page = await suite.openAs('/invoices');
  await listRows(page);
  await page
    .getByRole('link', { name: new RegExp(`^${to} invoice`) })
    .first()
    .click();
  await table(page).locator('tbody td.figure').first().waitFor();
  const filters = page.getByRole('search', { name: 'Filter Billed Fuel Invoices' });
  return { page, filters, all: await lines(page) };
}

describe('the fuel lines of an invoice', () => {
  it.each(sampleOf(['View', 'Edit'] as const, 2))(
    'INV-07 are below the invoice, with five filters (%s)',
    async (to) => {
      const { page, filters, all } = await open(to);
      await page.getByRole('heading', { name: 'Billed Fuel Invoices' }).waitFor();
      await expect.poll(() => filters.locator('label').allTextContents()).toEqual(LABELS);
      expect(all.length).toBeGreaterThan(3);
      const [first = []] = all;
      const [code = '', moment = '', merchant = '', city = '', amount = ''] = first;
      const typed = [code.slice(-5).toLowerCase(), moment.slice(0, 8), merchant, city, amount];
      for (const [index, label] of LABELS.entries()) {
        const filter = filters.getByLabel(label);
        const text = typed[index] ?? '';
        await filter.fill(text);
        const expected = all.filter((cells) =>
          cells[index]?.toLowerCase().includes(text.toLowerCase()),
        );
        expect(expected.length).toBeGreaterThan(0);
        expect(expected.length).toBeLessThan(all.length);
        await expect.poll(() => lines(page)).toEqual(expected);
        await filter.fill('');
      }
      expect(await axeFindings(page)).toEqual([]);
    },
  );

  it('INV-07 can be filtered by several filters, show how many are left, and are cleared at once', async () => {
    const { page, filters, all } = await open('View');
    await filters.getByLabel('Merchant City').fill(all[0]?.[3] ?? '');
    await filters.getByLabel('Auth Code').fill('no such code');
    await table(page).getByText('No Fuel Invoice found.').waitFor();
    await filters.getByText(`0 of ${all.length}`).waitFor();
    await filters.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => lines(page)).toEqual(all);
  });

  it('INV-07 have filters in which Enter submits no form', async () => {
    const { page, filters } = await open('Edit');
    const calls: string[] = [];
    page.on('request', (request) => request.method() === 'PUT' && calls.push(request.url()));
    await filters.getByLabel('Auth Code').fill('A');
    await page.keyboard.press('Enter');
    await idle(page);
    expect(calls).toEqual([]);
    await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(0);
  });
});
