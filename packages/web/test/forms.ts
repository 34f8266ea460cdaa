import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { PATIENCE_MS } from './browser.ts';

/** Polls until it matches, for as long as a page may take. */
export const soon = <T>(what: () => T) => expect.poll(what, { timeout: PATIENCE_MS });

/** Waits until the form on screen can be filled in. */
export async function formReady(page: Page): Promise<void> {
  await page.locator('.form-grid .input:enabled').first().waitFor();
}

/** The error of the field with this label; '' without one. */
export async function faultAt(page: Page, label: string | RegExp): Promise<string> {
  const control = page.getByLabel(label).first();
  const field = page.locator('.field', { has: control });
  return (await field.locator('.fault').allTextContents()).join(' ');
}

/** All field errors in order. */
export const faults = (page: Page): Promise<string[]> => page.locator('.fault').allTextContents();

/** Fills in every required field of a new card. */
export async function fillCard(page: Page, number: string): Promise<void> {
  for (const input of await page.locator('.form input[required]:not([role=combobox])').all()) {
    const numeric = (await input.getAttribute('inputmode')) !== null;
    await input.fill(numeric ? '10' : 'A 1');
  }
  await page.getByLabel('Card Number').fill(number);
  await chooseListed(
    page.getByRole('combobox', { name: 'Company', exact: true }),
    'North Haul Carriers Ltd.',
  );
  for (const [label, option] of [
    ['Card Type', 'Diesel only'],
    ['Plastic Type', 'Fleet'],
    ['Card Status', 'HOLD'],
    ['Cash Advance Type', 'Daily'],
    ['Weekly Product Refresh', 'Monday'],
  ] as const) {
    await page.getByRole('combobox', { name: label, exact: true }).selectOption(option);
  }
  for (const days of await page.locator('fieldset.flags').all()) {
    await days.getByLabel('Monday').check();
  }
}

/** A dropdown of many options, once they are listed: then it is a text to search them by. */
export const searched = (field: Locator): Locator => field.page().locator('input').and(field);

/** Chooses the option of a dropdown of many that a text finds first. */
export async function chooseListed(field: Locator, text: string): Promise<void> {
  await searched(field).fill(text);
  await searched(field).press('Enter');
}
