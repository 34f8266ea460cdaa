import { badFiles } from '@forecourt/provider-file-examples';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFindings } from './browser.ts';
import { browserSuite, listRows } from './suite.ts';

const suite = browserSuite();

type Step = readonly [name: string, go: (page: Page) => Promise<unknown>];

const list = (route: string): Step => [
  route,
  async (page) => {
    await page.goto(route);
    await listRows(page);
  },
];

const press = (name: string): Step => [
  name,
  async (page) => page.getByRole('button', { name, exact: true }).click(),
];

const BAD = badFiles().find(
  ({ expected }) => expected.kind === 'checked' && expected.accepted < expected.rows,
);

const STEPS: readonly Step[] = [
  list('/managercards'),
  ['columns', async (page) => page.getByRole('button', { name: 'Columns' }).click()],
  [
    'view of a card',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: /^View/ }).first().click();
      await page.locator('.record-section dd:not(.skeleton)').first().waitFor();
    },
  ],
  list('/invoices'),
  list('/invoices?filter=company_name::zzzz'),
  list('/transactions?filter=txn_company::Haul'),
  ['sub-rows', async (page) => page.locator('.expander').first().click()],
  [
    'filters',
    async (page) => {
      await page.getByRole('button', { name: 'Advanced Filter' }).click();
      await page.locator('.day-trigger').first().waitFor();
    },
  ],
  [
    'day picker',
    async (page) => {
      await page.locator('.day-trigger').first().click();
      await page.locator('.month table').waitFor();
    },
  ],
  [
    'command',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Copy as CLI' }).click();
    },
  ],
  [
    'warning',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Export Transactions' }).click();
      await page.locator('.toast').waitFor();
    },
  ],
  press('Import Transactions'),
  [
    'report',
    async (page) => {
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('File type').selectOption(BAD?.provider ?? '');
      await dialog.locator('input[type=file]').setInputFiles({
        name: BAD?.name ?? '',
        mimeType: 'text/plain',
        buffer: Buffer.from(BAD?.bytes ?? []),
      });
      await dialog.locator('.issues').waitFor();
    },
  ],
  ['not found', async (page) => page.goto('/nowhere')],
  ['dashboard', async (page) => page.goto('/Dashboard')],
  ['grid', async (page) => page.goto('/smartbuy')],
  ['placeholder', async (page) => page.goto('/customer/add-new')],
  ['user menu', async (page) => page.getByRole('banner').getByRole('button').last().click()],
];

describe.each([
  ['light', { width: 1440, height: 900 }],
  ['dark', { width: 1440, height: 900 }],
  ['light', { width: 390, height: 844 }],
] as const)('%s, %o', (colorScheme, viewport) => {
  it('SHELL-13 axe finds nothing on any screen', async () => {
    const page = await suite.openAs('/', undefined, { colorScheme, viewport });
    const findings: Record<string, string[]> = {};
    for (const [name, go] of STEPS) {
      await go(page);
      await page.getByRole('main').waitFor();
      // Colours are judged at rest: no toast or row is half faded in.
      await page.waitForTimeout(250);
      const found = await axeFindings(page);
      if (found.length > 0) findings[name] = found;
    }
    expect(findings).toEqual({});
  });

  it('SHELL-13 axe finds nothing at the login, its faults, and where access is denied', async () => {
    const page = await suite.open({ colorScheme, viewport });
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    const login = await axeFindings(page);
    await page.getByLabel('Email').fill('nobody');
    await page.getByLabel('Password').fill('x');
    await page.getByText('valid email').waitFor();
    const faults = await axeFindings(page);
    const denied = await suite.openAs('/managercards', 'nobody@forecourt.test', {
      colorScheme,
      viewport,
    });
    await denied.getByText("You don't have permission").waitFor();
    expect([login, faults, await axeFindings(denied)]).toEqual([[], [], []]);
  });

  it('SHELL-13 no screen is wider than the window', async () => {
    const page = await suite.openAs('/', undefined, {
      colorScheme,
      viewport: { ...viewport, width: Math.min(viewport.width, 360) },
    });
    for (const route of [
      '/managercards',
      '/transactions',
      '/invoices',
      '/Dashboard',
      '/smartbuy',
      '/nowhere',
    ]) {
      await page.goto(route);
      await page.getByRole('main').waitFor();
      await page.waitForTimeout(150);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([route, over]).toEqual([route, 0]);
    }
  });
});
