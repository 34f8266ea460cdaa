import type { Page } from 'playwright-core';
import type { Account } from './browser.ts';

/** A screen to check: with axe in `npm test`, in every brand and width in `npm run screens`. */
export interface Screen {
  /** Unique name; used for its pictures. */
  readonly name: string;
  /** The signed-in account; `null` for none. Default: the administrator. */
  readonly as?: Account | null;
  /** Opens the screen from anywhere and waits until it is ready. */
  readonly go: (page: Page) => Promise<unknown>;
  /** Console complaints that this screen causes. */
  readonly tolerates?: RegExp;
  /** Appears in the documentation. */
  readonly docs?: true;
}

export type Go = Screen['go'];

/** Runs the steps in order. */
export const steps =
  (...ways: readonly Go[]): Go =>
  async (page) => {
    for (const way of ways) await way(page);
  };

/** Opens a route and waits for this element. */
export const at =
  (route: string, there: string): Go =>
  async (page) => {
    await page.goto(route);
    await page.locator(there).first().waitFor();
  };

export const list = (route: string) =>
  at(route, 'table.list[aria-busy=false] tbody tr:not(.skeleton)');
const FORM = 'form .input:not([disabled])';
export const form = (route: string) => at(route, FORM);

/** Presses a button; on a phone, those above a list may be under More. */
export const press =
  (name: string | RegExp, there?: string): Go =>
  async (page) => {
    const button = page.getByRole('button', { name, exact: true }).first();
    const more = page.locator('.more-tools');
    await button.or(more).filter({ visible: true }).first().waitFor();
    if (!(await button.isVisible()) && (await more.isVisible())) await more.click();
    await button.click();
    if (there !== undefined) await page.locator(there).first().waitFor();
  };

export const follow =
  (name: string | RegExp, there: string): Go =>
  async (page) => {
    await page.getByRole('link', { name }).first().click();
    await page.locator(there).first().waitFor();
  };

/** Opens the first row of a list, to look at it or to change it. */
export const firstRecord = (route: string) =>
  steps(list(route), follow(/^View/, '.record-section dd:not(.skeleton)'));
export const firstForm = (route: string) => steps(list(route), follow(/^Edit/, FORM));

export const userMenu: Go = (page) => page.getByRole('banner').getByRole('button').last().click();
export const pick: Go = (page) => page.locator('.pick input').nth(1).check();

export interface ChosenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly provider: string;
}

export const choose =
  (label: string, file: ChosenFile | undefined, there: string): Go =>
  async (page) => {
    await page.getByLabel(label).selectOption(file?.provider ?? '');
    await page.locator('input[type=file]').setInputFiles({
      name: file?.name ?? '',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(file?.bytes ?? []),
    });
    await page.locator(there).first().waitFor();
  };
