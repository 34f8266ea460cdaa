import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { it } from './journey.ts';
import { browserSuite, listRows, stopClock, waitForToast, watchCalls } from './suite.ts';
import { withSandbox } from './with-sandbox.ts';

const suite = browserSuite();

async function toolsOf(page: Page) {
  const tools = page.locator('table.list > tbody > tr').first().locator('.row-actions');
  await tools.getByRole('button', { name: /^More/ }).waitFor();
  return tools
    .locator(':scope > :is(a, button)')
    .evaluateAll((all) => all.map((tool) => tool.getAttribute('title')));
}

async function openList(account?: 'viewer@northhaul.test' | 'clerk@forecourt.test') {
  const calls: string[] = [];
  const page = await suite.openAs('/invoices?size=5', account, {
    prepare: (opened) => watchCalls(opened, calls),
    tolerates: /status of 400/,
  });
  const rows = await listRows(page);
  return { page, calls, rows };
}

/** Opens the download dialog for the first rows or for one. */
async function openDownload(page: Page, rows: number) {
  for (let row = 1; row <= rows; row += 1) await page.getByRole('checkbox').nth(row).check();
  await page.getByRole('button', { name: /^Download( \d+|\d*)?$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Export selected invoices to a ZIP file' });
  await dialog.waitFor();
  return dialog;
}

describe('the list of invoices', () => {
  it('INV-02 LIST-11 has Payments, and on a row view, edit, email, download and More with Payment Offline', async () => {
    const { page } = await openList();
    expect(await toolsOf(page)).toEqual(['View', 'Edit', 'Email', 'Download', 'More']);
    await page
      .getByRole('button', { name: /^More for invoice/ })
      .first()
      .click();
    await expect
      .poll(() => page.locator('.pop-menu:popover-open button').allTextContents())
      .toEqual(['Payment Offline']);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Payments', exact: true }).click();
    await page.getByRole('heading', { name: 'Invoice Payments' }).waitFor();
  });

  it('INV-02 ACC-04 shows a reader no Edit and no Add, but Payment Offline', async () => {
    const { page } = await openList('viewer@northhaul.test');
    expect(await toolsOf(page)).toEqual(['View', 'Email', 'Download', 'More']);
    await expect.poll(() => page.getByRole('link', { name: 'Add Invoice' }).count()).toBe(0);
  });

  it('INV-09 emails an invoice, and shows the outcome', async () => {
    const { page, calls } = await openList();
    const sendable = page.locator('table.list > tbody > tr').filter({ hasNotText: 'Draft' });
    const email = sendable.first().getByRole('button', { name: /^Email invoice/ });
    await email.click();
    const dialog = page.getByRole('dialog', { name: 'Email Invoice' });
    await dialog.getByText('Send this invoice to its company by e-mail?').waitFor();
    expect(calls.filter((call) => call.startsWith('POST /email-invoice'))).toEqual([]);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await waitForToast(page, 'Invoice emailed successfully!');
    const sent = calls.filter((call) => call.startsWith('POST /email-invoice'));
    expect(sent).toEqual([expect.stringMatching(/\?type=spol\/invoices&id=\d+&by=id$/)]);
    await page.route('**/email-invoice**', (route) => route.fulfill({ status: 400 }));
    await email.click();
    await dialog.getByRole('alert').waitFor();
  });

  it('INV-13 asks with recipient, subject and attachment, and warns about an earlier e-mail; a fourth within an hour has to wait', async () => {
    const page = await suite.openAs('/invoices?size=5&filter=status:Open', undefined, {
      tolerates: /status of 429/,
    });
    const calls = watchCalls(page);
    const [[number = ''] = []] = await listRows(page);
    const email = page.getByRole('button', { name: `Email invoice ${number}`, exact: true });
    const dialog = page.getByRole('dialog', { name: 'Email Invoice' });
    const sent = () => calls.filter((call) => call.startsWith('POST /email-invoice')).length;
    await email.click();
    await dialog.getByText('Send this invoice to its company by e-mail?').waitFor();
    const shown = (await dialog.textContent()) ?? '';
    expect(shown).toMatch(/Toaccounts@\w+\.test/);
    expect(shown).toMatch(new RegExp(`SubjectInvoice ${number}Attachment${number}\\.pdf`));
    expect(shown).not.toContain('It was sent before');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(sent()).toBe(0);
    await email.click();
    await dialog.getByRole('button', { name: 'Send' }).click();
    await waitForToast(page, 'Invoice emailed successfully!');
    await email.click();
    await dialog.getByText(/^It was sent before: .+ to accounts@\w+\.test\.$/).waitFor();
    expect(sent()).toBe(1);
    for (const _ of ['second', 'third']) {
      await dialog.getByRole('button', { name: 'Send' }).click();
      await dialog.waitFor({ state: 'detached' });
      await email.click();
    }
    await dialog.getByRole('button', { name: 'Send' }).click();
    const limit = `Invoice ${number} was e-mailed 3 times within an hour. Try again in 60 min.`;
    await waitForToast(page, limit);
  });

  it('INV-10 warns for 3 seconds if none is selected', async () => {
    const { page, calls } = await openList();
    const dialog = await openDownload(page, 0);
    await dialog.getByText('It opens a new tab and may take several minutes.').waitFor();
    await expect.poll(() => dialog.getByRole('radio').count()).toBe(2);
    await stopClock(page);
    await dialog.getByRole('button', { name: 'Export' }).click();
    const toast = page.locator('.toast', { hasText: 'Please select an invoice to export.' });
    await toast.waitFor();
    await page.clock.runFor(2_900);
    expect(await toast.count()).toBe(1);
    await page.clock.runFor(200);
    await toast.waitFor({ state: 'detached' });
    expect(calls.some((call) => call.includes('/download'))).toBe(false);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('INV-10 saves one invoice as its file, several as one ZIP with files named by number', async () => {
    const { page, rows } = await openList();
    const numbers = rows.slice(0, 2).map(([number]) => number);
    await page.getByRole('button', { name: `Download invoice ${numbers[0]}` }).click();
    const one = page.waitForEvent('download');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Export' }).click();
    const pdf = await one;
    expect(pdf.suggestedFilename()).toBe('invoice.pdf');
    expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-');
    await waitForToast(page, 'Invoice Download PDF Successfully');
    await dialog.waitFor({ state: 'detached' });
    const several = await openDownload(page, 2);
    await several.getByLabel('CSV').check();
    const all = page.waitForEvent('download');
    await several.getByRole('button', { name: 'Export' }).click();
    const zip = await all;
    expect(zip.suggestedFilename()).toBe('invoices.zip');
    const files = unzipSync(await readFile(await zip.path()));
    expect(Object.keys(files).sort()).toEqual(numbers.map((number) => `${number}.csv`).sort());
    await waitForToast(page, 'Invoice Download CSV Successfully');
    await several.waitFor({ state: 'detached' });
    // What is saved is no longer picked.
    await page.locator('.selection').waitFor({ state: 'detached' });

    // A browser that blocks the tab: the dialog stays, with a link that opens the file.
    await page.evaluate(() => {
      window.open = () => null;
    });
    await page.getByRole('button', { name: `Download invoice ${numbers[0]}` }).click();
    await dialog.getByRole('button', { name: 'Export' }).click();
    await dialog
      .getByText('The browser blocked the new tab. The file is saved to your downloads.')
      .waitFor();
    const link = dialog.getByRole('link', { name: 'Open invoice.pdf' });
    await expect.poll(() => link.getAttribute('href')).toMatch(/^blob:/);
    await expect.poll(() => link.getAttribute('target')).toBe('_blank');
    // In the place of the button that was pressed, and the dialog has no other use.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Open invoice.pdf');
  });

  it('INV-10 ERR-03 saves the files that are whole, names the one that was cut off, and tries it again', () =>
    withSandbox(
      { faults: [{ match: 'GET /api/v1/spol/invoices/', kind: 'truncate', every: 3 }] },
      async (baseURL) => {
        const page = await suite.openOwn('/invoices?size=5', undefined, {
          baseURL,
          tolerates: /ERR_/,
        });
        const rows = await listRows(page);
        const dialog = await openDownload(page, 3);
        const saved = page.waitForEvent('download');
        await dialog.getByRole('button', { name: 'Export' }).click();
        const zip = await saved;
        await dialog.getByText('2 invoices saved, 1 not done.').waitFor();
        const numbers = rows.slice(0, 3).map(([number]) => `${number}.pdf`);
        const made = Object.keys(unzipSync(await readFile(await zip.path())));
        expect(made).toHaveLength(2);
        const [cut = ''] = numbers.filter((name) => !made.includes(name));
        const left = dialog.getByRole('list', { name: 'Not done' }).getByRole('listitem');
        expect(await left.allInnerTexts()).toEqual([
          `${cut.replace('.pdf', '')}\nThe file was cut off on its way. Try again.`,
        ]);
        const rest = page.waitForEvent('download');
        await dialog.getByRole('button', { name: 'Try the one that failed' }).click();
        expect((await rest).suggestedFilename()).toBe('invoice.pdf');
        await waitForToast(page, 'Invoice Download PDF Successfully');
      },
    ));
});

describe('named views', () => {
  it('LIST-15 keeps filters, order and columns under a name, opens them again, and warns the later of two tabs', async () => {
    await withSandbox({}, async (url) => {
      const page = await suite.openOwn(
        '/invoices?filter=status:Open&filter=issued_date:last-90-days&sort=amount_due,desc',
        undefined,
        { baseURL: url },
      );
      await page.getByRole('button', { name: 'Views', exact: true }).click();
      const panel = page.getByRole('group', { name: 'Views' });
      await panel.getByText('No views yet').waitFor();
      const other = await page.context().newPage();
      await other.goto(`${url}/invoices`);
      await other.getByRole('button', { name: 'Views', exact: true }).click();
      const theirs = other.getByRole('group', { name: 'Views' });
      await theirs.getByText('No views yet').waitFor();
      await panel.getByLabel('Save the list as a view').fill('Open ones');
      const saves: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PUT') saves.push(request.url());
      });
      await panel.getByRole('button', { name: 'Save' }).dblclick();
      await waitForToast(page, 'View saved');
      await panel.getByRole('button', { name: 'Open ones', exact: true }).waitFor();
      expect(saves).toHaveLength(1);
      // The view that the list shows is named beside the button and marked in the menu.
      await page.locator('.open-view', { hasText: 'Open view: Open ones' }).waitFor();
      const item = panel.getByRole('button', { name: 'Open ones', exact: true });
      await expect.poll(() => item.getAttribute('aria-current')).toBe('true');
      // The other tab doesn't know the view yet.
      await theirs.getByLabel('Save the list as a view').fill('Open ones');
      await theirs.getByRole('button', { name: 'Save' }).click();
      await waitForToast(other, 'This view was saved elsewhere meanwhile. Nothing was changed.');
      await theirs.getByRole('button', { name: 'Open ones', exact: true }).click();
      await other.waitForURL(/issued_date%3Alast-90-days/);
      expect(new URL(other.url()).searchParams.getAll('filter')).toEqual([
        'status:Open',
        'issued_date:last-90-days',
      ]);
      await other.locator('.open-view', { hasText: 'Open ones' }).waitFor();
      await other.getByRole('button', { name: 'Amount Due' }).click();
      await other.locator('.open-view').waitFor({ state: 'detached' });
      await other.close();
      await panel.getByRole('button', { name: 'Change view Open ones' }).click();
      await panel.getByRole('button', { name: 'Rename' }).click();
      await panel.getByLabel('New name').fill('Due soon');
      await panel
        .getByRole('group', { name: 'View Open ones' })
        .getByRole('button', { name: 'Save' })
        .click();
      await waitForToast(page, 'View renamed');
      await panel.getByRole('button', { name: 'Due soon', exact: true }).waitFor();
      await page.locator('.open-view', { hasText: 'Due soon' }).waitFor();
      expect(await panel.locator('.view-row').count()).toBe(1);
    });
  });

  it('LIST-15 asks before a view is replaced or deleted, and opens the default from a typed address but not on Back', async () => {
    await withSandbox({}, async (url) => {
      const page = await suite.openOwn('/invoices?filter=status:Open', undefined, { baseURL: url });
      const views = page.getByRole('button', { name: 'Views', exact: true });
      await views.click();
      const panel = page.getByRole('group', { name: 'Views' });
      const name = panel.getByLabel('Save the list as a view');
      await name.fill('Open\u202eseno');
      await panel.getByRole('button', { name: 'Save' }).click();
      await panel.getByText('The name may not contain line breaks or control characters').waitFor();
      await name.fill('Open ones');
      await panel.getByRole('button', { name: 'Save' }).click();
      await waitForToast(page, 'View saved');
      await expect.poll(() => name.inputValue()).toBe('');
      await name.fill('open ONES');
      await panel.getByRole('button', { name: 'Save' }).dblclick();
      await panel
        .getByText(
          "There is a view 'Open ones'; upper and lower case make no difference. Replace it?",
        )
        .waitFor();
      await panel.getByRole('button', { name: 'Replace' }).click();
      await waitForToast(page, 'View replaced');
      await panel.getByRole('button', { name: 'Replace' }).waitFor({ state: 'detached' });
      await expect.poll(() => panel.locator('.view-row').count()).toBe(1);
      const focused = () =>
        page.evaluate(
          () => document.activeElement?.getAttribute('id') ?? document.activeElement?.textContent,
        );
      await expect.poll(() => focused()).toBe(await name.getAttribute('id'));

      await panel.getByRole('button', { name: 'Change view Open ones' }).click();
      const remove = panel.getByRole('button', { name: 'Delete' });
      const before = await remove.boundingBox();
      await panel.getByRole('checkbox', { name: 'Default' }).click();
      await waitForToast(page, 'View is the default now');
      await expect
        .poll(() => panel.getByRole('checkbox', { name: 'Default' }).isChecked())
        .toBe(true);
      expect(await remove.boundingBox()).toEqual(before);

      // A browser that has never opened Views has the default too.
      const fresh = await suite.openOwn('/managercards', undefined, { baseURL: url });
      await fresh.getByRole('link', { name: 'Invoices' }).first().click();
      await fresh.waitForURL(/status%3AOpen/);
      await fresh.locator('.open-view', { hasText: 'Open ones' }).waitFor();
      await fresh.close();

      await page.goto('/managercards');
      await page.getByRole('link', { name: 'Invoices' }).first().click();
      await page.waitForURL(/status%3AOpen/);
      // A typed address, then a list that was left and is returned to.
      await page.goto('/invoices');
      await page.waitForURL(/status%3AOpen/);
      await page.goBack();
      await page.waitForURL(/invoices$/);
      await page.getByRole('link', { name: 'Cards' }).first().click();
      await page.waitForURL(/cards/);
      await page.goBack();
      await page.waitForURL(/invoices$/);
      await listRows(page);
      await views.click();
      await panel.getByText('default', { exact: true }).waitFor();
      expect(new URL(page.url()).search).toBe('');

      await panel.getByRole('button', { name: 'Change view Open ones' }).click();
      await panel.getByRole('button', { name: 'Delete' }).dblclick();
      const question = page.getByRole('dialog', { name: 'Delete view Open ones' });
      await question.getByText("Delete the view 'Open ones'?").waitFor();
      await question.getByRole('button', { name: 'Go back' }).click();
      await question.waitFor({ state: 'detached' });
      await views.click();
      await panel.getByRole('button', { name: 'Change view Open ones' }).click();
      await panel.getByRole('button', { name: 'Delete' }).click();
      await question.getByRole('button', { name: 'Delete' }).click();
      await waitForToast(page, 'View deleted');
      await expect.poll(focused).toBe('Views');
      await views.click();
      await panel.getByText('No views yet').waitFor();
    });
  });
});
