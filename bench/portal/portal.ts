import { PASSWORD } from '@forecourt/sandbox';
import type { Page } from 'playwright-core';

export const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Signs in as the administrator and waits for the first list. */
export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('admin@forecourt.test');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('table.list[aria-busy=false] tbody tr').first().waitFor();
}
