import { describe, expect } from 'vitest';
import { choose, enabled, goodFile, openDialog, uploadOf } from './importing.ts';
import { it } from './journey.ts';
import { browserSuite, watchCalls } from './suite.ts';
import { withSandbox } from './with-sandbox.ts';

const suite = browserSuite();

describe('import, with a bad connection', () => {
  it('TXN-13 looks up a lost answer: the file is entered once and the outcome known', () =>
    withSandbox(
      { faults: [{ match: 'POST /api/v1/import_transactions', kind: 'drop-after', first: 1 }] },
      async (baseURL) => {
        const page = await suite.openOwn('/transactions', undefined, {
          baseURL,
          tolerates: /ERR_/,
        });
        const calls = watchCalls(page);
        const dialog = await openDialog(page);
        await choose(page, 'TAPetro', goodFile('TAPetro'));
        await enabled(page);
        await uploadOf(page).click();
        await dialog
          .getByRole('button', { name: 'Close', exact: true })
          .waitFor({ timeout: 20_000 });
        await dialog.getByText('Import transactions successfully!').waitFor();
        const totals = dialog.locator('.report-totals dd');
        await expect
          .poll(async () => Number(await totals.first().textContent()))
          .toBeGreaterThan(0);
        expect(calls.some((call) => call.startsWith('GET /imports?key='))).toBe(true);
      },
    ));

  it('TXN-04 shows a refusal, sends nothing twice, and can be tried again', async () => {
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
      .getByText('Error while Importing transactions.')
      .waitFor();
    await expect
      .poll(() => dialog.getByRole('alert').textContent())
      .toContain('The books of this day are closed.');
    refuse = false;
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText('Import transactions successfully!').waitFor();
  });
});
