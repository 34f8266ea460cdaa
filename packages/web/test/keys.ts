import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PATIENCE_MS } from './browser.ts';

/** More tab stops than the longest form has. */
const STEPS = 120;

/** The labels or texts of what can have the focus; of the focused element alone if `focused`. */
const namesOf = (page: Page, focused: boolean): Promise<string[]> =>
  page.evaluate((onlyFocused) => {
    const stops = 'a[href], button, input, select, textarea, summary, [tabindex]';
    const sought = onlyFocused ? [document.activeElement] : document.querySelectorAll(stops);
    return [...sought].flatMap((element) => {
      if (!onlyFocused && !element?.checkVisibility()) return [];
      const labels =
        element instanceof HTMLInputElement || element instanceof HTMLSelectElement
          ? element.labels
          : null;
      const by = element
        ?.getAttribute('aria-labelledby')
        ?.split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' ');
      return (by ?? labels?.[0]?.textContent ?? element?.textContent ?? '').trim();
    });
  }, focused);

/** Waits for the element with this label or text, and presses Tab until it has the focus. */
export async function tabTo(page: Page, name: RegExp | string): Promise<void> {
  const isIt = (label: string) => (typeof name === 'string' ? label === name : name.test(label));
  await expect
    .poll(async () => (await namesOf(page, false)).some(isIt), {
      timeout: PATIENCE_MS,
      message: `${name} is on the page`,
    })
    .toBe(true);
  for (let step = 0; step < STEPS; step += 1) {
    if ((await namesOf(page, true)).some(isIt)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No focus on ${name} after ${STEPS} steps.`);
}
