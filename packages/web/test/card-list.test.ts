import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { axeFindings } from './browser.ts';
import { callElsewhere } from './elsewhere.ts';
import { chooseListed, searched, soon } from './forms.ts';
import { it } from './journey.ts';
import { browserSuite, listRows, waitForToast, watchCalls } from './suite.ts';
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
  card_type: 'Diesel only',
  plastic_type: 'Fleet',
  usage_above_volume_limits: 'No',
  cash_advance_type: 'None',
  weekly_product_refresh: 'monday',
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
    const names = (page: Page) =>
      expect.poll(() => page.locator('.page-tools .button:visible').allTextContents());
    await names(await open()).toEqual([
      'Import Card',
      'Exports Selected',
      'Assign Selected Cards To Customer',
      'Download Sample Card Template',
      'Add Card',
    ]);
    await names(await open('', 'viewer@northhaul.test')).toEqual([
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
      const page = await suite.openOwn('/managercards', undefined, {
        baseURL: url,
        tolerates: /status of 400/,
      });
      await listRows(page);
      let saved = 0;
      page.on('download', () => {
        saved += 1;
      });
      await press(page, 'Download Sample Card Template');
      await press(page, 'Excel');
      await waitForToast(page, 'Failed to download file. Status: 400');
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
    const good = await cardFile(page, [{ card_number: '7076850000771004' }]);
    // One row, with more faults than the dialog has room for.
    const none = 'card_number,company_name\n7076850000771003,Nobody\n';
    await press(page, 'Import Card');
    const dialog = page.getByRole('dialog', { name: 'Import Card' });
    await pick(page, file);
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await dialog.getByText('1 card was created and 1 row was refused.').waitFor();
    const refused = dialog.getByRole('region', { name: 'Refused rows' });
    await expect.poll(() => refused.locator('tbody td').first().textContent()).toBe('3');
    await expect.poll(() => refused.locator('tbody td').nth(1).textContent()).toBe('odometer');
    await dialog.getByRole('button', { name: 'Another file' }).click();
    await pick(page, none);
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await dialog.getByRole('alert').getByText('Error while Importing manageCard.').waitFor();
    await refused.waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe('Try again');
    // What was said about the file is in sight, however long the list.
    const top = await dialog.getByRole('alert').evaluate((it) => it.getBoundingClientRect().top);
    expect(top).toBeGreaterThan(0);
    // Once: a toast would say the same and go.
    expect(await page.locator('.toast', { hasText: 'Error while Importing' }).count()).toBe(0);
    await pick(page, good);
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await waitForToast(page, 'Import ManageCard successfully!');
    await dialog.getByText('1 card was created.').waitFor();
    await expect.poll(focused).toBe('Close');
    await dialog.getByRole('link', { name: 'Show the card' }).click();
    await page.waitForURL('**/managercards?filter=card_number%3A7076850000771004');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => listRows(page)).toHaveLength(1);
  });

  it('CARD-03 requires a file of an accepted kind before sending', async () => {
    const page = await open();
    const calls = watchCalls(page);
    await press(page, 'Import Card');
    const upload = page.getByRole('button', { name: 'Upload', exact: true });
    await page.getByText('File is required', { exact: true }).waitFor();
    await expect.poll(() => upload.isDisabled()).toBe(true);
    await pick(page, 'x', 'cards.pdf');
    await page.locator('.fault', { hasText: 'Only .csv, .xls, .xlsx files are taken' }).waitFor();
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  });
});

describe('assigning', () => {
  it('CARD-06 CARD-07 keeps Save disabled until a company is chosen, assigns the cards, and shows them so', async () => {
    const page = await open('?size=5');
    await press(page, 'Assign Selected Cards To Customer');
    await waitForToast(page, 'Please select card to Assign');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.locator('td .pick input').nth(1).check();
    await page.locator('td .pick input').nth(2).check();
    await press(page, /^Assign Selected Cards To Customer/);
    const dialog = page.getByRole('dialog', { name: 'Assign Cards' });
    await dialog.waitFor();
    const save = dialog.getByRole('button', { name: 'Save' });
    await expect
      .poll(() => dialog.locator('footer button').allTextContents())
      .toEqual(['Cancel', 'Save']);
    const company = dialog.getByRole('combobox', { name: 'Company' });
    await searched(company).waitFor();
    await expect.poll(() => save.isDisabled()).toBe(true);
    await dialog.getByText('Company is required').waitFor();
    await chooseListed(company, 'north haul');
    expect(await company.inputValue()).toBe('North Haul Carriers Ltd.');
    await expect.poll(() => save.isDisabled()).toBe(false);
    const call = page.waitForRequest(/assign-card-company-bulk/);
    await save.click();
    expect(Object.keys((await call).postDataJSON())).toEqual(['customerCompanyId', 'cardIds']);
    await waitForToast(page, 'Cards Assign Successfully');
    await dialog.waitFor({ state: 'detached' });
    await soon(async () =>
      (await listRows(page)).slice(1, 3).map(([, company]) => company),
    ).toEqual(['North Haul Carriers Ltd.', 'North Haul Carriers Ltd.']);
  });

  it('CARD-07 ERR-04 finds a company by parts of its name, and never sends what is only typed', async () => {
    const page = await open('?size=5');
    await page.locator('td .pick input').nth(1).check();
    await press(page, /^Assign Selected Cards To Customer/);
    const dialog = page.getByRole('dialog', { name: 'Assign Cards' });
    const company = searched(dialog.getByRole('combobox', { name: 'Company' }));
    const found = dialog.getByRole('listbox').getByRole('option');
    const save = dialog.getByRole('button', { name: 'Save' });
    await company.click();
    // The first hundred of 120, in a list that scrolls.
    await dialog.getByText('The first 100 of 120. Type to find the others.').waitFor();
    await company.fill('zzz');
    await dialog.getByText('Nothing in the list has that.').waitFor();
    await company.press('Tab');
    await dialog.getByText('‘zzz’ is not one of the list. Choose one.').waitFor();
    expect([await company.inputValue(), await save.isDisabled()]).toEqual(['', true]);
    await company.fill('haul nor');
    await expect.poll(() => found.allTextContents()).toContain('North Haul Carriers Ltd.');
    // Escape shows again what is chosen, in a dialog that stays.
    await company.press('Escape');
    await expect.poll(() => found.filter({ visible: true }).count()).toBe(0);
    expect(await company.inputValue()).toBe('');
    // Part of several names, and of one.
    await company.fill('haul');
    await company.press('Tab');
    await dialog.getByText('‘haul’ may be several of the list. Choose one.').waitFor();
    await company.fill('north haul carr');
    await company.press('Tab');
    await expect.poll(() => company.inputValue()).toBe('North Haul Carriers Ltd.');
    await expect.poll(() => save.isDisabled()).toBe(false);
    // What is shown is what is sent: a text that means none takes away what was chosen before, and Enter sends nothing.
    const calls = watchCalls(page);
    for (const [text, key] of [
      ['', 'Tab'],
      ['', 'Enter'],
      ['zzz', 'Tab'],
      ['zzz', 'Enter'],
      ['haul', 'Tab'],
    ] as const) {
      await chooseListed(company, 'North Haul');
      await expect.poll(() => save.isDisabled()).toBe(false);
      await company.fill(text);
      await company.press(key);
      await expect.poll(() => company.inputValue()).toBe('');
      await expect.poll(() => save.isDisabled()).toBe(true);
    }
    await chooseListed(company, 'North Haul');
    // A space opens the list, as in the browser's own dropdown, and blanks take nothing away.
    await company.press('Space');
    await found.first().waitFor();
    await company.press('Escape');
    await company.fill('  ');
    await company.press('Tab');
    await expect.poll(() => company.inputValue()).toBe('North Haul Carriers Ltd.');
    await company.fill('ash');
    await company.press('Escape');
    await expect.poll(() => company.inputValue()).toBe('North Haul Carriers Ltd.');
    // A press opens all of them at the chosen one; Enter leaves it, and the arrows choose another.
    await company.click();
    await found.first().waitFor();
    const names = await found.allTextContents();
    await company.press('Enter');
    await expect.poll(() => company.inputValue()).toBe('North Haul Carriers Ltd.');
    await company.press('ArrowDown');
    await company.press('ArrowDown');
    await company.press('Enter');
    const next = names[names.indexOf('North Haul Carriers Ltd.') + 1];
    await expect.poll(() => company.inputValue()).toBe(next);
    expect(calls.filter((call) => call.includes('bulk'))).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('CARD-06 shows a refusal in its own text, also in the dialog', async () => {
    const match = 'POST /api/v1/fuel-card-management/assign-card-company-bulk';
    await withSandbox({ faults: [{ match, kind: 'status', value: 400 }] }, async (url) => {
      const page = await suite.openOwn('/managercards', undefined, {
        baseURL: url,
        tolerates: /status of 400/,
      });
      await listRows(page);
      await page.locator('td .pick input').first().check();
      await press(page, /^Assign Selected Cards To Customer/);
      const dialog = page.getByRole('dialog');
      const company = dialog.getByRole('combobox', { name: 'Company' });
      await chooseListed(company, 'North Haul');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await waitForToast(page, 'Error while Assign Card');
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
      const page = await suite.openOwn('/managercards?page=100&size=1', undefined, {
        baseURL: url,
      });
      await listRows(page);
      await press(page, /^Delete card/);
      const dialog = page.getByRole('dialog');
      await dialog.getByText(TEXTS.message).waitFor();
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toBe(TEXTS.cancel);
      await dialog.getByRole('button', { name: TEXTS.cancel }).click();
      await page.getByText('Showing record 100 to 100 of 100 records').waitFor();
      await press(page, /^Delete card/);
      await dialog.getByRole('button', { name: TEXTS.confirm }).click();
      await waitForToast(page, 'Operation completed Successfully!');
      await page.getByText('Showing record 99 to 99 of 99 records').waitFor();
      expect(new URL(page.url()).searchParams.get('page')).toBe('99');
    });
  });

  it('LIST-04 AUTH-09 ERR-02 names the purchases that stay, and leads to the login when the session is over', async () => {
    const match = 'DELETE /api/v1/fuel-card-management';
    await withSandbox({ faults: [{ match, kind: 'status', value: 401 }] }, async (url) => {
      const page = await suite.openOwn('/managercards', undefined, {
        baseURL: url,
        tolerates: /status of 401/,
      });
      await listRows(page);
      await press(page, /^Delete card 1$/);
      await page
        .getByText(/continue\? Its \d+ purchases stay in the list\. To only refuse/)
        .waitFor();
      await press(page, TEXTS.confirm);
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
    });
  });
});

it('CARD-13 LIST-05 shows the texts for no columns and no rows', async () => {
  const page = await open('?filter=company_name::zzzz');
  await page.getByText('No Manage cards found.').waitFor();
  // LIST-14: an address that somebody typed.
  const typed = await open('?filter=card_status:HODL');
  const hint = typed.getByText("Status has no 'HODL'. It has RELEASE (ACTIVE), HOLD.");
  await hint.waitFor();
  await typed.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(() =>
      hint.evaluate((line) => {
        const frame = line.closest('.table-frame')?.getBoundingClientRect();
        return (frame?.right ?? 0) - line.getBoundingClientRect().right;
      }),
    )
    .toBeGreaterThan(0);
  await press(page, 'Columns');
  const columns = page.getByRole('group', { name: 'Columns' }).getByRole('checkbox');
  await columns.first().waitFor();
  for (const box of await columns.all()) await box.uncheck();
  await page.getByText('No Manage cards records to show').waitFor();
});

describe('changes of picked rows', () => {
  it('LIST-15 holds the picked cards, reports the one that somebody else changed, and keeps it picked', async () => {
    await withSandbox({}, async (url) => {
      const page = await suite.openOwn(
        '/managercards?filter=card_status:RELEASE&size=5',
        undefined,
        { baseURL: url },
      );
      await listRows(page);
      const boxes = page.locator('td .pick input');
      for (const at of [0, 1, 2]) await boxes.nth(at).check();
      // Somebody else changes the second one after it was picked.
      let puts = 0;
      let gets = 0;
      await page.route('**/fuel-card-management/*', async (route) => {
        const request = route.request();
        if (request.method() === 'PUT') puts += 1;
        if (request.method() === 'GET') gets += 1;
        const response = await route.fetch();
        const isSecond = request.method() === 'GET' && gets === 2;
        const headers = { ...response.headers(), ...(isSecond && { etag: '"another"' }) };
        await route.fulfill({ response, headers });
      });
      await page.getByRole('button', { name: 'Hold', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Hold 3 cards' });
      await dialog.getByText(/^Hold 3 cards: 7076 .*\?$/).waitFor();
      await dialog.getByRole('button', { name: 'Hold', exact: true }).dblclick();
      await dialog.getByText('2 cards put on hold, 1 not done.').waitFor();
      await dialog.getByText('Somebody else changed it meanwhile.').waitFor();
      expect(puts).toBe(2);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      // It can be saved, and a reload keeps it, after the browser's own question.
      const report = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Save as CSV' }).click();
      const csv = await report;
      expect(csv.suggestedFilename()).toBe('hold-report.csv');
      expect((await readFile(await csv.path(), 'utf8')).split('\r\n')).toEqual([
        '\uFEFFid,name,outcome,reason',
        expect.stringMatching(/^\d+,7076 [\d ]+,failed,"Somebody else changed it meanwhile\./),
        expect.stringMatching(/^\d+,7076 [\d ]+,done,$/),
        expect.stringMatching(/^\d+,7076 [\d ]+,done,$/),
        '',
      ]);
      expect(
        await page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true }))),
      ).toBe(false);
      page.once('dialog', (question) => void question.accept());
      await page.reload();
      await dialog.getByText('2 cards put on hold, 1 not done.').waitFor();
      await dialog.getByRole('button', { name: 'Try the one that failed' }).click();
      await dialog.getByText('3 cards put on hold.').waitFor();
      await dialog.getByRole('button', { name: 'Close', exact: true }).click();
      await page.locator('.selection').waitFor({ state: 'detached' });
    });
  });

  it('CARD-11 LIST-15 WIRE-05 a card’s view says why it is on hold, and a hold is taken back unless somebody changed the card since', async () => {
    await withSandbox({}, async (url) => {
      const page = await suite.openOwn(
        '/managercards?filter=card_status:RELEASE',
        'clerk@forecourt.test',
        { baseURL: url },
      );
      await listRows(page);
      await page.getByRole('link', { name: /^View/ }).first().click();
      await page.waitForURL('**/view');
      const holding = page.getByRole('button', { name: 'Hold', exact: true });
      const activating = page.getByRole('button', { name: 'Activate', exact: true });
      await holding.waitFor();
      expect(await activating.count()).toBe(0);
      await holding.click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill('Stolen in Sudbury');
      await dialog.getByRole('button', { name: 'Hold', exact: true }).click();
      await dialog.getByText('1 card put on hold.').waitFor();
      await dialog.getByRole('button', { name: 'Close', exact: true }).click();
      const notice = page.locator('.record-notice');
      await notice
        .getByText(/^On hold since .* by clerk@forecourt\.test\. Reason: Stolen in Sudbury$/)
        .waitFor();
      expect(await axeFindings(page)).toEqual([]);
      // Activated, and taken back: on hold again, for the reason that it had.
      await activating.click();
      await dialog.getByRole('button', { name: 'Activate', exact: true }).click();
      await dialog.getByText('1 card activated.').waitFor();
      await notice.waitFor({ state: 'detached' });
      await dialog.getByRole('button', { name: 'Undo' }).click();
      await dialog.getByText('1 card put on hold.').waitFor();
      expect(await dialog.getByRole('button', { name: 'Undo' }).count()).toBe(0);
      await notice.getByText(/Reason: Stolen in Sudbury$/).waitFor();
      await dialog.getByRole('button', { name: 'Close', exact: true }).click();
      // Somebody else changes the card between the change and the press on Undo.
      await activating.click();
      await dialog.getByRole('button', { name: 'Activate', exact: true }).click();
      await dialog.getByText('1 card activated.').waitFor();
      const [, id] = /managercards\/(\d+)/.exec(page.url()) ?? [];
      const body = { driver_name: 'Kim Roy' };
      await callElsewhere(url, `fuel-card-management/${id}`, { method: 'PUT', body });
      await dialog.getByRole('button', { name: 'Undo' }).click();
      await dialog.getByText('0 cards put on hold, 1 not done.').waitFor();
      await dialog.getByText('Somebody else changed it since. It stays as they left it.').waitFor();
      await dialog.getByRole('button', { name: 'Close', exact: true }).click();
      await holding.waitFor();
    });
  });

  it('LIST-15 FORM-01 asks before a run is left, says in one line what was not tried, and keeps no deleted card picked', async () => {
    await withSandbox({}, async (url) => {
      const page = await suite.openOwn('/managercards', undefined, {
        baseURL: url,
        tolerates: /status of 404/,
      });
      await page.locator('a[href="/dailyrates"]').first().click();
      await page.waitForURL('**/dailyrates');
      await page.locator('a[href="/managercards"]').first().click();
      await listRows(page);
      const boxes = page.locator('td .pick input');
      for (const at of [0, 1, 2, 3]) await boxes.nth(at).check();
      // The first card is deleted meanwhile, and the second one waits until the test lets it go.
      let gets = 0;
      const gate = Promise.withResolvers<void>();
      await page.route('**/fuel-card-management/*', async (route) => {
        if (route.request().method() !== 'GET') return route.continue();
        gets += 1;
        if (gets === 1) return route.fulfill({ status: 404, body: '' });
        await gate.promise;
        return route.continue();
      });
      await page.getByRole('button', { name: 'Hold', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Hold 4 cards' });
      await dialog.getByRole('button', { name: 'Hold', exact: true }).click();
      await dialog.getByText('1 of 4 …').waitFor();
      await page.goBack();
      const question = page.getByRole('dialog', { name: 'Leave while this is running?' });
      await question
        .getByText(
          '1 of 4 have had their turn. If you leave, the rest isn’t done. The report is here when you come back.',
        )
        .waitFor();
      expect(
        await page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true }))),
      ).toBe(false);
      await question.getByRole('button', { name: 'Stay' }).click();
      await question.waitFor({ state: 'detached' });
      expect(new URL(page.url()).pathname).toBe('/managercards');
      await dialog.getByRole('button', { name: 'Stop' }).click();
      gate.resolve();
      const report = dialog.getByRole('list', { name: 'Not done' });
      await report.getByText('2 cards', { exact: true }).waitFor();
      await expect
        .poll(async () => {
          const lines = await report.locator('li').allInnerTexts();
          return [lines[0], lines.at(-1)];
        })
        .toEqual([
          expect.stringMatching(
            /^7076[\s\S]*It is not there: it was deleted, or its id is wrong\./,
          ),
          expect.stringMatching(/^2 cards\s*Stopped before their turn\.$/),
        ]);
      await dialog.getByRole('button', { name: 'Close', exact: true }).click();
      await page.locator('.selection').getByText('2 selected').waitFor();
      expect(
        await page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true }))),
      ).toBe(true);
    });
  });
});
