import type { Page } from 'playwright-core';
import { axeFindings } from './browser.ts';
import type { Screen } from './screen-ways.ts';

/** How long a row or toast takes to fade in, in ms; contrast is measured after that. */
const REST_MS = 350;

/** Opens a screen and returns its faults: axe's findings, and elements wider than the window. */
export async function lookAt(page: Page, screen: Screen): Promise<string[]> {
  await screen.go(page);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(REST_MS);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...(await axeFindings(page)),
    ...(over > 0 ? [`${over} px wider than the window of ${page.viewportSize()?.width} px`] : []),
  ];
}
