import { describe, expect } from 'vitest';
import { it } from './journey.ts';
import { browserSuite, listRows } from './suite.ts';

const suite = browserSuite();
const PHONE = { viewport: { width: 390, height: 844 } };

describe('a record on a phone', () => {
  it('SHELL-13 LIST-16 has the way back, Edit and More in one line above its content', async () => {
    const page = await suite.openAs('/invoices', undefined, PHONE);
    const [first] = await listRows(page);
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await page.locator('.view-name').waitFor();
    // All of the panel is in the window once its content is there.
    await expect
      .poll(() =>
        page.locator('.popover-panel').evaluate((panel) => {
          const { left, right } = panel.getBoundingClientRect();
          return left >= 0 && right <= 390;
        }),
      )
      .toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: first?.[0] ?? '', exact: true }).click();
    await page.locator('.record-summary dd:not(.skeleton)').first().waitFor();
    const buttons = page.locator('.page-tools .button:visible');
    await expect.poll(() => buttons.allInnerTexts()).toEqual(['Back to Invoices', 'Edit', 'More']);
    const tops = await buttons.evaluateAll((all) =>
      all.map((it) => it.getBoundingClientRect().top),
    );
    expect(new Set(tops).size).toBe(1);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect
      .poll(async () => (await buttons.allTextContents()).map((text) => text.split(' invoice')[0]))
      .toEqual([
        'Email',
        'Download',
        'Payment Offline',
        'Back to Invoices',
        'Payments',
        'Timeline',
        'Edit',
        'Less',
      ]);
  });

  it('SHELL-10 LIST-16 has a customer’s way back, Statement and More in one line, the others under More', async () => {
    const page = await suite.openAs('/customer/1/summary', undefined, PHONE);
    await page.getByRole('button', { name: 'Statement' }).waitFor();
    const tools = page.locator('.page-tools > :visible');
    const lines = () =>
      tools.evaluateAll((all) => new Set(all.map((it) => it.getBoundingClientRect().top)).size);
    await expect.poll(() => tools.allInnerTexts()).toEqual(['Back', 'Statement', 'More']);
    await expect.poll(lines).toBe(1);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const contact = page.getByRole('region', { name: 'Contact' }).locator('dl');
    const beyond = await contact.evaluate((list) => {
      const name = list.querySelector('dd');
      if (name) name.textContent = 'Maximiliana Wolfeschlegelsteinhausenbergerdorff';
      return list.scrollWidth - list.clientWidth;
    });
    expect(beyond).toBe(0);
    await page.getByLabel('Show as table').check();
    await page.getByRole('table').first().waitFor();
  });

  it('ACC-06 shows all four rights of a menu in the Permission dialog', async () => {
    const page = await suite.openAs('/user', undefined, PHONE);
    await page.getByRole('button', { name: 'View Permission' }).first().click();
    const table = page.getByRole('region', { name: 'Menus' });
    await table.getByRole('columnheader', { name: 'Delete' }).waitFor();
    await expect.poll(() => table.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  });
});

describe('a list on a phone', () => {
  it('LIST-11 has one primary button, the others under More, and nothing to scroll sideways', async () => {
    const page = await suite.openAs('/transactions', undefined, PHONE);
    await listRows(page);
    const buttons = page.locator('.page-tools .button:visible');
    await expect.poll(() => buttons.allInnerTexts()).toEqual(['Import Transactions', 'More']);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect
      .poll(async () => (await buttons.allInnerTexts()).toSorted())
      .toEqual([
        'Add Transaction',
        'Exceptions',
        'Export Transactions',
        'Import Transactions',
        'Less',
        'Past imports',
      ]);
    await expect
      .poll(() => page.locator('.page .button.primary').allInnerTexts())
      .toEqual(['Import Transactions']);
    const over = await page
      .locator('.page-tools')
      .evaluate((tools) =>
        [tools, document.documentElement].map((it) => it.scrollWidth - it.clientWidth),
      );
    expect(over).toEqual([0, 0]);
  });

  it('LIST-11 LIST-14 has six tools in one line, with the number of filters and on narrower phones too', async () => {
    const page = await suite.openAs('/dailyrates/rates?filter=site_number:53112', undefined, PHONE);
    await listRows(page);
    const tops = () =>
      page
        .locator('.list-bar > *')
        .evaluateAll((all) =>
          all.map((it) => it.getBoundingClientRect().top - 0.5).map(Math.round),
        );
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(async () => (await tops()).length).toBe(6);
      await expect.poll(async () => new Set(await tops()).size).toBe(1);
    }
  });

  it('LIST-01 shows a row as a card of its name and what matters besides', async () => {
    const page = await suite.openAs('/transactions', undefined, PHONE);
    const fields = async () => {
      await listRows(page);
      const card = page.locator('table.list > tbody > tr[data-row]').first();
      return card
        .locator(':scope > td:not(.tool):visible')
        .evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset.label));
    };
    expect(await fields()).toEqual(['Auth Code', 'Time Stamp', 'Card Number', 'Company', 'Amount']);
    await page.goto('/managercards');
    expect(await fields()).toEqual(['Number', 'Company', 'Status', 'Driver Name']);
    await page.goto('/invoices');
    expect(await fields()).toEqual([
      ...['Invoice Number', 'Company', 'Date Due', 'Status', 'Total', 'Amount Due'],
    ]);
    // What is due beside the total: without their labels nobody knows which is which.
    const written = await page
      .locator('table.list > tbody > tr[data-row]')
      .first()
      .locator('td.figure:visible')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content));
    expect(written).toEqual(['"Total "', '"Amount Due "']);
    await page.goto('/transactions/exceptions');
    expect(await fields()).toEqual(
      expect.arrayContaining(['Auth Code', 'Rule', 'Time Stamp', 'Card Number']),
    );
  });
});
