import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { formReady, searched } from './forms.ts';
import { it } from './journey.ts';
import { tabTo } from './keys.ts';
import { browserSuite, listRows, waitForToast } from './suite.ts';

const suite = browserSuite();

/** Replaces the text of the focused field. */
async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

/** Tabs to a field by its label and types. */
async function typeInto(page: Page, label: RegExp, text: string): Promise<void> {
  await tabTo(page, label);
  await type(page, text);
}

/** Tabs to a dropdown and picks the option that starts with these letters. */
async function choose(page: Page, label: RegExp, letters: string): Promise<void> {
  await tabTo(page, label);
  await page.waitForFunction(() => {
    const select = document.activeElement as HTMLSelectElement | null;
    return (select?.options?.length ?? 0) > 1;
  });
  await page.keyboard.type(letters);
}

describe('by keyboard only', () => {
  it('SHELL-13 FORM-01 edits a card: is asked when leaving, stays, corrects it and saves it', async () => {
    const page = await suite.openAs('/managercards');
    await listRows(page);
    await tabTo(page, /^Edit card/);
    await page.keyboard.press('Enter');
    await formReady(page);
    // Read first: its keys scroll, and change nothing.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    await typeInto(page, /^Driver Name/, 'Keyboard Only');
    await tabTo(page, /^Driver ID/);
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Shift+Tab');
    await tabTo(page, 'Cancel');
    await page.keyboard.press('Enter');
    await page.getByText('There are some unsaved changes ?').waitFor();
    // Stay has the focus.
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Cancel');
    await tabTo(page, 'Update');
    await page.keyboard.press('Enter');
    await page.getByText('Driver ID is required').waitFor();
    const at = await page.evaluate(
      () => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent,
    );
    expect(at).toMatch(/^Driver ID/);
    await type(page, 'K-1');
    await page.keyboard.press('Enter');
    await waitForToast(page, 'ManageCard Updated Successfully');
    await page.waitForURL('**/managercards');
    expect((await listRows(page))[0]).toContain('Keyboard Only');
  });

  it('SHELL-13 USER-03 creates a user: three steps, with the focus on the first field of each', async () => {
    const page = await suite.openAs('/user');
    await listRows(page);
    await tabTo(page, 'Add User');
    await page.keyboard.press('Enter');
    await formReady(page);
    // A new record begins with its first field.
    await expect
      .poll(() =>
        page.evaluate(() => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent),
      )
      .toMatch(/^First Name/);
    await page.keyboard.type('Kay');
    await typeInto(page, /^Last Name/, 'Board');
    await typeInto(page, /^Email/, 'kay.board@example.test');
    await typeInto(page, /^Contact/, '7055550123');
    await typeInto(page, /^Password/, 'Long-enough-1!');
    await typeInto(page, /^Verify Password/, 'Long-enough-1!');
    await choose(page, /^Role/, 'User');
    await choose(page, /^Country/, 'Canada');
    await choose(page, /^Province/, 'Ontario');
    await choose(page, /^City/, 'Sudbury');
    await tabTo(page, 'Next');
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'Users' }).waitFor();
    // The first flag of the second step has the focus.
    await page.keyboard.press('Space');
    await expect.poll(() => page.getByLabel('Manage Users').isChecked()).toBe(true);
    await page.keyboard.press('Space');
    await tabTo(page, 'View Invoices');
    await page.keyboard.press('Space');
    await tabTo(page, 'Next');
    await page.keyboard.press('Enter');
    await page.getByText('Kay', { exact: true }).waitFor();
    await tabTo(page, 'Save');
    await page.keyboard.press('Enter');
    await waitForToast(page, 'User Created Successfully');
    await page.waitForURL('**/user');
  });

  it('SHELL-13 MARK-02 adds a markup, and returns to the button that opened the dialog', async () => {
    const page = await suite.openAs('/customer-markup');
    await listRows(page);
    await tabTo(page, 'Add Markup');
    await page.keyboard.press('Enter');
    const company = searched(page.getByRole('dialog').getByLabel('Company Name'));
    await company.waitFor();
    await tabTo(page, /^Company Name/);
    for (let at = 0; at < 40; at += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await company.inputValue()).not.toBe('');
    await choose(page, /^Fuel Company Provider/, 'TAP');
    await typeInto(page, /^Markup Value/, '0.02');
    await page.keyboard.press('Enter');
    await waitForToast(page, 'Customer Markup Created Successfully');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Add Markup');
  });
});
