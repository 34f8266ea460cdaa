import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workbookBytes } from '@forecourt/provider-file-examples';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { axeFindings } from './browser.ts';
import { choose, enabled, openDialog, uploadOf } from './importing.ts';
import { it } from './journey.ts';
import { dialogOf, openPayment, saveOf } from './paying.ts';
import { browserSuite, listRows, waitForToast } from './suite.ts';
import { withSandbox } from './with-sandbox.ts';

const suite = browserSuite();

const HEADER = [
  ...['Card #', 'Tran Date', 'POS Time', 'Invoice', 'Unit', 'Driver Name', 'Odometer'],
  ...['Location ID', 'Location Name', 'City', 'State/ Prov', 'Item', 'Product Description'],
  ...['Qty', 'Retail PPU', 'PPU', 'Fees', 'Discount', 'Amt', 'Billing Flag', 'Currency'],
];

/** A day in the middle of last month, whichever that is. */
function dayOfLastMonth(): string {
  const today = new Date();
  const first = Date.UTC(today.getFullYear(), today.getMonth() - 1, 15);
  return new Date(first).toISOString().slice(0, 10);
}

interface Bought {
  readonly card: string;
  readonly at: string;
  readonly gallons: number;
  readonly price: number;
  readonly amount: number;
  readonly def?: boolean;
}

/**
 * What three companies bought: North Haul for 2,360.00, 400 gallons of it at once, Quillmoor for 780.00 and Orrinbank for
 * 521.00. A markup of 0.0140 a gallon is Quillmoor's alone: 2.80 for 200 gallons.
 */
const BOUGHT: readonly Bought[] = [
  { card: '0077', at: '08:10', gallons: 100, price: 3.9, amount: 390 },
  { card: '0101', at: '09:20', gallons: 150, price: 3.8, amount: 570 },
  { card: '0127', at: '10:30', gallons: 400, price: 3.5, amount: 1400 },
  { card: '0010', at: '11:40', gallons: 200, price: 3.9, amount: 780 },
  { card: '0002', at: '12:50', gallons: 120, price: 4, amount: 480 },
  { card: '0028', at: '13:05', gallons: 10, price: 4.1, amount: 41, def: true },
];

function monthsFile() {
  const rows = BOUGHT.map(({ amount, at, card, def, gallons, price }, index) => [
    ...[`*${card}`, dayOfLastMonth(), at, String(40_001 + index), String(1_001 + index)],
    ...['Erin Boyd', 181_000 + index, '203', 'TA Laramie', 'Laramie', 'WY'],
    ...(def ? ['DEFD', 'DIESEL EXHAUST FLUID'] : ['ULSD', 'ULTRA LOW SULFUR DIESEL']),
    ...[gallons, price, price, 0, 0, amount, 'F', 'USD/Gallons'],
  ]);
  return {
    name: 'TA_FORECOURT_MONTH.xlsx',
    bytes: workbookBytes([{ name: 'Transaction Report', rows: [HEADER, ...rows] }]),
  };
}

async function importFile(page: Page) {
  const dialog = await openDialog(page);
  await choose(page, 'TAPetro', monthsFile());
  await enabled(page);
  await uploadOf(page).click();
  const totals = dialog.locator('.import-totals dd, .report-totals dd');
  await dialog.getByRole('link', { name: 'Look at their open exceptions' }).waitFor();
  await expect.poll(() => totals.allTextContents()).toContain('6');
  await dialog.getByRole('link', { name: 'Look at their open exceptions' }).click();
}

async function dismissAll(page: Page) {
  await page.waitForURL('**/transactions/exceptions?*');
  // The address changes before the list does: without this, the rows may still be those of the transactions.
  await page.getByRole('columnheader', { name: 'Rule' }).waitFor();
  const rows = await listRows(page);
  // 400 US gallons in litres.
  expect(rows.filter(([rule]) => rule === 'Large fill').map((row) => row.slice(1, 4))).toEqual([
    ['Open', '1514.165 L', '1200.00 L'],
  ]);
  await page.locator('table.list thead input[type=checkbox]').check();
  await page.locator('.bulk-buttons').getByRole('button', { name: 'Dismiss' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Reason/).fill('Known trips');
  await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await dialog.getByText(/^\d+ exceptions? dismissed\.$/).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.locator('.no-rows').waitFor();
}

const billed = (page: Page) =>
  page
    .getByRole('dialog', { name: 'Bill a Period' })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
    );

/** Previews the month that is there already, and makes its invoices; returns their numbers by company. */
async function bill(page: Page): Promise<Readonly<Record<string, string>>> {
  await page.getByRole('link', { name: 'Invoices', exact: true }).click();
  await page.locator('.no-rows').waitFor();
  await page.getByRole('button', { name: 'Bill a Period' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bill a Period' });
  await dialog.getByRole('button', { name: 'Preview', exact: true, disabled: false }).click();
  await dialog.getByText('3 invoices would be made: 3,663.80 USD.', { exact: true }).waitFor();
  const rows = [
    ['North Haul Carriers Ltd.', '3', '2,360.00 USD'],
    ['Orrinbank Cartage Co.', '2', '521.00 USD'],
    ['Quillmoor Freightways Inc.', '1', '782.80 USD'],
  ];
  expect(await billed(page)).toEqual(rows.map((row) => [...row, 'would be made']));
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Make 3 Invoices' }).click();
  await dialog.getByText('3 invoices made: 3,663.80 USD.', { exact: true }).waitFor();
  const made = await billed(page);
  expect(made.map((row) => row.slice(0, 3))).toEqual(rows);
  // Looking again finds nothing more to bill.
  await dialog.getByRole('button', { name: 'Preview Again' }).click();
  await dialog.getByText('3 companies have nothing unbilled.').waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  return Object.fromEntries(made.map(([company = '', , , number = '']) => [company, number]));
}

/** Issues a draft by its form: what is sent is owed. */
async function issue(page: Page, number: string) {
  await page.getByRole('link', { name: `Edit invoice ${number}`, exact: true }).click();
  const status = page.locator('.form').getByLabel(/^Status\*?$/);
  await status.waitFor();
  await page.locator('.form-section option').nth(1).waitFor({ state: 'attached' });
  await status.selectOption({ label: 'Sent' });
  await page.getByRole('button', { name: /^(Save|Update)/ }).click();
  await waitForToast(page, 'Invoice Updated Successfully');
  await listRows(page);
}

describe('a month', () => {
  it('INV-14 TXN-18 REP-02 goes from a provider’s file to what is still owed, in the portal alone', async () => {
    const outboxDir = await mkdtemp(join(tmpdir(), 'forecourt-month-'));
    const demo = { customers: 3, cards: 301, transactions: 0, invoices: 0 };
    await withSandbox({ demo, outboxDir }, async (url) => {
      const page = await suite.openOwn('/transactions', undefined, { baseURL: url });
      await importFile(page);
      await dismissAll(page);
      const numbers = await bill(page);
      const [hauls = '', mills = ''] = [
        'North Haul Carriers Ltd.',
        'Quillmoor Freightways Inc.',
      ].map((company) => numbers[company]);
      expect((await listRows(page)).map(([number]) => number).sort()).toEqual(
        Object.values(numbers).sort(),
      );
      await issue(page, hauls);
      await issue(page, mills);

      await page.getByRole('button', { name: `Email invoice ${hauls}`, exact: true }).click();
      const mail = page.getByRole('dialog', { name: 'Email Invoice' });
      await mail.getByText(`Invoice ${hauls}`, { exact: true }).waitFor();
      await mail.getByRole('button', { name: 'Send' }).click();
      await waitForToast(page, 'Invoice emailed successfully!');
      const [sent = '', ...others] = await readdir(outboxDir);
      expect(others).toEqual([]);
      expect(await readFile(join(outboxDir, sent), 'utf8')).toContain(`Subject: Invoice ${hauls}`);

      // Part of what North Haul owes is paid.
      await page.goto(`/invoices?filter=invoice_number:${hauls}`);
      const row = await openPayment(page);
      expect([row.number, row.due]).toEqual([hauls, '2,360.00']);
      await dialogOf(page).getByLabel('Amount Paid').fill('1,000.00');
      await dialogOf(page).getByLabel('Payment Mode').selectOption('Interac/debit/credit');
      await dialogOf(page).getByLabel('Reference Id').fill('REF-1');
      await saveOf(page).click();
      await waitForToast(page, 'Invoice Payment Created Successfully');

      await page.getByRole('link', { name: 'Reporting', exact: true }).click();
      await page.getByLabel('Report Type').selectOption('aging');
      const aging = page.getByRole('table', { name: 'Aging USD' });
      await aging.waitFor();
      const cells = await aging
        .locator('tbody tr, tfoot tr')
        .evaluateAll((rows) =>
          rows.map((one) => [...one.children].map((cell) => cell.textContent ?? '')),
        );
      // 2,360.00 less 1,000.00, and 782.80; a draft is not owed yet.
      expect(cells).toEqual([
        ['North Haul Carriers Ltd.', '1,360.00', '–', '–', '–', '1,360.00'],
        ['Quillmoor Freightways Inc.', '782.80', '–', '–', '–', '782.80'],
        ['Total USD', '2,142.80', '–', '–', '–', '2,142.80'],
      ]);
      await aging.getByRole('link', { name: '1,360.00' }).first().click();
      await page.waitForURL('**/invoices?filter=*');
      expect((await listRows(page)).map(([number]) => number)).toEqual([hauls]);
    });
    await rm(outboxDir, { recursive: true });
  });
});
