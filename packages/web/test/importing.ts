import type { TransactionProvider } from '@forecourt/core/provider-files';
import { type GeneratedFile, goodFiles } from '@forecourt/provider-file-examples';
import type { Page } from 'playwright-core';
import { listRows } from './suite.ts';

const DAY_MS = 86_400_000;

/** Each test imports a file of another day, so that none finds its file already imported. */
let daysAgo = 2;
export function goodFile(provider: TransactionProvider) {
  const day = new Date(Date.now() - daysAgo++ * DAY_MS).toISOString().slice(0, 10);
  const file = goodFiles(day).find((candidate) => candidate.provider === provider);
  if (!file) throw new Error(`There is no example file of ${provider}.`);
  return file;
}

export const payload = (file: GeneratedFile) => ({
  name: file.name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(file.bytes),
});

export async function openDialog(page: Page) {
  await listRows(page);
  await page.getByRole('button', { name: 'Import Transactions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Transactions' });
  await dialog.waitFor();
  return dialog;
}

export async function choose(page: Page, provider: string, file: GeneratedFile) {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('File type').selectOption(provider);
  await dialog.locator('input[type=file]').setInputFiles(payload(file));
}

export const uploadOf = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Upload' });
export const enabled = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Upload', disabled: false }).waitFor();

export const isImport = (call: string) => call.startsWith('POST /import_transactions');
