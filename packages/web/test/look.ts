import type { Page } from 'playwright-core';
import { axeFindings } from './browser.ts';
import type { Screen } from './screen-ways.ts';

/** How long a row or toast takes to fade in, in ms; colours are judged at rest. */
const REST_MS = 350;

/** Goes to a screen, and gives what is wrong with it: what axe finds, and what is wider than the window. */
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
