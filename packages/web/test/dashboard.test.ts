import { describe, expect } from 'vitest';
import { axeFindings } from './browser.ts';
import { it } from './journey.ts';
import { browserSuite, listRows } from './suite.ts';

const suite = browserSuite();

describe('the dashboard', () => {
  it('SHELL-10 LIST-16 has figures that lead to their lists, and pictures that are tables too', async () => {
    const page = await suite.openAs('/Dashboard', undefined, {
      viewport: { width: 1920, height: 900 },
    });
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    const held = page.getByRole('region', { name: 'Cards on hold' });
    const count = await held.getByRole('link').textContent();
    const spend = page.getByRole('figure', { name: 'Spend by day, CAD' });
    await spend.getByRole('img').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('Show as table').check();
    await spend.getByRole('table').waitFor();
    expect(await spend.getByRole('row').count()).toBe(31);
    expect(await axeFindings(page)).toEqual([]);
    // On a wall's screen, one of the figures is half under the menu.
    await page.getByRole('button', { name: 'Adele Marchetti' }).click();
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    // Figures end where the notes of others do, at the panel's padding.
    const ends = await page.locator('.figure-card li > :last-child').evaluateAll((all) =>
      all.map((it) => {
        const right = it.closest('section')?.getBoundingClientRect().right ?? 0;
        return Math.round(right - it.getBoundingClientRect().right);
      }),
    );
    expect(new Set(ends)).toEqual(new Set([17]));
    await page.keyboard.press('Escape');
    await held.getByRole('link').click();
    await page.waitForURL('**/managercards?filter=card_status%3AHOLD');
    await listRows(page);
    await page.getByText(`of ${count} records`).first().waitFor();
  });

  it('SHELL-10 names what failed beside what did not, and tries again', async () => {
    const page = await suite.openAs('/profile', undefined, { tolerates: /status of 500/ });
    let answers = 0;
    await page.route('**/api/v1/dashboard', async (route) => {
      answers += 1;
      if (answers === 1) return route.fulfill({ status: 500, body: '' });
      const json = { today: '2026-11-20', cards_on_hold: { count: 0 }, unavailable: ['purchases'] };
      return route.fulfill({ json });
    });
    await page.goto('/Dashboard');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No card is on hold.').waitFor();
    await page.getByText('Spend and volume: it could not be computed this time.').waitFor();
  });
});
