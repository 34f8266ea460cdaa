import { describe, expect } from 'vitest';
import { sampleOf } from '../../../scripts/sample.ts';
import { it } from './journey.ts';
import { browserSuite } from './suite.ts';

const suite = browserSuite();

/** Chromium rates up to 0.1 as good. */
const STEADY = 0.05;

interface Shifts {
  shifts: number;
}

const ROUTES = [
  '/managercards',
  '/managercards/1/view',
  '/managercards/1/edit',
  '/user/P1002/edit',
  '/customer/1/edit',
  '/customer-markup/1/edit',
] as const;

describe.each(
  sampleOf(
    [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ],
    2,
    ({ width }) => `${width}`,
  ),
)('%o', (viewport) => {
  it('shows placeholder bars while loading, without layout shift', async () => {
    const page = await suite.openAs('/tracking-logs', undefined, { viewport });
    await page.addInitScript(() => {
      const counted = globalThis as unknown as Shifts;
      counted.shifts = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          counted.shifts += (entry as unknown as { value: number }).value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // Holds the answers until the placeholders have been seen.
    let seen = Promise.withResolvers<void>();
    await page.route('**/api/v1/**', async (route) => {
      await seen.promise;
      await route.continue();
    });
    const jumpy: Record<string, number> = {};
    for (const route of ROUTES) {
      seen = Promise.withResolvers<void>();
      await page.goto(route, { waitUntil: 'commit' });
      await page.locator('.skeleton').first().waitFor({ state: 'attached' });
      seen.resolve();
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await page.waitForLoadState('networkidle');
      const shifts = await page.evaluate(() => (globalThis as unknown as Shifts).shifts);
      if (shifts > STEADY) jumpy[route] = shifts;
    }
    expect(jumpy).toEqual({});
  });

  it('LIST-01 keeps the buttons of a row in their place when code arrives late, so that none is pressed by mistake', async () => {
    const page = await suite.openAs('/tracking-logs', undefined, { viewport });
    await page.route(/assets\/(RowMenu|FilterChips|Remark)/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    await page.goto('/invoices?size=5&filter=status:Open&from=2020-01-01');
    const edit = page.getByRole('link', { name: /^Edit invoice/ }).first();
    const before = await edit.boundingBox();
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: /^Remove filter Status/ }).waitFor();
    expect(await edit.boundingBox()).toEqual(before);
    await page.goto('/transactions/exceptions?size=5');
    const view = page.getByRole('link', { name: /^View exception/ }).first();
    const opened = await view.boundingBox();
    await page.locator('.list-remark').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await view.boundingBox()).toEqual(opened);
  });
});
