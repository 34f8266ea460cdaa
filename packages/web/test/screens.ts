/**
 * Takes pictures of every screen, to be looked at: `node --conditions=source test/screens.ts <folder>`.
 * Serves packages/web/dist; build it first.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BAD_FILES_TODAY, badFiles, goodFiles } from '@forecourt/provider-file-examples';
import { createSandbox } from '@forecourt/sandbox';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser, openPage, signIn } from './browser.ts';

const folder = process.argv[2];
if (!folder) throw new Error('Give the folder to put the pictures in.');
await mkdir(folder, { recursive: true });

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

const calm = (page: Page) => page.waitForTimeout(350);

async function picture(page: Page, name: string) {
  await calm(page);
  await page.screenshot({ path: join(folder as string, `${name}.png`) });
}

async function listScreens(page: Page, suffix: string) {
  for (const route of ['managercards', 'transactions', 'invoices']) {
    await page.goto(`/${route}`);
    await page.locator('tbody tr:not(.skeleton)').first().waitFor();
    await picture(page, `${route}-${suffix}`);
  }
}

async function transactionScreens(page: Page, suffix: string) {
  await page.goto('/transactions');
  const expander = page.locator('.expander').nth(1);
  await expander.click();
  await page.locator('.pick input').nth(3).check();
  await page.locator('.pick input').nth(4).check();
  await picture(page, `expanded-${suffix}`);
  await page.getByRole('button', { name: 'Advanced Filter' }).click();
  await page.getByLabel('Company').fill('haul');
  await page.waitForTimeout(700);
  await picture(page, `filters-${suffix}`);
  await page.locator('.day-trigger').first().click();
  await picture(page, `calendar-${suffix}`);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Columns' }).click();
  await picture(page, `columns-${suffix}`);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Copy as CLI' }).click();
  await picture(page, `cli-${suffix}`);
  await page.goto('/transactions?filter=txn_company::zzz');
  await page.locator('.no-rows').waitFor();
  await picture(page, `no-rows-${suffix}`);
  await page.goto('/transactions');
  await page.getByRole('link', { name: /^View/ }).first().click();
  await page.locator('.record-section dd:not(.skeleton)').first().waitFor();
  await picture(page, `record-${suffix}`);
  await page.goto('/managercards');
  await page.getByRole('link', { name: /^View/ }).first().click();
  await page.locator('.record-section dd:not(.skeleton)').first().waitFor();
  await picture(page, `record-card-${suffix}`);
}

async function importScreens(page: Page, suffix: string, day: string) {
  const [good] = goodFiles(day);
  const bad = badFiles().find(
    ({ expected }) => expected.kind === 'checked' && expected.accepted < expected.rows,
  );
  if (!good || !bad) throw new Error('There is no example file.');
  const asFile = (file: typeof good | typeof bad) => ({
    name: file.name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(file.bytes),
  });
  await page.goto('/transactions');
  await page.getByRole('button', { name: 'Import Transactions' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await picture(page, `import-${suffix}`);
  await dialog.getByLabel('File type').selectOption(bad.provider);
  await dialog.locator('input[type=file]').setInputFiles(asFile(bad));
  await dialog.locator('.report').waitFor();
  await picture(page, `import-bad-${suffix}`);
  await dialog.getByLabel('File type').selectOption(good.provider);
  await dialog.locator('input[type=file]').setInputFiles(asFile(good));
  await dialog.getByRole('button', { name: 'Upload', disabled: false }).waitFor();
  await picture(page, `import-good-${suffix}`);
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await dialog.getByRole('button', { name: 'Close', exact: true }).waitFor();
  await picture(page, `import-done-${suffix}`);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
}

async function otherScreens(page: Page, suffix: string) {
  await page.goto('/nowhere');
  await picture(page, `not-found-${suffix}`);
  await page.goto('/Dashboard');
  await picture(page, `dashboard-${suffix}`);
  await page.goto('/smartbuy');
  await picture(page, `smartbuy-${suffix}`);
  await page.goto('/dailyrates/add-new');
  await picture(page, `placeholder-${suffix}`);
  if (suffix.startsWith('wide')) {
    await page.getByRole('button', { name: /Adele/ }).click();
    await picture(page, `user-menu-${suffix}`);
  } else {
    await page.getByRole('button', { name: 'Menu' }).click();
    await picture(page, `menu-${suffix}`);
  }
  await page.route('**/api/v1/spol/**', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/invoices');
  await page.locator('.error-panel').waitFor({ timeout: 20_000 });
  await picture(page, `error-${suffix}`);
}

async function switchScreens(page: Page, suffix: string) {
  await page.goto('/managercards');
  await page.getByRole('banner').getByRole('button').last().click();
  await page.getByRole('button', { name: 'Switch Account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('option').nth(1).waitFor({ state: 'attached' });
  await picture(page, `switch-${suffix}`);
  await dialog.getByRole('combobox').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Switch', exact: true }).click();
  await page.getByRole('button', { name: 'Switch back' }).waitFor();
  await page.waitForLoadState('networkidle');
  await picture(page, `switched-${suffix}`);
  await page.getByRole('button', { name: 'Switch back' }).click();
  await page.getByRole('button', { name: 'Switch back' }).waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
}

async function inBrowser(browser: Browser, url: string, options: BrowserContextOptions) {
  return (await openPage(browser, url, options)).page;
}

async function allScreens(
  browser: Browser,
  url: string,
  suffix: string,
  options: BrowserContextOptions,
  day: string,
) {
  const page = await inBrowser(browser, url, options);
  await page.goto('/');
  await picture(page, `login-${suffix}`);
  await page.getByLabel('Email').fill('admin');
  await page.getByLabel('Password').fill('x');
  await picture(page, `login-fault-${suffix}`);
  await signIn(page);
  await listScreens(page, suffix);
  await transactionScreens(page, suffix);
  await importScreens(page, suffix, day);
  await switchScreens(page, suffix);
  await otherScreens(page, suffix);
  await page.context().close();
}

const sandbox = await createSandbox({
  passwordCost: 4,
  now: () => new Date(`${BAD_FILES_TODAY}T12:00:00Z`),
});
const { url } = await sandbox.listen({ port: 0 });
const browser = await launchBrowser();
try {
  await allScreens(browser, url, 'wide', { viewport: WIDE }, '2026-11-18');
  await allScreens(
    browser,
    url,
    'narrow',
    { viewport: NARROW, hasTouch: true, isMobile: true },
    '2026-11-17',
  );
  await allScreens(
    browser,
    url,
    'wide-dark',
    { viewport: WIDE, colorScheme: 'dark' },
    '2026-11-16',
  );
  const port = new URL(url).port;
  for (const brand of ['harbour', 'prairie', 'northline']) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await inBrowser(browser, `http://${brand}.localhost:${port}`, {
        viewport: WIDE,
        colorScheme,
      });
      await page.goto('/');
      await picture(page, `login-${brand}-${colorScheme}`);
      await signIn(page);
      await page.locator('tbody tr:not(.skeleton)').first().waitFor();
      await page.locator('.pick input').nth(2).check();
      await picture(page, `cards-${brand}-${colorScheme}`);
      await page.context().close();
    }
  }
  const denied = await inBrowser(browser, url, { viewport: WIDE });
  await denied.goto('/managercards');
  await signIn(denied, 'nobody@forecourt.test');
  await picture(denied, 'denied-wide');
} finally {
  await browser.close();
  await sandbox.close();
}
