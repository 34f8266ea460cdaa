import { describe, expect } from 'vitest';
import { it } from './journey.ts';
import { browserSuite } from './suite.ts';

const suite = browserSuite();

/** Code of parts that nobody has opened yet. */
const PARTS = /assets\/(?:ColumnList|ListFilters|ViewsPanel|CliCommand|column-drag)/;

describe('a part whose code can’t be loaded', () => {
  it('LIST-01 SHELL-12 says so in its place, keeps the rows and what is picked, and opens once there is a network', async () => {
    const page = await suite.openAs('/managercards', 'admin@forecourt.test', {
      tolerates: /ERR_FAILED/,
    });
    await page
      .getByRole('checkbox', { name: /^Select card/ })
      .first()
      .check();
    await page.getByText('1 selected').waitFor();
    await page.waitForLoadState('networkidle');
    await page.route(PARTS, (route) => route.abort());
    for (const name of ['Columns', 'Views', 'Copy as CLI']) {
      await page.getByRole('button', { name, exact: true }).click();
      const alert = page.getByRole('alert').filter({ hasText: 'This part could not be loaded.' });
      await alert.waitFor();
      await page.keyboard.press('Escape');
      await alert.waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: /^Advanced Filter/ }).click();
    await page.getByText('This part could not be loaded.').waitFor();
    // A press on a heading sorts, although the code of dragging it is missing.
    await page.locator('th[data-field] button').first().click();
    await page.getByText('1 selected').waitFor();
    expect(await page.getByRole('checkbox', { name: /^Select card/ }).count()).toBeGreaterThan(5);
    await page.unroute(PARTS);
    // As when the network is back.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByRole('search', { name: 'Advanced Filter' }).waitFor();
    expect(await page.getByText('This part could not be loaded.').count()).toBe(0);
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.locator('.column-chooser').getByRole('checkbox').first().waitFor();
    await page.getByText('1 selected').waitFor();
  });
});
