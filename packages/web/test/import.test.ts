import { readFile } from 'node:fs/promises';
import { MESSAGES, TRANSACTION_PROVIDERS } from '@forecourt/core';
import {
  type CheckReport,
  checkProviderFile,
  type TransactionProvider,
} from '@forecourt/core/provider-files';
import { badFiles, type GeneratedFile, goodFiles } from '@forecourt/provider-file-examples';
import { createSandbox, PASSWORD, type SandboxOptions } from '@forecourt/sandbox';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { signIn } from './browser.ts';
import { browserSuite, listRows, watchCalls } from './suite.ts';

const suite = browserSuite();
const DAY_MS = 86_400_000;

/** Files of different days, so that no test imports what another one has. */
let daysAgo = 2;
function goodFile(provider: TransactionProvider) {
  const day = new Date(Date.now() - daysAgo++ * DAY_MS).toISOString().slice(0, 10);
  const file = goodFiles(day).find((candidate) => candidate.provider === provider);
  if (!file) throw new Error(`There is no example file of ${provider}.`);
  return file;
}

const partlyBad = badFiles().find(
  ({ expected }) =>
    expected.kind === 'checked' && expected.accepted > 0 && expected.accepted < expected.rows,
);
const wholeBad = badFiles().find(({ expected }) => expected.kind === 'refused');
if (!partlyBad || !wholeBad) throw new Error('The example files have no bad one any more.');

const payload = (file: GeneratedFile) => ({
  name: file.name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(file.bytes),
});

async function openDialog(page: Page) {
  await listRows(page);
  await page.getByRole('button', { name: 'Import Transactions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Transactions' });
  await dialog.waitFor();
  return dialog;
}

async function choose(page: Page, provider: string, file: GeneratedFile) {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('File type').selectOption(provider);
  await dialog.locator('input[type=file]').setInputFiles(payload(file));
}

const uploadOf = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Upload' });
const enabled = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Upload', disabled: false }).waitFor();

const isImport = (call: string) => call.startsWith('POST /import_transactions');

const checkHere = (file: GeneratedFile & { provider: TransactionProvider }): Promise<CheckReport> =>
  checkProviderFile({ name: file.name, blob: new Blob([file.bytes]) }, { provider: file.provider });

describe('import dialog', () => {
  it('TXN-14 Import Transactions needs create; Export Transactions needs read', async () => {
    const page = await suite.openAs('/transactions', 'viewer@northhaul.test');
    await listRows(page);
    expect(await page.getByRole('button', { name: 'Export Transactions' }).isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Import Transactions' }).count()).toBe(0);
    const clerk = await suite.openAs('/transactions', 'clerk@forecourt.test');
    await clerk.getByRole('button', { name: 'Import Transactions' }).waitFor();
  });

  it('TXN-04 Upload is disabled, with its reason, until file type and file are chosen', async () => {
    const page = await suite.openAs('/transactions');
    const dialog = await openDialog(page);
    const types = await dialog
      .getByLabel('File type')
      .locator('option:not([disabled])')
      .allTextContents();
    expect(types).toEqual([...TRANSACTION_PROVIDERS]);
    expect(await dialog.locator('input[type=file]').getAttribute('accept')).toBe('.xls,.xlsx');
    await dialog.getByText(MESSAGES.transactions.importWarning).waitFor();
    const upload = uploadOf(page);
    expect(await upload.isDisabled()).toBe(true);
    const reason = await upload.getAttribute('aria-describedby');
    expect(await page.locator(`#${reason}`).textContent()).toContain('both are required');
    await dialog.getByLabel('File type').selectOption('ESSO');
    expect(await upload.isDisabled()).toBe(true);
    await dialog.locator('input[type=file]').setInputFiles(payload(goodFile('ESSO')));
    await enabled(page);
  });

  it('TXN-04 sends the file, counts what came of it, saves the result, and sends it no second time', async () => {
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
      .getByText(MESSAGES.transactions.imported)
      .waitFor();
    const download = await saved;
    expect(await readFile(await download.path(), 'utf8')).toContain('import_status');
    const counts = await dialog.locator('.report-totals dd').allTextContents();
    expect(Number(counts[0])).toBeGreaterThan(0);
    expect(counts.slice(1)).toEqual(['0', '0']);
    expect(calls.filter(isImport)).toEqual(['POST /import_transactions?provider=Pipeline']);
    await dialog.getByRole('button', { name: 'Import another file' }).click();
    await choose(page, 'Pipeline', file);
    await enabled(page);
    await uploadOf(page).click();
    await dialog.getByText('was already imported').waitFor();
    expect(calls.filter(isImport)).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    expect(await page.locator('.pager [role=status]').textContent()).not.toBe(before);
  });

  it('TXN-04 takes a dropped file too', async () => {
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

  it('TXN-12 checks every row before anything is sent, by the same check as the command line', async () => {
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
        `${issue.sheet}!${issue.cell ?? `row ${issue.row}`}`,
        issue.rule,
        issue.value ?? '-',
        issue.expected ?? '-',
        issue.message,
      ]),
    );
    expect(await uploadOf(page).isDisabled()).toBe(true);
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

  it('TXN-12 says at the file why it is refused as a whole', async () => {
    const page = await suite.openAs('/transactions');
    const dialog = await openDialog(page);
    await choose(page, wholeBad.provider, wholeBad);
    const fault = dialog.locator('.fault');
    await fault.waitFor();
    const told = await checkHere(wholeBad).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(await fault.textContent()).toBe(told);
    expect(await uploadOf(page).isDisabled()).toBe(true);
  });
});

/** A portal over a sandbox of its own. */
async function withSandbox(options: SandboxOptions, run: (url: string) => Promise<void>) {
  const sandbox = await createSandbox({
    portalDir: inject('portalDir'),
    passwordCost: 4,
    demo: { transactions: 200 },
    ...options,
  });
  try {
    await run((await sandbox.listen({ port: 0 })).url);
  } finally {
    await sandbox.close();
  }
}

describe('import, when the line is bad', () => {
  it('TXN-13 a lost answer is asked for: the file is entered once and the outcome known', () =>
    withSandbox(
      { faults: [{ match: 'POST /api/v1/import_transactions', kind: 'drop-after', first: 1 }] },
      async (baseURL) => {
        const page = await suite.open({ baseURL, tolerates: /ERR_/ });
        const calls = watchCalls(page);
        await page.goto('/transactions');
        await signIn(page);
        const dialog = await openDialog(page);
        await choose(page, 'TAPetro', goodFile('TAPetro'));
        await enabled(page);
        await uploadOf(page).click();
        await dialog
          .getByRole('button', { name: 'Close', exact: true })
          .waitFor({ timeout: 20_000 });
        await dialog.getByText(MESSAGES.transactions.imported).waitFor();
        const counts = await dialog.locator('.report-totals dd').allTextContents();
        expect(Number(counts[0])).toBeGreaterThan(0);
        expect(calls.some((call) => call.startsWith('GET /imports?key='))).toBe(true);
      },
    ));

  it('TXN-04 a refusal says so, sends nothing twice, and can be tried again', async () => {
    const page = await suite.openAs('/transactions', undefined, { tolerates: /status of 422/ });
    let refuse = true;
    await page.route('**/import_transactions**', (route) =>
      refuse
        ? route.fulfill({
            status: 422,
            contentType: 'application/problem+json',
            body: JSON.stringify({
              type: 'about:blank',
              title: 'Unprocessable',
              status: 422,
              detail: 'The books of this day are closed.',
            }),
          })
        : route.continue(),
    );
    const dialog = await openDialog(page);
    await choose(page, 'Comdata', goodFile('Comdata'));
    await enabled(page);
    await uploadOf(page).click();
    await dialog.getByRole('alert').waitFor();
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByText(MESSAGES.transactions.importFailed)
      .waitFor();
    expect(await dialog.getByRole('alert').textContent()).toContain(
      'The books of this day are closed.',
    );
    refuse = false;
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText(MESSAGES.transactions.imported).waitFor();
  });
});

describe('by keyboard alone', () => {
  async function tabTo(page: Page, name: RegExp | string) {
    for (let step = 0; step < 80; step += 1) {
      const label = await page.evaluate(() => {
        const element = document.activeElement;
        const labels =
          element instanceof HTMLInputElement || element instanceof HTMLSelectElement
            ? element.labels
            : null;
        const by = element
          ?.getAttribute('aria-labelledby')
          ?.split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' ');
        return (by ?? labels?.[0]?.textContent ?? element?.textContent ?? '').trim();
      });
      if (typeof name === 'string' ? label === name : name.test(label)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`No focus on ${name} after 80 steps.`);
  }

  it('SHELL-13 signs in, goes to the transactions, and imports a file', async () => {
    const page = await suite.open();
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await tabTo(page, 'Email');
    await page.keyboard.type('clerk@forecourt.test');
    await tabTo(page, 'Password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await listRows(page);
    await tabTo(page, 'Skip to content');
    await tabTo(page, 'Transactions');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/transactions');
    await page.getByRole('heading', { name: 'Transactions', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Import Transactions' }).waitFor();
    await tabTo(page, 'Import Transactions');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, 'File type');
    await page.keyboard.press('E');
    await tabTo(page, /^File Drop/);
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Space');
    await (await chooser).setFiles(payload(goodFile('ESSO')));
    await enabled(page);
    await tabTo(page, 'Upload');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText(MESSAGES.transactions.imported).waitFor();
    await tabTo(page, 'Close');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const focused = await page.evaluate(() => document.activeElement?.textContent);
    expect(focused).toBe('Import Transactions');
  });
});
