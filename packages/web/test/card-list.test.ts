import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { signIn } from './browser.ts';
import { soon, toast } from './forms.ts';
import { browserSuite, listRows, watchCalls } from './suite.ts';
import { withSandbox } from './with-sandbox.ts';

const suite = browserSuite();

async function open(search = '', account?: 'viewer@northhaul.test'): Promise<Page> {
  const page = await suite.openAs(`/managercards${search}`, account);
  await listRows(page);
  return page;
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

/** Downloads a kind of template from the menu; returns the file's name and content. */
async function template(page: Page, kind: 'Excel' | 'CSV') {
  await press(page, 'Download Sample Card Template');
  const download = page.waitForEvent('download');
  await press(page, kind);
  const file = await download;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

const CELLS: Readonly<Record<string, string>> = {
  company_name: 'North Haul Carriers Ltd.',
  card_status: 'HOLD',
  cash_refresh_days: 'monday',
  weekly_vehicle_quantity_refresh_day: 'N/A',
  non_highway_fuel_weekly_refresh_day: 'N/A',
};

/** A CSV file of these cards with the template's columns. */
async function cardFile(page: Page, cards: readonly (typeof CELLS)[]): Promise<Buffer> {
  const { content } = await template(page, 'CSV');
  const names = content.toString('utf8').replace('\uFEFF', '').trim().split(',');
  const row = (card: typeof CELLS) =>
    names.map((name) => card[name] ?? CELLS[name] ?? '10').join(',');
  return Buffer.from([names.join(','), ...cards.map(row)].join('\n'));
}

const pick = (page: Page, file: Buffer | string, name = 'cards.csv') =>
  page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(file) });

describe('buttons', () => {
  it('CARD-02 are all there with the right to create, and only the reading ones without it', async () => {
    const names = (page: Page) => page.locator('.page-tools .button').allTextContents();
    expect(await names(await open())).toEqual([
      'Import Card',
      'Exports Selected',
      'Assign Selected Cards To Customer',
      'Download Sample Card Template',
      'Add Card',
    ]);
    expect(await names(await open('', 'viewer@northhaul.test'))).toEqual([
      'Exports Selected',
      'Download Sample Card Template',
    ]);
  });

  it('CARD-05 download the template as a workbook or CSV', async () => {
    const page = await open();
    const workbook = await template(page, 'Excel');
    expect(workbook.name).toBe('SampleCardTemplate.xlsx');
    expect(workbook.content.subarray(0, 2).toString()).toBe('PK');
    const csv = await template(page, 'CSV');
    expect(csv.name).toBe('SampleCardTemplate.csv');
    expect(csv.content.toString('utf8')).toContain('card_number');
  });

  it('CARD-05 show the status of a failed template download, and save nothing', async () => {
    const match = 'GET /api/v1/fuel-card-management/download-fuel-card-csv';
    await withSandbox({ faults: [{ match, kind: 'status', value: 400 }] }, async (url) => {
      const page = await suite.open({ baseURL: url, tolerates: /status of 400/ });
      await page.goto('/');
      await signIn(page);
      await listRows(page);
      let saved = 0;
      page.on('download', () => {
        saved += 1;
      });
      await press(page, 'Download Sample Card Template');
      await press(page, 'Excel');
      await toast(page, 'Failed to download file. Status: 400');
      expect(saved).toBe(0);
    });
  });
});

describe('import', () => {
  it('CARD-03 FORM-08 enters the good rows of a file and lists the refused; a file without good rows is an error', async () => {
    const page = await open();
    const file = await cardFile(page, [
      { card_number: '7076850000771001' },
      { card_number: '7076850000771002', odometer: 'far' },
    ]);
    const none = await cardFile(page, [{ card_number: '7076850000771003', odometer: 'far' }]);
    await press(page, 'Import Card');
    const dialog = page.getByRole('dialog', { name: 'Import Card' });
    await pick(page, file);
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await toast(page, 'Import ManageCard successfully!');
    await dialog.getByText('One row was taken').waitFor();
    const refused = dialog.getByRole('region', { name: 'Refused rows' });
    expect(await refused.locator('tbody td').first().textContent()).toBe('3');
    expect(await refused.locator('tbody td').nth(1).textContent()).toBe('odometer');
    await dialog.getByRole('button', { name: 'Another file' }).click();
    await pick(page, none);
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await toast(page, 'Error while Importing manageCard.');
    await refused.waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.goto('/managercards?filter=card_number:7076850000771001');
    expect(await listRows(page)).toHaveLength(1);
  });

  it('CARD-03 requires a file of an accepted kind before sending', async () => {
    const page = await open();
    const calls = watchCalls(page);
    await press(page, 'Import Card');
    await press(page, 'Upload');
    await page.getByText('File is required', { exact: true }).first().waitFor();
    await pick(page, 'x', 'cards.pdf');
    await page.locator('.fault', { hasText: 'Only .csv, .xls, .xlsx files are taken' }).waitFor();
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  });
});

describe('assigning', () => {
  it('CARD-06 CARD-07 keeps Save disabled until a company is chosen, assigns the cards, and shows them so', async () => {
    const page = await open('?size=5');
    await press(page, 'Assign Selected Cards To Customer');
    await toast(page, 'Please select card to Assign');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.locator('td .pick input').nth(1).check();
    await page.locator('td .pick input').nth(2).check();
    await press(page, /^Assign Selected Cards To Customer/);
    const dialog = page.getByRole('dialog', { name: 'Assign Cards' });
    await dialog.waitFor();
    const save = dialog.getByRole('button', { name: 'Save' });
    expect(await dialog.locator('footer button').allTextContents()).toEqual(['Cancel', 'Save']);
    const company = dialog.getByRole('combobox', { name: 'Company' });
    await company.locator('option').nth(2).waitFor({ state: 'attached' });
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByText('Company is required').waitFor();
    await company.selectOption('North Haul Carriers Ltd.');
    expect(await save.isDisabled()).toBe(false);
    const call = page.waitForRequest(/assign-card-company-bulk/);
    await save.click();
    expect(Object.keys((await call).postDataJSON())).toEqual(['customerCompanyId', 'cardIds']);
    await toast(page, 'Cards Assign Successfully');
    await dialog.waitFor({ state: 'detached' });
    await soon(async () =>
      (await listRows(page)).slice(1, 3).map(([, company]) => company),
    ).toEqual(['North Haul Carriers Ltd.', 'North Haul Carriers Ltd.']);
  });

  it('CARD-06 shows a refusal in its own text, also in the dialog', async () => {
    const match = 'POST /api/v1/fuel-card-management/assign-card-company-bulk';
    await withSandbox({ faults: [{ match, kind: 'status', value: 400 }] }, async (url) => {
      const page = await suite.open({ baseURL: url, tolerates: /status of 400/ });
      await page.goto('/');
      await signIn(page);
      await listRows(page);
      await page.locator('td .pick input').first().check();
      await press(page, /^Assign Selected Cards To Customer/);
      const dialog = page.getByRole('dialog');
      const company = dialog.getByRole('combobox', { name: 'Company' });
      await company.locator('option').nth(2).waitFor({ state: 'attached' });
      await company.selectOption({ index: 2 });
      await dialog.getByRole('button', { name: 'Save' }).click();
      await toast(page, 'Error while Assign Card');
      await dialog.getByText('Error while Assign Card').waitFor();
    });
  });
});

describe('deleting', () => {
  const TEXTS = {
    message: 'Record will be deleted forever. Do you wish to continue?',
    cancel: 'Cancel',
    confirm: 'Delete Record',
  };

  it('LIST-04 asks for confirmation, and moves back a page after the last row of one', async () => {
    await withSandbox({}, async (url) => {
      const page = await suite.open({ baseURL: url });
      await page.goto('/');
      await signIn(page);
      await page.goto('/managercards?page=100&size=1');
      await listRows(page);
      await press(page, /^Delete card/);
      const dialog = page.getByRole('dialog');
      await dialog.getByText(TEXTS.message).waitFor();
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(TEXTS.cancel);
      await dialog.getByRole('button', { name: TEXTS.cancel }).click();
      await page.getByText('Showing record 100 to 100 of 100 records').waitFor();
      await press(page, /^Delete card/);
      await dialog.getByRole('button', { name: TEXTS.confirm }).click();
      await toast(page, 'Operation completed Successfully!');
      await page.getByText('Showing record 99 to 99 of 99 records').waitFor();
      expect(new URL(page.url()).searchParams.get('page')).toBe('99');
    });
  });

  it('AUTH-09 ERR-02 leads to the login when the session is over', async () => {
    const match = 'DELETE /api/v1/fuel-card-management';
    await withSandbox({ faults: [{ match, kind: 'status', value: 401 }] }, async (url) => {
      const page = await suite.open({ baseURL: url, tolerates: /status of 401/ });
      await page.goto('/');
      await signIn(page);
      await listRows(page);
      await press(page, /^Delete card 1$/);
      await press(page, TEXTS.confirm);
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
    });
  });
});

it('CARD-13 LIST-05 shows the texts for no columns and no rows', async () => {
  const page = await open('?filter=company_name::zzzz');
  await page.getByText('No Manage cards found.').waitFor();
  await press(page, 'Columns');
  for (const box of await page.locator('.column-chooser input').all()) await box.uncheck();
  await page.getByText('No Manage cards records to show').waitFor();
});
