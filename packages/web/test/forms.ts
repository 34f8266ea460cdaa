import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Asks until it is so, as long as a page waits for anything. */
export const soon = <T>(what: () => T) => expect.poll(what, { timeout: 10_000 });

/** A toast with this text, once it is there. */
export const toast = (page: Page, text: string): Promise<void> =>
  page.locator('.toast', { hasText: text }).first().waitFor();

/** The form on screen, once it can be filled in. */
export async function formReady(page: Page): Promise<void> {
  await page.locator('.form-grid .input:enabled').first().waitFor();
}

/** The message at a field, by the field's label; '' where there is none. */
export async function faultAt(page: Page, label: string | RegExp): Promise<string> {
  const control = page.getByLabel(label).first();
  const field = page.locator('.field', { has: control });
  return (await field.locator('.fault').allTextContents()).join(' ');
}

/** All messages that stand at fields, in order. */
export const faults = (page: Page): Promise<string[]> => page.locator('.fault').allTextContents();

/** A new card, whole: every required field is given something fit. */
export async function fillCard(page: Page, number: string): Promise<void> {
  for (const input of await page.locator('.form input[required]').all()) {
    const numeric = (await input.getAttribute('inputmode')) !== null;
    await input.fill(numeric ? '10' : 'A 1');
  }
  await page.getByLabel('Card Number').fill(number);
  await page
    .getByRole('textbox', { name: 'Company', exact: true })
    .fill('North Haul Carriers Ltd.');
  await page.getByLabel('Card Status').selectOption('HOLD');
  for (const days of await page.locator('fieldset.flags').all()) {
    await days.getByLabel('Monday').check();
  }
}

/** How long, in ms, until something happens. */
export async function elapsed(what: Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await what;
  return performance.now() - begin;
}
