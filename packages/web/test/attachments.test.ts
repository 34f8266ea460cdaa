import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { it } from './journey.ts';
import { browserSuite, listRows, waitForToast } from './suite.ts';
import { withSandbox } from './with-sandbox.ts';

const suite = browserSuite();

/**
 * The three newest transactions: the first has a receipt and a picture, the second a receipt, the
 * third nothing.
 */
async function view(page: Page, nth: number) {
  await listRows(page);
  await page
    .getByRole('link', { name: /^View transaction/ })
    .nth(nth)
    .click();
  await page.getByRole('heading', { name: 'Attachments' }).waitFor();
}

const picture = (page: Page) => page.locator('.attachment img');
const isDrawn = (page: Page) =>
  picture(page).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);

describe('attachments', () => {
  it('TXN-09 shows pictures 180 px wide, fetched with the authorization and never by address', async () => {
    const asked: { url: string; authorization: string | undefined }[] = [];
    const page = await suite.openAs('/transactions', undefined, {
      // The revoked object URL is requested once more.
      tolerates: /ERR_FILE_NOT_FOUND/,
      prepare: (opened) =>
        opened.on('request', (request) => {
          if (!request.url().includes('/attachments/')) return;
          asked.push({ url: request.url(), authorization: request.headers().authorization });
        }),
    });
    await view(page, 0);
    await picture(page).waitFor();
    await expect.poll(() => isDrawn(page)).toBe(true);
    await expect.poll(() => picture(page).evaluate(({ clientWidth }) => clientWidth)).toBe(180);
    const address = (await picture(page).getAttribute('src')) ?? '';
    expect(address).toMatch(/^blob:/);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.authorization).toBeTruthy();
    // A file that isn't a picture shows as a tile and loads only on demand.
    await page
      .locator('.attachment', { hasText: 'receipt-' })
      .getByText('PDF', { exact: true })
      .waitFor();
    const isAlive = (url: string) =>
      page.evaluate(
        (blob) =>
          new Promise<boolean>((resolve) => {
            const image = new Image();
            image.onload = () => resolve(true);
            image.onerror = () => resolve(false);
            image.src = blob;
          }),
        url,
      );
    expect(await isAlive(address)).toBe(true);
    await page.getByRole('link', { name: 'Back to Transactions' }).click();
    await listRows(page);
    expect(await isAlive(address)).toBe(false);
  });

  it('TXN-09 shortens names to 30 characters, with the whole name as title; says so if there are none', async () => {
    const page = await suite.openAs('/transactions');
    const long = 'a-receipt-with-a-very-long-name-of-its-own.pdf';
    await page.route('**/transactionsbyid/**', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const attachments = body.attachments.map((file: object) => ({ ...file, name: long }));
      await route.fulfill({ json: { ...body, attachments } });
    });
    await view(page, 1);
    const tile = page.locator('.attachment');
    await expect.poll(() => tile.getAttribute('title')).toBe(long);
    const shown = (await tile.locator('.attachment-name').textContent()) ?? '';
    expect(shown).toBe(`${long.slice(0, 29)}…`);
    expect([...shown]).toHaveLength(30);
    await page.goto('/transactions');
    await view(page, 2);
    await page.getByText('No attachments to show').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Download all' }).count()).toBe(0);
  });

  it('TXN-09 WIRE-02 downloads one from its tile, and all of them as a ZIP', async () => {
    const page = await suite.openAs('/transactions');
    await view(page, 0);
    const one = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download .*receipt-/ }).click();
    const receipt = await readFile(await (await one).path());
    expect((await one).suggestedFilename()).toMatch(/^receipt-.*\.pdf$/);
    expect(receipt.subarray(0, 5).toString()).toBe('%PDF-');
    const all = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download all' }).click();
    const files = unzipSync(await readFile(await (await all).path()));
    expect(Object.keys(files).map((name) => name.split('-')[0])).toEqual(['receipt', 'pump']);
    await waitForToast(page, 'Operation completed Successfully!');
  });

  it('TXN-09 ERR-03 does not save a truncated file, and shows a truncated picture as a tile', () =>
    withSandbox(
      { faults: [{ match: 'GET /api/v1/attachments/', kind: 'truncate', value: 100 }] },
      async (baseURL) => {
        const page = await suite.openOwn('/transactions', undefined, {
          baseURL,
          tolerates: /ERR_/,
        });
        const saved: string[] = [];
        page.on('download', (download) => saved.push(download.suggestedFilename()));
        await view(page, 0);
        await page.getByText('No preview').waitFor();
        await expect.poll(() => picture(page).count()).toBe(0);
        await page.getByRole('button', { name: 'Download all' }).click();
        await waitForToast(page, 'Error while performing operation. Please refresh your browser');
        expect(saved).toEqual([]);
        await expect
          .poll(() => page.getByRole('button', { name: 'Download all' }).isEnabled())
          .toBe(true);
      },
    ));
});
