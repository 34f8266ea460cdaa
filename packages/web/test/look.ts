import type { Page } from 'playwright-core';
import { axeFindings } from './browser.ts';
import type { Screen } from './screen-ways.ts';

/** Opens a screen and returns its faults: axe's findings, and elements wider than the window. */
export async function lookAt(page: Page, screen: Screen): Promise<string[]> {
  await screen.go(page);
  await page.waitForLoadState('networkidle');
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...(await axeFindings(page)),
    ...(over > 0 ? [`${over} px wider than the window of ${page.viewportSize()?.width} px`] : []),
  ];
}
