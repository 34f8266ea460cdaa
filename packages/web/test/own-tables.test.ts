import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { essoFile, essoLine } from '../../../examples/sandbox/test/esso-file.ts';
import { axeFindings } from './browser.ts';
import { uploadOf } from './importing.ts';
import { it } from './journey.ts';
import { browserSuite, headings, listRows, watchCalls } from './suite.ts';
import { withSandbox } from './with-sandbox.ts';

const suite = browserSuite();
const folders: string[] = [];
const SHORT = join(
  import.meta.dirname,
  '../../../examples/provider-files/layouts/tapetro-short.json',
);

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder with this document, as a deployment provides it. */
function folderOf(document: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-portal-tables-'));
  folders.push(folder);
  writeFileSync(join(folder, 'own.json'), JSON.stringify(document));
  return folder;
}

async function chooseFile(page: Page, provider: string, text: string | Uint8Array) {
  await page.getByRole('button', { name: 'Import Transactions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Transactions' });
  await dialog.getByLabel('File type').selectOption(provider);
  const buffer = Buffer.from(text);
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'day.xls', mimeType: 'application/octet-stream', buffer });
  return dialog;
}

/** A page of another sandbox than the suite's. */
async function openAt(url: string, route: string): Promise<Page> {
  const page = await suite.openOwn(route, undefined, { baseURL: url });
  return page;
}

const lastChange = async (url: string, page: Page) => {
  const [cookie] = await page.context().cookies();
  const answer = await fetch(`${url}/api/v1/audit?filter=action:transactions.import&size=1`, {
    headers: { authorization: decodeURIComponent(cookie?.value ?? '') },
  });
  return (await answer.json()).content[0];
};

describe('TXN-15 an unverified rate', () => {
  it('TXN-15 holds a file back until it is accepted with a reason, which the trail keeps', async () => {
    const excise = {
      jurisdiction: 'CA',
      tax: 'fet',
      product: 'diesel',
      from: '2026-11-01',
      to: '2026-11-30',
      rate: 0.02,
      source: 'hearsay',
      basis: 'recalled',
      verified_until: '2026-11-30',
    };
    const taxTables = folderOf({ name: 'accounting', rates: [excise] });
    await withSandbox({ taxTables }, async (url) => {
      const page = await openAt(url, '/transactions');
      const calls = watchCalls(page);
      const dialog = await chooseFile(page, 'ESSO', essoFile([essoLine({ number: '1' })]));
      await dialog
        .getByText(
          '1 error may be right after all. Check it and accept it, or correct the file; nothing was sent.',
        )
        .waitFor();
      await expect.poll(() => uploadOf(page).isDisabled()).toBe(true);
      const accept = dialog.getByRole('button', { name: 'Accept and check again' });
      await expect.poll(() => accept.isDisabled()).toBe(true);
      await dialog.getByRole('checkbox', { name: /^TAX-UNVERIFIED \(1 place\)/ }).check();
      await expect.poll(() => accept.isDisabled()).toBe(true);
      await dialog.getByLabel('Why the file is right').fill('bulletin of 2026-11-20');
      expect(await axeFindings(page)).toEqual([]);
      await accept.click();
      await dialog
        .getByText('Accepted by you: TAX-UNVERIFIED. Reason: bulletin of 2026-11-20')
        .waitFor();
      expect(calls.filter((call) => call.startsWith('POST /import'))).toEqual([]);
      await uploadOf(page).click();
      await dialog.getByText('Import transactions successfully!').waitFor();
      await expect
        .poll(() => dialog.locator('.report-totals dd').allTextContents())
        .toEqual(['1', '0', '0', '864.45 CAD', '0.00 CAD', '864.45 CAD']);
      expect(await lastChange(url, page)).toMatchObject({
        changes: {
          accepted_guards: ['TAX-UNVERIFIED'],
          accepted_reason: 'bulletin of 2026-11-20',
          tax_tables: ['accounting', 'Canada 2026-11'],
        },
      });
    });
  });
});

describe('TXN-16 a provider from a custom layout', () => {
  it('TXN-16 appears beside the built-in ones, is checked by its layout and imported', async () => {
    const layouts = folderOf({
      ...JSON.parse(readFileSync(SHORT, 'utf8')),
      provider: 'Shell Fleet',
    });
    const sales = [
      'Card,Day,Ticket,Site,State,Item,Gallons,Price,Paid',
      '7076850000000002,18/11/2026,T1,OH976,OH,ULSD,48.90,3.500,171.15',
    ].join('\n');
    await withSandbox({ layouts }, async (url) => {
      const page = await openAt(url, '/transactions');
      const dialog = await chooseFile(page, 'Shell Fleet', sales);
      const types = dialog.getByLabel('File type').locator('option:not([disabled])');
      await expect
        .poll(() => types.allTextContents())
        .toEqual(['ESSO', 'Suncore', 'Comdata', 'Pipeline', 'TAPetro', 'Shell Fleet']);
      await dialog.getByText('171.15').waitFor();
      await uploadOf(page).click();
      await dialog.getByText('Import transactions successfully!').waitFor();
      await expect
        .poll(() => dialog.locator('.report-totals dd').allTextContents())
        .toEqual(['1', '0', '0', '171.15 USD', '0.00 USD', '171.15 USD']);
      // No built-in provider's layout fits the same file.
      await dialog.getByRole('button', { name: 'Import another file' }).click();
      await dialog.getByLabel('File type').selectOption('ESSO');
      await dialog.locator('input[type=file]').setInputFiles({
        name: 'day.xls',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(sales),
      });
      await dialog
        .getByText('Choose Shell Fleet as its provider', { exact: false })
        .first()
        .waitFor();
      await expect.poll(() => uploadOf(page).isDisabled()).toBe(true);
    });
  });
});

describe('RATE-03 Stored Rates', () => {
  it('RATE-03 are opened from their upload, filtered, sorted and left again', async () => {
    const page = await suite.openAs('/dailyrates');
    await page.getByRole('link', { name: 'Stored Rates' }).click();
    await page.waitForURL('**/dailyrates/rates**');
    await page.getByRole('heading', { name: 'Stored Rates' }).waitFor();
    const rows = await listRows(page);
    expect(rows.length).toBeGreaterThan(1);
    expect((await headings(page)).map((text) => text.trim())).toEqual([
      'Day',
      'Provider',
      'Site Number',
      'Site',
      'Province',
      'Product',
      'Price',
      'Former Price',
      'Change',
      'With All Taxes',
      'Currency',
      'Unit',
    ]);
    expect(await axeFindings(page)).toEqual([]);
    const calls = watchCalls(page);
    const site = rows[0]?.[2] ?? '';
    await page.goto(`/dailyrates/rates?filter=site_number:${site}`);
    const ofSite = await listRows(page);
    expect(new Set(ofSite.map((row) => row[2]))).toEqual(new Set([site]));
    expect(calls.join()).toContain(`filter=site_number:${site}`);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole('link', { name: 'Back to Daily Rates' }).click();
    await page.getByRole('heading', { name: 'Upload Daily Rates' }).waitFor();
  });

  it('RATE-03 need the right to read daily rates, for the link and the list', async () => {
    const page = await suite.openAs('/dailyrates/rates', 'viewer@northhaul.test');
    await page
      .getByText("You don't have permission to access this page, contact your administrator")
      .waitFor();
    await expect.poll(() => page.locator('table.list').count()).toBe(0);
    await expect.poll(() => page.getByRole('link', { name: 'Stored Rates' }).count()).toBe(0);
  });

  it('RATE-03 show a text if no rates are stored', async () => {
    await withSandbox({ seed: 'empty' }, async (url) => {
      const page = await openAt(url, '/dailyrates/rates');
      await page.getByText('No Record found').waitFor();
    });
  });
});
