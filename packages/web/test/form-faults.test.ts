import type { Fault } from '@forecourt/sandbox';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { fillCard, formReady } from './forms.ts';
import { it } from './journey.ts';
import { browserSuite, listRows, waitForToast, watchCalls } from './suite.ts';
import { withSandbox } from './with-sandbox.ts';

const suite = browserSuite();

const struck = (faults: readonly Fault[], run: (page: Page) => Promise<void>) =>
  withSandbox({ faults }, async (url) => {
    const page = await suite.openOwn('/managercards', undefined, {
      baseURL: url,
      tolerates: /status of \d+|net::ERR|CONNECTION/,
    });
    await listRows(page);
    await run(page);
  });

describe('a form with a failing call', () => {
  it('FORM-07 looks up a card under its key after a lost answer, and creates it once', async () => {
    const match = 'POST /api/v1/fuel-card-management';
    // Cut within the body: the browser itself retries an answer that is cut before it.
    await struck([{ match, kind: 'truncate', value: 5, first: 1 }], async (page) => {
      await page.goto('/managercards/add-new');
      await formReady(page);
      await fillCard(page, '7076850000995001');
      const keys: (string | undefined)[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') keys.push(request.headers()['idempotency-key']);
      });
      await page.getByRole('button', { name: 'Save' }).click();
      await waitForToast(page, 'ManageCard Created Successfully');
      expect(keys.length).toBeGreaterThan(1);
      expect(new Set(keys).size).toBe(1);
      await page.waitForURL('**/managercards');
      await page.goto('/managercards?filter=card_number:7076850000995001');
      await expect.poll(() => listRows(page)).toHaveLength(1);
    });
  });

  it('FORM-07 shows in a long form that the outcome is not known, and asks again by itself once it is online', () =>
    struck([], async (page) => {
      await page.clock.install();
      await page.goto('/managercards/add-new');
      await formReady(page);
      await fillCard(page, '7076850000995002');
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Save' }).click();
      const alert = page.locator('form [role=alert]').filter({ hasText: 'It is not known' });
      while ((await alert.count()) === 0) await page.clock.runFor(1_000);
      await alert.getByText('It is asked again when you are online.').waitFor();
      await expect
        .poll(() => alert.evaluate((it) => document.activeElement?.contains(it)))
        .toBe(true);
      const height = page.viewportSize()?.height ?? 0;
      // Above the sticky buttons.
      await expect
        .poll(() => alert.evaluate((it) => it.getBoundingClientRect().bottom))
        .toBeLessThanOrEqual(height - 60);
      await page.context().setOffline(false);
      await waitForToast(page, 'ManageCard Created Successfully');
    }));

  it('ERR-04 USER-05 shows missing choices, and loads them on request', async () => {
    await struck(
      [{ match: 'GET /api/v1/roles', kind: 'status', value: 400, first: 1 }],
      async (page) => {
        await page.goto('/user/add-new');
        await formReady(page);
        await page.getByText('Some choices could not be loaded.').waitFor();
        await expect.poll(() => page.getByLabel('Role').isDisabled()).toBe(true);
        await page.getByRole('textbox', { name: 'First Name' }).fill('Kept');
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByLabel('Role').selectOption({ label: 'User' });
        await page.getByText('Some choices could not be loaded.').waitFor({ state: 'detached' });
        await expect
          .poll(() => page.getByRole('textbox', { name: 'First Name' }).inputValue())
          .toBe('Kept');
      },
    );
  });

  it("LIST-05 shows the panel for a record that can't be loaded, and loads it on request", async () => {
    const match = 'GET /api/v1/fuel-card-management/1';
    await struck([{ match, kind: 'status', value: 400, first: 1 }], async (page) => {
      await page.goto('/managercards/1/edit');
      await page.getByText('Oops! Something broke, we are working on a fix.').waitFor();
      const calls = watchCalls(page);
      await page.getByRole('button', { name: /again/i }).click();
      await formReady(page);
      expect(calls.filter((call) => call === 'GET /fuel-card-management/1')).toHaveLength(1);
    });
  });
});
