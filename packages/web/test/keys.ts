import type { Page } from 'playwright-core';

/** More tab stops than the longest form has. */
const STEPS = 120;

/** Presses Tab until the element with this label or text has the focus. */
export async function tabTo(page: Page, name: RegExp | string): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) {
    const label = await page.evaluate(() => {
      const element = document.activeElement;
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
    if (typeof name === 'string' ? label === name : name.test(label)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No focus on ${name} after ${STEPS} steps.`);
}
