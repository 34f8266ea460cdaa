import { badRates, goodRates } from '@forecourt/provider-file-examples';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { axeFindings } from './browser.ts';
import { it } from './journey.ts';
import { browserSuite, idle, waitForToast, watchCalls } from './suite.ts';

const suite = browserSuite();

interface RateFile {
  readonly name: string;
  readonly provider: string;
  readonly bytes: Uint8Array;
}

const today = (): string => new Date().toLocaleDateString('en-CA');
const good = (): RateFile => {
  const file = goodRates(today()).find(({ provider }) => provider === 'Pipeline');
  if (!file) throw new Error('There is no example file.');
  return file;
};
const bad = (name: string): RateFile => {
  const file = badRates().find((one) => one.name === name);
  if (!file) throw new Error(`There is no example file ${name}.`);
  return file;
};

const send = (page: Page) => page.getByRole('button', { name: 'Send' });

async function choose(page: Page, { name, provider, bytes }: RateFile): Promise<void> {
  await page.getByLabel('Fuel Provider').selectOption(provider);
  await page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(bytes),
  });
}

/** The newest entry of the audit trail. */
async function lastChange(page: Page): Promise<unknown> {
  const [cookie] = await page.context().cookies();
  const answer = await fetch(`${suite.url()}/api/v1/audit?paged=true&page=1&size=1`, {
    headers: { authorization: decodeURIComponent(cookie?.value ?? '') },
  });
  return (await answer.json()).content[0];
}

async function accept(page: Page): Promise<void> {
  const doubts = page.getByRole('group', { name: /^Doubts/ }).getByRole('checkbox');
  await doubts.first().waitFor();
  for (const doubt of await doubts.all()) await doubt.check();
}

describe('Upload Daily Rates', () => {
  it('RATE-01 requires provider and file, with their own texts', async () => {
    const page = await suite.openAs('/dailyrates');
    await page.getByRole('heading', { name: 'Upload Daily Rates' }).waitFor();
    await expect
      .poll(() => page.getByLabel('Fuel Provider').locator('option').allTextContents())
      .toEqual(expect.arrayContaining(['TA-Petro', 'Pipeline', 'Esso']));
    await send(page).click();
    await page.getByText('This is required field').first().waitFor();
    await page.getByText('File is required').first().waitFor();
    await expect
      .poll(() => page.locator('input[type=file]').getAttribute('accept'))
      .toBe('.xls,.xlsx');
  });

  it('RATE-01 RATE-02 checks a file before sending a byte, sends it, and resets', async () => {
    const page = await suite.openAs('/dailyrates');
    const calls = watchCalls(page);
    await choose(page, good());
    await page.getByText('Every price passed the check.').waitFor();
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
    await send(page).click();
    await waitForToast(page, 'Upload daily rates successfully!');
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([
      'POST /upload-daily-rates?Type=Pipeline',
    ]);
    await page.getByText(/rows were taken\./).waitFor();
    await page.getByRole('button', { name: 'Upload another file' }).click();
    await expect.poll(() => page.getByLabel('Fuel Provider').inputValue()).toBe('');
  });

  it.each([
    ['another kind', { ...good(), name: 'rates.csv' }, 'Only .xls, .xlsx files are taken'],
    ['a larger size', bad('rate_too_large.xlsx'), 'The file may have at most 1000000 bytes'],
    ['another provider', bad('pipeline_as_esso_20261117.xls'), 'Choose Pipeline as its provider'],
  ])('RATE-01 refuses a file of %s, and sends nothing', async (_what, file, text) => {
    const page = await suite.openAs('/dailyrates');
    const calls = watchCalls(page);
    await choose(page, file);
    await page.getByText(text).first().waitFor();
    if (await send(page).isEnabled()) await send(page).click();
    await idle(page);
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it('RATE-01 shows prices of another day as a warning, and sends them once accepted', async () => {
    const page = await suite.openAs('/dailyrates');
    await choose(page, bad('rate_today_missing.xlsx'));
    await page.getByText('Accept the findings of the check, or choose another file.').waitFor();
    await expect.poll(() => page.locator('.issues .badge').allTextContents()).toEqual(['warning']);
    await expect.poll(() => send(page).isDisabled()).toBe(true);
    await accept(page);
    await send(page).click();
    await waitForToast(page, 'Upload daily rates successfully!');
    expect(await lastChange(page)).toMatchObject({
      resource: 'rates',
      changes: { accepted_guards: ['RATE-DATE'] },
    });
  });

  it('FORM-08 sends a file with a wrong row, and shows the refused row with its reason', async () => {
    const page = await suite.openAs('/dailyrates');
    await choose(page, bad('rate_price_missing.xlsx'));
    await page.getByText('The service will leave out 1 row.').waitFor();
    await accept(page);
    await send(page).click();
    await page
      .getByRole('status')
      .getByText(/^\d+ rows were taken; these were not:$/)
      .waitFor();
    const refused = page.getByRole('region', { name: 'Refused rows' });
    await refused.waitFor();
    await expect.poll(() => refused.locator('tbody tr').count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('RATE-01 shows that the upload failed, keeps the choices, and tries again under the same key', async () => {
    const page = await suite.openAs('/dailyrates', undefined, { tolerates: /status of 503/ });
    const keys: (string | undefined)[] = [];
    let away = true;
    await page.route('**/upload-daily-rates**', (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      return away ? route.fulfill({ status: 503, body: '' }) : route.continue();
    });
    await choose(page, good());
    await page.getByText('Every price passed the check.').waitFor();
    await send(page).click();
    await page
      .getByRole('alert')
      .getByText('Error while uploading daily rates.')
      .waitFor({ timeout: 30_000 });
    away = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitForToast(page, 'Upload daily rates successfully!');
    expect(keys[0]).toBeTruthy();
  });

  it('RATE-01 resets on Cancel', async () => {
    const page = await suite.openAs('/dailyrates');
    await choose(page, good());
    await page.getByText('Every price passed the check.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => page.getByLabel('Fuel Provider').inputValue()).toBe('');
    await expect.poll(() => page.getByText('Every price passed the check.').count()).toBe(0);
  });

  it('RATE-03 draws stored rates over time, and shows them as a table and what changed', async () => {
    const page = await suite.openAs('/dailyrates/rates?filter=site_number%3A53112');
    await page.getByRole('button', { name: 'Over Time' }).click();
    const chart = page.getByRole('figure', { name: 'DIESEL, CAD per L' });
    await chart.getByRole('img', { name: /^DIESEL, CAD per L\./ }).waitFor();
    expect(await chart.locator('circle').count()).toBe(7);
    await page.getByLabel('Show as table').check();
    const rows = chart.getByRole('row');
    expect(await rows.count()).toBe(8);
    expect(await rows.nth(1).textContent()).toMatch(/^\d\d\/\d\d\/\d\d\d?\d?\d\.\d{4}$/);
    expect(await axeFindings(page)).toEqual([]);
    await page.goto('/dailyrates');
    await page.getByRole('link', { name: 'Rate Changes' }).click();
    await page.getByRole('heading', { name: 'Rate Changes' }).waitFor();
  });
});
