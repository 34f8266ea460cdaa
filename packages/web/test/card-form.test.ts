import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { faultAt, faults, fillCard, formReady } from './forms.ts';
import { it } from './journey.ts';
import { browserSuite, listRows, stopClock, waitForToast, watchCalls } from './suite.ts';
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
    await expect.poll(() => page.locator('main h2').allTextContents()).toEqual(SECTIONS);
    await expect.poll(() => page.locator('main :is(input, select, textarea)').count()).toBe(0);
    await expect.poll(() => page.locator('main .badge').allTextContents()).toEqual(['ACTIVE']);
    await expect.poll(() => page.locator('main .badge.good').count()).toBe(1);
    await expect
      .poll(() => page.locator('main h1').textContent())
      .toBe('Manage Card 7076 8500 0000 0002');
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Sections' }).getByRole('link').count())
      .toBe(SECTIONS.length);
    await page.getByRole('link', { name: 'List of ManageCard' }).click();
    await listRows(page);
  });
});

describe('editing a card', () => {
  it('CARD-08 CARD-09 CARD-10 has Cancel and Update, locks fields that are set once, and marks days or N/A', async () => {
    const page = await open('/managercards/1/edit');
    await expect.poll(() => page.locator('main h2').allTextContents()).toEqual(SECTIONS);
    const foot = page.locator('.form-foot');
    await expect
      .poll(() => foot.getByRole('button').allTextContents())
      .toEqual(['Cancel', 'Update']);
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
    await expect.poll(() => days.getByLabel('N/A').isChecked()).toBe(false);
    await days.getByLabel('N/A').check();
    await expect.poll(() => days.getByLabel('Tuesday').isChecked()).toBe(false);
    await expect.poll(() => days.getByRole('checkbox').count()).toBe(8);
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
    await stopClock(page);
    await page.getByRole('button', { name: 'Update' }).click();
    await waitForToast(page, 'ManageCard Updated Successfully');
    // The saved values are now the initial ones, so leaving asks nothing.
    expect(
      await page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true }))),
    ).toBe(true);
    await page.getByRole('button', { name: 'Saved: go back now' }).waitFor();
    await page.getByRole('button', { name: 'Update' }).waitFor({ state: 'detached' });
    await page.clock.runFor(2_900);
    expect(page.url()).toMatch(/\/edit$/);
    await page.clock.runFor(200);
    await page.waitForURL('**/managercards?page=2');
    await page.clock.resume();
    expect((await listRows(page))[0]).toContain('Changed By Test');
    expect(calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
  });

  it('CARD-13 FORM-02 FORM-07 shows a failed save for 4 s, keeps the typed values, and sends once per press', async () => {
    await withSandbox(
      { faults: [{ match: 'PUT /api/v1/fuel-card-management', kind: 'status', value: 400 }] },
      async (url) => {
        const page = await suite.openOwn('/managercards/1/edit', undefined, {
          baseURL: url,
          tolerates: /status of 400/,
        });
        await formReady(page);
        const calls = watchCalls(page);
        await page.getByLabel('Driver Name').fill('Not Saved');
        await stopClock(page);
        await page.getByRole('button', { name: 'Update' }).click();
        const failed = page.locator('.notice.bad', { hasText: 'Error while updating ManageCard' });
        await failed.waitFor();
        await page.clock.runFor(3_900);
        expect(await failed.count()).toBe(1);
        await page.clock.runFor(200);
        await failed.waitFor({ state: 'detached' });
        await expect.poll(() => page.getByLabel('Driver Name').inputValue()).toBe('Not Saved');
        expect(calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
      },
    );
  });
});

describe('a new card', () => {
  it('CARD-08 FORM-06 has Save, shows the error at each field, and focuses the first', async () => {
    const page = await open('/managercards/add-new');
    await expect.poll(() => page.locator('main h2').allTextContents()).toEqual(SECTIONS);
    await expect.poll(() => page.locator('.form-foot button').allTextContents()).toEqual(['Save']);
    // What a new card begins with needs no typing: its section is folded, the others say what they lack.
    const section = (name: string) => page.locator('.form-section', { hasText: name });
    await expect
      .poll(() => page.locator('.fold-head .quiet').allTextContents())
      .toEqual(['5 missing', '8 missing', '4 missing', '4 missing', '1 missing', '1 missing']);
    const folded = page.getByRole('button', { name: 'Card Properties', exact: true });
    await expect.poll(() => folded.getAttribute('aria-expanded')).toBe('false');
    await expect.poll(() => page.getByLabel('Usage Above Volume Limits').isVisible()).toBe(false);
    await folded.click();
    await expect.poll(() => page.getByLabel('Usage Above Volume Limits').inputValue()).toBe('No');
    const identifiers = page.getByRole('button', { name: 'Driver/Vehicle Identifiers' });
    await identifiers.click();
    await expect.poll(() => page.getByLabel('Driver Name').isVisible()).toBe(false);
    await expect
      .poll(() => section('Driver/Vehicle Identifiers').textContent())
      .toContain('8 missing');
    await page.getByRole('button', { name: 'Save' }).click();
    // A fault opens its section again.
    await page.getByLabel('Driver Name').waitFor();
    expect((await faults(page)).slice(0, 3)).toEqual([
      'Card Number is required',
      'Company is required',
      'Card Type is required',
    ]);
    await expect.poll(() => faults(page)).toHaveLength(23);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid')))
      .toBe('true');
    await page.getByText('23 fields need attention.').waitFor();
    const index = page.getByRole('navigation', { name: 'Sections' });
    await expect
      .poll(() => index.getByRole('link', { name: 'Card Monetary Properties' }).textContent())
      .toContain('4');
    await page.getByLabel('Odometer').fill('1.5');
    await page.getByLabel('Odometer').blur();
    expect(await faultAt(page, 'Odometer')).toBe('Odometer must be a whole number');
  });

  it('CARD-13 FORM-06 FORM-07 shows a taken number at its field; once corrected, the card is created once', async () => {
    await withSandbox(
      { faults: [{ match: 'POST /api/v1/fuel-card-management', kind: 'latency', value: 500 }] },
      async (url) => {
        const page = await suite.openOwn('/managercards/add-new', undefined, {
          baseURL: url,
          tolerates: /status of 422/,
        });
        await formReady(page);
        const calls = watchCalls(page);
        await fillCard(page, '7076850000000002');
        await page.getByRole('button', { name: 'Save' }).dblclick();
        await waitForToast(page, 'Error while Creating ManageCard');
        expect(await faultAt(page, 'Card Number')).toMatch(/a card of that number already/);
        await expect.poll(() => page.getByLabel('Driver Name').inputValue()).toBe('A 1');
        await expect
          .poll(() => page.evaluate(() => document.activeElement?.id))
          .toBe(await page.getByLabel('Card Number').getAttribute('id'));
        await page.getByLabel('Card Number').fill('7076 8500 0099 1234');
        expect(await faultAt(page, 'Card Number')).toBe('');
        await page.keyboard.press('Enter');
        await page.keyboard.press('Enter');
        await waitForToast(page, 'ManageCard Created Successfully');
        await page.waitForURL('**/managercards');
        expect(calls.filter((call) => call.startsWith('POST'))).toHaveLength(2);
        await page.goto('/managercards?filter=card_number:7076850000991234');
        await expect.poll(() => listRows(page)).toHaveLength(1);
      },
    );
  });
});
