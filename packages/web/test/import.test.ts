import { readFile } from 'node:fs/promises';
import {
  type CheckReport,
  checkProviderFile,
  type TransactionProvider,
} from '@forecourt/core/provider-files';
import { badFiles, type GeneratedFile } from '@forecourt/provider-file-examples';
import { describe, expect } from 'vitest';
import { choose, enabled, goodFile, isImport, openDialog, payload, uploadOf } from './importing.ts';
import { it } from './journey.ts';
import { browserSuite, listRows, watchCalls } from './suite.ts';

const suite = browserSuite();

const partlyBad = badFiles().find(
  ({ expected }) =>
    expected.kind === 'checked' && expected.accepted > 0 && expected.accepted < expected.rows,
);
const wholeBad = badFiles().find(({ expected }) => expected.kind === 'refused');
if (!partlyBad || !wholeBad) throw new Error('The example files have no bad one any more.');

const checkHere = (file: GeneratedFile & { provider: TransactionProvider }): Promise<CheckReport> =>
  checkProviderFile({ name: file.name, blob: new Blob([file.bytes]) }, { provider: file.provider });

describe('import dialog', () => {
  it('TXN-14 Import Transactions needs create; Export Transactions needs read', async () => {
    const page = await suite.openAs('/transactions', 'viewer@northhaul.test');
    await listRows(page);
    await expect
      .poll(() => page.getByRole('button', { name: 'Export Transactions' }).isVisible())
      .toBe(true);
    await expect
      .poll(() => page.getByRole('button', { name: 'Import Transactions' }).count())
      .toBe(0);
    const clerk = await suite.openAs('/transactions', 'clerk@forecourt.test');
    await clerk.getByRole('button', { name: 'Import Transactions' }).waitFor();
  });

  it('TXN-04 Upload is disabled, with its reason, until file type and file are chosen', async () => {
    const page = await suite.openAs('/transactions');
    const dialog = await openDialog(page);
    await expect
      .poll(() =>
        dialog.getByLabel('File type').locator('option:not([disabled])').allTextContents(),
      )
      .toEqual(['ESSO', 'Suncore', 'Comdata', 'Pipeline', 'TAPetro']);
    await expect
      .poll(() => dialog.locator('input[type=file]').getAttribute('accept'))
      .toBe('.xls,.xlsx');
    await dialog
      .getByText('Importing may take several minutes. It opens a new tab with a file to download.')
      .waitFor();
    const upload = uploadOf(page);
    await expect.poll(() => upload.isDisabled()).toBe(true);
    const reason = await upload.getAttribute('aria-describedby');
    await expect
      .poll(() => page.locator(`#${reason}`).textContent())
      .toContain('both are required');
    await dialog.getByLabel('File type').selectOption('ESSO');
    await expect.poll(() => upload.isDisabled()).toBe(true);
    await dialog.locator('input[type=file]').setInputFiles(payload(goodFile('ESSO')));
    await enabled(page);
  });

  it('TXN-16 SHELL-13 says that the providers load, and keeps dialog, places and focus once they are there', async () => {
    const listed = Promise.withResolvers<void>();
    const page = await suite.openAs('/transactions');
    await page.route('**/api/v1/imports/layouts', async (route) => {
      await listed.promise;
      await route.continue();
    });
    const dialog = await openDialog(page);
    await dialog.getByText('Loading the providers …').waitFor();
    const places = () =>
      Promise.all(
        [dialog, dialog.locator('.drop'), uploadOf(page)].map((part) => part.boundingBox()),
      );
    const focused = () => page.evaluate(() => document.activeElement?.ariaLabel);
    await page.keyboard.press('Shift+Tab');
    await expect.poll(focused).toBe('Close dialog');
    const before = await places();
    listed.resolve();
    await dialog.locator('option', { hasText: 'ESSO' }).waitFor({ state: 'attached' });
    expect(await focused()).toBe('Close dialog');
    expect(await places()).toEqual(before);
  });

  it('TXN-04 sends the file, shows the counts, saves the result, and never sends it a second time', async () => {
    const calls: string[] = [];
    const page = await suite.openAs('/transactions', 'clerk@forecourt.test', {
      prepare: (opened) => watchCalls(opened, calls),
    });
    const file = goodFile('Pipeline');
    const dialog = await openDialog(page);
    const before = await page.locator('.pager [role=status]').textContent();
    await choose(page, 'Pipeline', file);
    await enabled(page);
    const saved = page.waitForEvent('download');
    await uploadOf(page).click();
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByText('Import transactions successfully!')
      .waitFor();
    const download = await saved;
    expect(await readFile(await download.path(), 'utf8')).toContain('import_status');
    const totals = dialog.locator('.report-totals dd');
    await expect.poll(async () => Number(await totals.first().textContent())).toBeGreaterThan(0);
    await expect.poll(async () => (await totals.allTextContents()).slice(1, 3)).toEqual(['0', '0']);
    // At cost, the markup, and the purchases, of each currency.
    await expect.poll(async () => (await totals.allTextContents()).slice(3)).toHaveLength(6);
    expect(calls.filter(isImport)).toEqual(['POST /import_transactions?provider=Pipeline']);
    await dialog.getByRole('button', { name: 'Import another file' }).click();
    await choose(page, 'Pipeline', file);
    await enabled(page);
    await uploadOf(page).click();
    await dialog.getByText('was already imported').waitFor();
    expect(calls.filter(isImport)).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect.poll(() => page.locator('.pager [role=status]').textContent()).not.toBe(before);
  });

  it('TXN-04 accepts a dropped file too', async () => {
    const page = await suite.openAs('/transactions');
    const dialog = await openDialog(page);
    await dialog.getByLabel('File type').selectOption('Suncore');
    const file = goodFile('Suncore');
    const transfer = await page.evaluateHandle(
      ({ name, bytes }) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(bytes)], name));
        return data;
      },
      { name: file.name, bytes: [...file.bytes] },
    );
    await dialog.locator('.drop').dispatchEvent('drop', { dataTransfer: transfer });
    await dialog.getByText(file.name).waitFor();
    await enabled(page);
  });

  it('TXN-12 checks every row before sending, with the same check as the command line', async () => {
    const calls: string[] = [];
    const page = await suite.openAs('/transactions', undefined, {
      prepare: (opened) => watchCalls(opened, calls),
    });
    const dialog = await openDialog(page);
    await choose(page, partlyBad.provider, partlyBad);
    const table = dialog.locator('.issues');
    await table.waitFor();
    const report = await checkHere(partlyBad);
    const cells = await table
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
      );
    expect(cells).toEqual(
      report.issues.map((issue) => [
        issue.severity,
        `${issue.sheet}!${issue.cell}`,
        issue.column,
        issue.value,
        issue.expected,
        `${issue.message} ${issue.rule}`,
        issue.fix,
      ]),
    );
    await expect.poll(() => uploadOf(page).isDisabled()).toBe(true);
    await dialog.getByPlaceholder('Cell, rule, value …').fill('no such thing');
    await table.locator('tbody tr').first().waitFor({ state: 'detached' });
    await dialog.getByPlaceholder('Cell, rule, value …').fill('');
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Report as CSV' }).click();
    const csv = await readFile(await (await saved).path(), 'utf8');
    expect(csv).toContain('severity,file,sheet,row,cell,column,rule,value,expected,message');
    expect(csv.trim().split('\r\n')).toHaveLength(1 + report.issues.length);
    expect(calls.filter(isImport)).toEqual([]);
    await choose(page, 'ESSO', goodFile('ESSO'));
    await enabled(page);
  });

  it('TXN-12 says why a file is refused as a whole', async () => {
    const page = await suite.openAs('/transactions');
    const dialog = await openDialog(page);
    await choose(page, wholeBad.provider, wholeBad);
    const fault = dialog.locator('.fault');
    await fault.waitFor();
    const reported = await checkHere(wholeBad).then(
      () => '',
      (error: Error) => error.message,
    );
    await expect.poll(() => fault.textContent()).toBe(reported);
    await expect.poll(() => uploadOf(page).isDisabled()).toBe(true);
  });
});
