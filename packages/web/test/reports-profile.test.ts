import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { sampleOf } from '../../../scripts/sample.ts';
import { axeFindings } from './browser.ts';
import { it } from './journey.ts';
import { browserSuite, idle, waitForToast, watchCalls } from './suite.ts';

const suite = browserSuite();

const generate = (page: Page) => page.getByRole('button', { name: 'Generate' });

async function ask(page: Page, type: string, format: string): Promise<void> {
  await page.getByLabel('Report Type').selectOption(type);
  await page.getByLabel('Format').selectOption(format);
  await generate(page).click();
}

describe('Reporting', () => {
  const reports = [
    ['aging', 'pdf', /^aging-report.*\.pdf$/],
    ['sales', 'excel', /^sales-report.*\.xlsx$/],
  ] as const;

  it.each(sampleOf(reports, 2, ([type]) => type))(
    'REP-01 makes a report (%s, %s) and saves its file',
    async (type, format, name) => {
      const page = await suite.openAs('/reporting');
      await page.getByRole('heading', { name: 'Reporting' }).waitFor();
      const download = page.waitForEvent('download');
      await ask(page, type, format);
      expect((await download).suggestedFilename()).toMatch(name);
      await waitForToast(page, 'Report Gegerating Successfully');
      await page.getByRole('link', { name }).waitFor();
      await page.getByRole('button', { name: 'Another report' }).click();
      await expect.poll(() => page.getByLabel('Report Type').inputValue()).toBe(type);
    },
  );

  it('REP-02 LIST-14 says what it leaves out of the address', async () => {
    const page = await suite.openAs('/reporting?report_type=foo&from=zzz&to=2026-10-31');
    await page
      .getByText(
        'Left out of the address: Report Type must be one of the choices. From must be a date, such as 2026-11-20.',
        { exact: true },
      )
      .waitFor();
    await page.waitForURL('**/reporting?to=2026-10-31');
    expect(await page.getByLabel('Report Type').locator('option').allTextContents()).not.toContain(
      'foo',
    );
    expect(await page.getByLabel('Report Type').inputValue()).toBe('');
    await page.getByLabel('Report Type').selectOption('aging');
    await page.getByText('Left out of the address').waitFor({ state: 'detached' });
  });

  it('REP-01 requires type and format first', async () => {
    const page = await suite.openAs('/reporting');
    const calls = watchCalls(page);
    await page.getByText('Report Type is required').waitFor();
    await expect.poll(() => generate(page).isDisabled()).toBe(true);
    await page.getByLabel('Report Type').selectOption('aging');
    await page.getByText('Format is required').waitFor();
    await expect.poll(() => generate(page).isDisabled()).toBe(true);
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it('REP-01 shows that it is working, and is cancelled with its request', async () => {
    const page = await suite.openAs('/reporting', undefined, { tolerates: /ERR_/ });
    const gone = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/reporting'),
    );
    await page.route('**/api/v1/reporting', () => undefined);
    await ask(page, 'aging', 'pdf');
    await page.getByText('Creating the report …').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await gone;
    await expect.poll(() => generate(page).isEnabled()).toBe(true);
    await expect.poll(() => page.getByLabel('Report Type').inputValue()).toBe('aging');
  });

  it.each([
    ['that is refused', 'Error while Gegerating Report', 422],
    ['that is not answered', 'Error Gegerating Report. Please refresh your browser.', undefined],
  ])('REP-01 a report %s has its own text, and no file', async (_what, text, status) => {
    const page = await suite.openAs('/reporting', undefined, { tolerates: /status of|ERR_/ });
    await page.route('**/api/v1/reporting', (route) =>
      status ? route.fulfill({ status, body: '' }) : route.abort(),
    );
    let saved = 0;
    page.on('download', () => {
      saved += 1;
    });
    await ask(page, 'aging', 'pdf');
    await page.getByRole('alert').getByText(text).first().waitFor({ timeout: 40_000 });
    expect(saved).toBe(0);
  });

  it('REP-02 shows a report by its choices, which its address and its file have, and leads to what is behind a figure', async () => {
    const page = await suite.openAs('/reporting');
    await page.getByLabel('Report Type').selectOption('aging');
    const aging = page.getByRole('table', { name: 'Aging CAD' });
    await aging.waitFor();
    expect(await aging.getByRole('columnheader').allTextContents()).toEqual([
      ...['Customer', '0–30 days', '31–60 days', '61–90 days', 'Over 90 days', 'Total'],
    ]);
    const looks = await aging.evaluate((table) => {
      const begin = (node: Element | null | undefined) => {
        const range = document.createRange();
        range.selectNodeContents(node as Element);
        return Math.round(range.getBoundingClientRect().left);
      };
      const sum = table.querySelector('tfoot td') as Element;
      return {
        indent:
          begin(table.closest('.panel')?.querySelector('h2')) - begin(table.querySelector('th')),
        sum: getComputedStyle(sum).fontWeight,
      };
    });
    expect(looks).toEqual({ indent: 0, sum: '600' });
    // Printed, it is the report alone, from the first page on.
    await page.emulateMedia({ media: 'print' });
    await page.getByLabel('Report Type').waitFor({ state: 'hidden' });
    const breaks = () =>
      aging.evaluate((it) => getComputedStyle(it.closest('.panel') as Element).breakInside);
    await expect.poll(breaks).toBe('auto');
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('checkbox', { name: '0–30 days' }).uncheck();
    await page.getByRole('checkbox', { name: '31–60 days' }).uncheck();
    await expect.poll(() => aging.getByRole('columnheader').count()).toBe(4);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('Format').selectOption('excel');
    const sent = page.waitForRequest('**/api/v1/reporting');
    await generate(page).click();
    expect((await sent).postDataJSON()).toEqual({
      report_type: 'aging',
      format: 'excel',
      columns: 'days_61_90,over_90,total',
    });
    const total = aging
      .getByRole('row', { name: /^Total CAD/ })
      .getByRole('link')
      .last();
    const amount = await total.textContent();
    await total.click();
    await page.waitForURL('**/invoices?filter=currency%3ACAD*');
    // The report stays on screen until the list is there, and has the same amount.
    await aging.waitFor({ state: 'hidden' });
    await page
      .getByText(amount ?? 'no amount')
      .first()
      .waitFor();
    await page.goBack();
    await aging.waitFor();
    expect(await aging.getByRole('columnheader').count()).toBe(4);
    await page.getByLabel('Report Type').selectOption('sales');
    const by = page.getByLabel('By', { exact: true });
    expect(await by.locator('option').first().textContent()).toBe('All');
    await by.selectOption('province');
    await page.getByRole('table', { name: 'By province USD' }).waitFor();
    expect(await page.getByRole('table').count()).toBe(2);
    expect(new URL(page.url()).search).toBe('?report_type=sales&by=province');
  });

  it('REP-03 sends the report on screen by e-mail, and says when it was sent today', async () => {
    const page = await suite.openAs('/reporting?report_type=sales&by=product', undefined, {
      tolerates: /status of 422/,
    });
    const mail = page.getByRole('button', { name: 'Send by E-mail' });
    await mail.click();
    const dialog = page.getByRole('dialog', { name: 'Send Report by E-mail' });
    await dialog.getByText(/^Sales report, \d+ \w+ \d{4}$/).waitFor();
    await dialog.getByText(/^sales-report-[\d-]+\.pdf$/).waitFor();
    await dialog.getByLabel('Format').selectOption('excel');
    await dialog.getByText(/^sales-report-[\d-]+\.xlsx$/).waitFor();
    const recipients = dialog.getByLabel('Recipients');
    expect(await recipients.inputValue()).toBe('admin@forecourt.test');
    expect(await dialog.textContent()).not.toContain('It was sent today');
    expect(await axeFindings(page)).toEqual([]);
    await recipients.fill('stranger@example.com');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog
      .getByText(/^stranger@example\.com is no user who may make this report\./)
      .first()
      .waitFor();
    await recipients.fill('clerk@forecourt.test');
    const sent = page.waitForRequest('**/api/v1/reporting/email');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    expect((await sent).postDataJSON()).toEqual({
      report_type: 'sales',
      format: 'excel',
      by: 'product',
      recipients: ['clerk@forecourt.test'],
    });
    await waitForToast(page, 'The report was sent.');
    await dialog.waitFor({ state: 'detached' });
    await mail.click();
    await dialog.getByLabel('Format').selectOption('excel');
    await dialog.getByText(/^It was sent today: .+ to clerk@forecourt\.test\.$/).waitFor();
    await dialog.getByRole('button', { name: 'Send Again' }).waitFor();
  });
});

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

describe('User Profile', () => {
  it.each(['/UserProfile', '/profile', '/Profile'])('SHELL-01 PROF-01 is at %s', async (path) => {
    const page = await suite.openAs(path);
    await page.getByRole('heading', { name: 'User Profile' }).waitFor();
    await page.locator('[aria-busy=false] input[value="admin@forecourt.test"]').waitFor();
  });

  it('PROF-01 shows its fields, marks the required ones, and changes nothing', async () => {
    const page = await suite.openAs('/profile');
    const calls = watchCalls(page);
    const first = page.getByLabel('First Name');
    await page.locator('input[value="Adele"]').waitFor();
    const fields = page.locator('.profile .screen-fields input');
    await expect.poll(() => fields.count()).toBe(12);
    for (const field of await fields.all()) expect(await field.isEditable()).toBe(false);
    await expect
      .poll(() => page.locator('.profile .screen-fields input[required]').count())
      .toBe(4);
    await first.press('Enter');
    await idle(page);
    expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([]);
    await page.getByRole('link', { name: 'Invoices' }).click();
    await page.waitForURL('**/invoices');
  });

  it('PROF-01 shows another picture once it is picked, only here', async () => {
    const page = await suite.openAs('/profile');
    const calls = watchCalls(page);
    const picker = page.getByLabel('Change the picture');
    await picker.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PIXEL });
    const image = page.getByRole('img', { name: /^Portrait/ });
    await image.waitFor();
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBe(1);
    await page.getByText('Shown here only; it is not saved.').waitFor();
    await picker.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: PIXEL });
    await page.getByText('a.txt is not a picture.').waitFor();
    expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([]);
  });

  it('PROF-01 shows an unsuccessful answer as an error, with a way to try again', async () => {
    const page = await suite.openOwn('/managercards');
    await page.route('**/api/v1/profile/user', (route) =>
      route.fulfill({ json: { APIResult: 0 } }),
    );
    await page.goto('/profile');
    await page.getByText('Oops! Something broke, we are working on a fix.').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('input[value="Adele"]').waitFor();
  });
});
