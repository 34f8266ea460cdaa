import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { signIn } from './browser.ts';
import { elapsed, faultAt, faults, fillCard, formReady, toast } from './forms.ts';
import { browserSuite, listRows, watchCalls } from './suite.ts';
import { withSandbox } from './with-sandbox.ts';

const suite = browserSuite();

const SECTIONS = [
  'Card Management',
  'Driver/Vehicle Identifiers',
  'Card Properties',
  'Card Monetary Properties',
  'Weekly Fuel Purchase Properties',
  'Fuel Purchase Limitation Properties',
  'Non-Highway Fuel Purchase Properties',
];

async function open(route: string): Promise<Page> {
  const page = await suite.openAs(route);
  await formReady(page);
  return page;
}

describe('viewing a card', () => {
  it('CARD-08 CARD-11 shows its seven sections read-only, and its status as a badge', async () => {
    const page = await suite.openAs('/managercards/1/view');
    await page.locator('.record-section dd:not(.skeleton)').first().waitFor();
    expect(await page.locator('main h2').allTextContents()).toEqual(SECTIONS);
    expect(await page.locator('main :is(input, select, textarea)').count()).toBe(0);
    expect(await page.locator('main .badge').allTextContents()).toEqual(['ACTIVE']);
    expect(await page.locator('main .badge.good').count()).toBe(1);
    expect(await page.locator('main h1').textContent()).toBe('Manage Card 7076 8500 0000 0002');
    expect(await page.getByRole('navigation', { name: 'Sections' }).getByRole('link').count()).toBe(
      SECTIONS.length,
    );
    await page.getByRole('link', { name: 'List of ManageCard' }).click();
    await listRows(page);
  });
});

describe('editing a card', () => {
  it('CARD-08 CARD-09 CARD-10 has Cancel and Update, locks fields that are set once, and marks days or N/A', async () => {
    const page = await open('/managercards/1/edit');
    expect(await page.locator('main h2').allTextContents()).toEqual(SECTIONS);
    const foot = page.locator('.form-foot');
    expect(await foot.getByRole('button').allTextContents()).toEqual(['Cancel', 'Update']);
    const locked = await page.locator('.form input[readonly]').evaluateAll((inputs) =>
      inputs.map((input) => {
        const { labels, value } = input as HTMLInputElement;
        return `${labels?.[0]?.textContent?.trim()}: ${value}`;
      }),
    );
    expect(locked).toContain('Card Number: 7076 8500 0000 0002');
    expect(locked).toContain('Company: Calderwyn Lines LLC');
    expect(locked.find((text) => text.startsWith('Non-Highway Fuel Weekly Balance'))).toMatch(
      /: [\d,]+\.\d\d$/,
    );
    const days = page.getByRole('group', { name: 'Cash Refresh Days' });
    await days.getByLabel('Tuesday').check();
    expect(await days.getByLabel('N/A').isChecked()).toBe(false);
    await days.getByLabel('N/A').check();
    expect(await days.getByLabel('Tuesday').isChecked()).toBe(false);
    expect(await days.getByRole('checkbox').count()).toBe(8);
  });

  it('CARD-13 FORM-02 FORM-03 FORM-04 FORM-05 shows a toast when saved, is no longer changed, and returns after 3 s', async () => {
    const page = await suite.openAs('/managercards?page=2');
    await listRows(page);
    await page
      .getByRole('link', { name: /^Edit card/ })
      .first()
      .click();
    await formReady(page);
    const calls = watchCalls(page);
    await page.getByLabel('Driver Name').fill('Changed By Test');
    await page.getByRole('button', { name: 'Update' }).click();
    await toast(page, 'ManageCard Updated Successfully');
    // The saved values are now the initial ones, so leaving asks nothing.
    expect(
      await page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true }))),
    ).toBe(true);
    expect(await page.getByRole('button', { name: 'Update' }).isDisabled()).toBe(true);
    const waited = await elapsed(page.waitForURL('**/managercards?page=2'));
    expect(waited).toBeGreaterThan(2000);
    expect((await listRows(page))[0]).toContain('Changed By Test');
    expect(calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
  });

  it('CARD-13 FORM-02 FORM-07 shows a failed save for 4 s, keeps the typed values, and sends once per press', async () => {
    await withSandbox(
      { faults: [{ match: 'PUT /api/v1/fuel-card-management', kind: 'status', value: 400 }] },
      async (url) => {
        const page = await suite.open({ baseURL: url, tolerates: /status of 400/ });
        await page.goto('/');
        await signIn(page);
        await page.goto('/managercards/1/edit');
        await formReady(page);
        const calls = watchCalls(page);
        await page.getByLabel('Driver Name').fill('Not Saved');
        await page.getByRole('button', { name: 'Update' }).click();
        await toast(page, 'Error while updating ManageCard');
        const notice = page.locator('.notice.bad', { hasText: 'Error while updating ManageCard' });
        await notice.waitFor();
        expect(await elapsed(notice.waitFor({ state: 'detached' }))).toBeGreaterThan(2500);
        expect(await page.getByLabel('Driver Name').inputValue()).toBe('Not Saved');
        expect(calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
      },
    );
  });
});

describe('a new card', () => {
  it('CARD-08 FORM-06 has Save, shows the error at each field, and focuses the first', async () => {
    const page = await open('/managercards/add-new');
    expect(await page.locator('main h2').allTextContents()).toEqual(SECTIONS);
    expect(await page.locator('.form-foot button').allTextContents()).toEqual(['Save']);
    await page.getByRole('button', { name: 'Save' }).click();
    expect((await faults(page)).slice(0, 3)).toEqual([
      'Card Number is required',
      'Company is required',
      'Card Type is required',
    ]);
    expect(await faults(page)).toHaveLength(32);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe(
      'true',
    );
    await page.getByText('32 fields need attention.').waitFor();
    const index = page.getByRole('navigation', { name: 'Sections' });
    expect(await index.getByRole('link', { name: 'Card Properties' }).textContent()).toContain('1');
    await page.getByLabel('Odometer').fill('1.5');
    await page.getByLabel('Odometer').blur();
    expect(await faultAt(page, 'Odometer')).toBe('Odometer must be a whole number');
  });

  it('CARD-13 FORM-06 FORM-07 shows a taken number at its field; once corrected, the card is created once', async () => {
    await withSandbox(
      { faults: [{ match: 'POST /api/v1/fuel-card-management', kind: 'latency', value: 500 }] },
      async (url) => {
        const page = await suite.open({ baseURL: url, tolerates: /status of 422/ });
        await page.goto('/');
        await signIn(page);
        await page.goto('/managercards/add-new');
        await formReady(page);
        const calls = watchCalls(page);
        await fillCard(page, '7076850000000002');
        await page.getByRole('button', { name: 'Save' }).dblclick();
        await toast(page, 'Error while Creating ManageCard');
        expect(await faultAt(page, 'Card Number')).toMatch(/a card of that number already/);
        expect(await page.getByLabel('Driver Name').inputValue()).toBe('A 1');
        expect(await page.evaluate(() => document.activeElement?.id)).toBe(
          await page.getByLabel('Card Number').getAttribute('id'),
        );
        await page.getByLabel('Card Number').fill('7076 8500 0099 1234');
        expect(await faultAt(page, 'Card Number')).toBe('');
        await page.keyboard.press('Enter');
        await page.keyboard.press('Enter');
        await toast(page, 'ManageCard Created Successfully');
        await page.waitForURL('**/managercards');
        expect(calls.filter((call) => call.startsWith('POST'))).toHaveLength(2);
        await page.goto('/managercards?filter=card_number:7076850000991234');
        expect(await listRows(page)).toHaveLength(1);
      },
    );
  });
});
