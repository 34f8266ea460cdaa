import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { choose, enabled, goodFile, isImport, openDialog, payload, uploadOf } from './importing.ts';
import { it } from './journey.ts';
import { browserSuite, watchCalls } from './suite.ts';

const suite = browserSuite();

/** Holds back the worker's script, so that checks wait until released. */
async function holdChecks(page: Page) {
  let letGo = () => undefined as undefined;
  const held = new Promise<void>((resolve) => {
    letGo = () => resolve() as undefined;
  });
  await page.route('**/check-worker*.js', async (route) => {
    await held;
    // An aborted check no longer needs it.
    await route.continue().catch(() => undefined);
  });
  return () => letGo();
}

async function checking() {
  const calls: string[] = [];
  const page = await suite.openAs('/transactions', undefined, {
    prepare: (opened) => watchCalls(opened, calls),
  });
  const letGo = await holdChecks(page);
  const dialog = await openDialog(page);
  const file = goodFile('Pipeline');
  await choose(page, 'Pipeline', file);
  await dialog.getByText('Checking, 0 rows so far …').waitFor();
  return { page, calls, dialog, file, letGo };
}

describe('a file during its check', () => {
  it('TXN-12 is replaced if another one is chosen', async () => {
    const { page, dialog, letGo } = await checking();
    const other = goodFile('Pipeline');
    await dialog.locator('input[type=file]').setInputFiles(payload(other));
    await dialog.getByText('Checking, 0 rows so far …').waitFor();
    await dialog.getByText(other.name).waitFor();
    letGo();
    await enabled(page);
    await dialog
      .getByText('Every row passed the check.')
      .or(dialog.getByText('may be sent'))
      .waitFor();
    await expect.poll(() => dialog.locator('.drop').textContent()).toContain(other.name);
    // The dates in the report are those of the other file.
    const day = other.name.slice(-'2026-11-18.xlsx'.length, -'.xlsx'.length);
    const shown = `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(2, 4)}`;
    await expect.poll(() => dialog.locator('.report-totals').textContent()).toContain(shown);
  });

  it('TXN-12 stops with Stop and sends nothing; the check can be resumed', async () => {
    const { page, calls, dialog, letGo } = await checking();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await dialog.getByText(/^Checking/).waitFor({ state: 'detached' });
    expect(calls.filter(isImport)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
    letGo();
    await uploadOf(page).click();
    await dialog.locator('.report-totals').waitFor();
    expect(calls.filter(isImport)).toEqual([]);
  });

  it('TXN-12 stops when the dialog closes', async () => {
    const { page, dialog, letGo } = await checking();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(page.workers()).toHaveLength(0);
    letGo();
  });
});
