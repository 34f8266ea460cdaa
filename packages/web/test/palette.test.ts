import { menuEntries } from '@forecourt/core';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { sampleOf } from '../../../scripts/sample.ts';
import { axeFindings } from './browser.ts';
import { chooseListed } from './forms.ts';
import { it } from './journey.ts';
import { browserSuite, idle, listRows } from './suite.ts';

const suite = browserSuite();
const REFUSED = 'Not allowed for your account';

const field = (page: Page) => page.getByRole('combobox', { name: /^Search/ });
const options = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option');
const group = (page: Page, name: string) => page.getByRole('group', { name }).getByRole('option');

/** The active option of the field. */
const active = async (page: Page) => {
  const id = await field(page).getAttribute('aria-activedescendant');
  return page.locator(`[id="${id}"]`);
};

/** Presses Ctrl K once the page hears keys: a busy one shows its bar some time before. */
async function pressShortcut(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor();
  await idle(page);
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
}

async function openPalette(page: Page): Promise<void> {
  await pressShortcut(page);
  await options(page).first().waitFor();
}

describe('command palette', () => {
  it('SHELL-13 opens with Ctrl K anywhere, has the focus, and is used with arrows and Enter', async () => {
    const page = await suite.openAs('/Dashboard');
    await openPalette(page);
    await expect
      .poll(() => field(page).evaluate((element) => element === document.activeElement))
      .toBe(true);
    await expect.poll(async () => (await active(page)).textContent()).toBe('Dashboard');
    await page.keyboard.press('ArrowDown');
    await expect.poll(async () => (await active(page)).textContent()).toBe('Customer');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect
      .poll(async () => (await active(page)).textContent())
      .toBe(await options(page).last().textContent());
    await page.keyboard.type('daily r');
    await expect.poll(async () => (await active(page)).textContent()).toBe('Daily Rates');
    await expect.poll(async () => (await active(page)).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dailyrates');
    await expect.poll(() => field(page).isVisible()).toBe(false);
  });

  it('closes with Escape, with Ctrl K again and with a click beside it; the focus returns', async () => {
    const page = await suite.openAs('/Dashboard');
    const button = page.getByRole('button', { name: 'Search' });
    await button.click();
    await field(page).waitFor();
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'detached' });
    await expect
      .poll(() => button.evaluate((element) => element === document.activeElement))
      .toBe(true);
    await openPalette(page);
    await page.keyboard.press('Control+k');
    await field(page).waitFor({ state: 'detached' });
    await openPalette(page);
    await page.mouse.click(20, 800);
    await field(page).waitFor({ state: 'detached' });
  });

  it('SHELL-05 ACC-05 lists refused entries last, disabled, with their reason; Enter on them does nothing', async () => {
    const page = await suite.openAs('/Dashboard', 'viewer@northhaul.test');
    await openPalette(page);
    const menus = menuEntries(undefined).length;
    await expect.poll(() => group(page, 'Go to').count()).toBeLessThan(menus);
    const refused = await group(page, REFUSED).allTextContents();
    expect(refused).toContainEqual(expect.stringMatching(/^Users.*read on screen FU/));
    expect(refused).toContainEqual(
      expect.stringMatching(/^Import Transactions.*create on screen FT/),
    );
    expect(refused).toContainEqual(expect.stringMatching(/^Add Card.*create on screen FCM/));
    expect(refused).toContainEqual(expect.stringMatching(/^Switch Account.*no other account/));
    // It may save statements, but not choose a customer.
    expect(refused).toContainEqual(
      expect.stringMatching(/^Statement of customer.*read on screen FCC/),
    );
    const all = await options(page).allTextContents();
    expect(all.slice(-refused.length)).toEqual(refused);
    await page.keyboard.type('import tr');
    await page.keyboard.press('ArrowUp');
    await expect
      .poll(async () => (await active(page)).textContent())
      .toContain('Import Transactions');
    await expect.poll(async () => (await active(page)).getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Enter');
    await options(page).last().click({ force: true });
    expect(new URL(page.url()).pathname).toBe('/Dashboard');
    await expect.poll(() => field(page).isVisible()).toBe(true);
  });

  it.each(
    sampleOf(
      [
        [
          '7076 8500 0000 0010',
          'Cards',
          '/managercards',
          'filter=card_number%3A%3A7076850000000010',
        ],
        ['2026-USD', 'Invoices', '/invoices', 'filter=invoice_number%3A%3A2026-USD'],
        ['A2', 'Transactions', '/transactions', 'filter=authentication_id%3A%3AA2'],
        ['Osterfell', 'Customer', '/customer', 'filter=name%3A%3AOsterfell'],
      ],
      2,
      ([text]) => text,
    ),
  )('LIST-10 %s is looked for among %s', async (text, label, path, query) => {
    const page = await suite.openAs('/Dashboard');
    await openPalette(page);
    const filter = group(page, 'Find').filter({ hasText: `${label}: ` });
    await page.keyboard.type(text);
    // A list that takes more than eight seconds is named as not searched; on a busy machine it is asked again.
    const late = page.getByText(/^Could not be searched/);
    await filter.first().or(late).first().waitFor();
    while (await late.isVisible()) {
      await field(page).fill('');
      await late.waitFor({ state: 'detached' });
      await page.keyboard.type(text);
      await filter.first().or(late).first().waitFor();
    }
    await filter.first().click();
    await page.waitForURL(`**${path}?${query}`);
    await page.locator('table.list[aria-busy=false]').waitFor();
  });

  it('LIST-16 finds what is done to records, a driver’s cards, and nothing for a word that is nowhere', async () => {
    const page = await suite.openAs('/managercards?size=5');
    const [cells = []] = await listRows(page);
    const [card = ''] = cells;
    // As the columns of CARD-01 have it.
    const driver = cells[7] ?? '';
    await openPalette(page);
    const found: (string | null)[] = [];
    for (const word of ['hold', 'email', 'void', 'reverse', 'password']) {
      await field(page).fill(word);
      await expect
        .poll(async () => (await active(page)).textContent())
        .toMatch(new RegExp(`^${word === 'password' ? 'Profile' : word}`, 'i'));
      found.push(await (await active(page)).textContent());
    }
    expect(found).toEqual([
      'Hold card Choose it in Cards',
      expect.stringMatching(/^Email invoice/),
      'Void invoice Choose it in Invoices',
      expect.stringMatching(/^Reverse payment/),
      'Profile',
    ]);
    await field(page).fill(driver);
    await group(page, 'Exact match').filter({ hasText: card }).first().waitFor();
    await field(page).fill('zzzzqqq');
    await page.getByText('No matches. Try a section').waitFor();
    await expect.poll(() => options(page).count()).toBe(0);
  });

  it('LIST-16 loses no key that is typed while its code is still on the way', async () => {
    const page = await suite.openAs('/Dashboard');
    const held = Promise.withResolvers<void>();
    await page.route(/assets\/Palette-/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await pressShortcut(page);
    await page.keyboard.type('daily ra');
    await page.keyboard.press('Enter');
    await expect.poll(() => field(page).inputValue()).toBe('daily ra');
    held.resolve();
    await page.waitForURL('**/dailyrates');
  });

  it('LIST-16 finds a record by its number first, remembers it, and offers its actions', async () => {
    const page = await suite.openOwn('/invoices?size=5&filter=status:Sent');
    const [[number = ''] = []] = await listRows(page);
    await page.goto('/managercards?size=5');
    const [[card = ''] = []] = await listRows(page);
    await openPalette(page);
    // Typed and entered at once: it waits for the service.
    await page.keyboard.type(number);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/invoices/${number}/view`);
    await page.getByRole('button', { name: `Email invoice ${number}` }).waitFor();
    await openPalette(page);
    await expect
      .poll(() => group(page, `This invoice ${number}`).allTextContents())
      .toEqual(
        expect.arrayContaining([
          'Email',
          'Edit',
          `Payments Of invoice ${number}`,
          'Payment Offline',
        ]),
      );
    await page.keyboard.type('payment off');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add Payment' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await openPalette(page);
    await page.keyboard.type(card);
    const found = group(page, 'Exact match');
    await found.first().waitFor();
    await expect.poll(() => found.first().textContent()).toContain(card);
    await found.first().click();
    await page.waitForURL('**/managercards/*/view');
    // What is offered for a record is what its page shows when the palette opens.
    await page.locator('[data-record]').waitFor();
    await openPalette(page);
    await expect.poll(() => group(page, 'Recent').allTextContents()).toEqual([`${number} invoice`]);
    const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(await kept()).toContain(number);
    expect(await kept()).not.toContain(card.replaceAll(' ', ''));
    // The card's own list, told from that of all.
    await page.keyboard.type('transactions');
    await expect
      .poll(() => group(page, `This card ${card}`).first().textContent())
      .toBe(`Transactions Of card ${card}`);
    await expect.poll(() => group(page, 'Go to').first().textContent()).toBe('Transactions');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('sign out');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await kept()).not.toContain('forecourt.recent');
  });

  it('LIST-15 LIST-16 sets last month in three steps, with the list’s other filters, and opens its filter', async () => {
    const page = await suite.openAs(
      '/transactions?page=2&from=2026-11-01&filter=txn_company::Haul',
    );
    await listRows(page);
    await openPalette(page);
    await page.keyboard.type('last m');
    await expect
      .poll(async () => (await active(page)).textContent())
      .toBe('Transactions: Time Stamp, last month');
    await page.keyboard.press('Enter');
    await page.waitForURL(
      (url) => url.search === '?filter=txn_company%3A%3AHaul&filter=txn_date%3Alast-month',
    );
    await page.getByRole('button', { name: /^Remove filter Time Stamp is last month/ }).waitFor();
    await openPalette(page);
    await page.keyboard.type('filter');
    await expect
      .poll(() => group(page, 'This list').allTextContents())
      .toEqual(['Advanced Filter']);
    await page.keyboard.press('Enter');
    const focused = () =>
      page.evaluate(() => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent);
    await expect.poll(focused).toBe('Auth Code');
    // Away from a list, each list with a date of its own is offered.
    await page.goto('/Dashboard');
    await openPalette(page);
    await page.keyboard.type('yesterday');
    await expect
      .poll(() => group(page, 'Find').allTextContents())
      .toEqual(expect.arrayContaining(['Invoices: Date Issued, yesterday']));
  });

  it('LIST-16 says which list could not be searched, with the rest', async () => {
    const page = await suite.openAs('/Dashboard', undefined, { tolerates: /status of 400/ });
    await page.route(/\/api\/v1\/customers\?/, (route) => route.fulfill({ status: 400, body: '' }));
    await openPalette(page);
    await page.keyboard.type('A25');
    await group(page, 'Records').first().waitFor();
    await page.getByText('Could not be searched: Customer.').waitFor();
  });

  it('TXN-14 starts the import in its own screen, once', async () => {
    const page = await suite.openAs('/Dashboard');
    await openPalette(page);
    await page.keyboard.type('import tr');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/transactions');
    const dialog = page.getByRole('dialog', { name: 'Import Transactions' });
    await dialog.waitFor();
    await page.reload();
    await listRows(page);
    await expect.poll(() => dialog.isVisible()).toBe(false);
  });

  it('AUTH-06 AUTH-07 AUTH-05 switches the colours and the account, switches back and logs out', async () => {
    const page = await suite.openOwn('/managercards', undefined, { colorScheme: 'light' });
    const command = async (text: string) => {
      await openPalette(page);
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    };
    await command('dark');
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.getByRole('button', { name: 'Light colours' }).waitFor();
    await command('switch acc');
    const dialog = page.getByRole('dialog', { name: 'Switch Profile' });
    await chooseListed(dialog.getByRole('combobox'), 'North Haul');
    await dialog.getByRole('button', { name: 'Switch', exact: true }).click();
    const banner = page.getByRole('region', { name: 'Switched account' });
    await banner.waitFor();
    await command('switch back');
    await banner.waitFor({ state: 'detached' });
    await listRows(page);
    await command('sign out');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });

  it('does not open over a dialog', async () => {
    const page = await suite.openAs('/transactions');
    await page.getByRole('button', { name: 'Import Transactions' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Control+k');
    await idle(page);
    await expect.poll(() => field(page).count()).toBe(0);
  });

  it.each(
    sampleOf(
      [
        ['light', 1440],
        ['dark', 390],
      ] as const,
      2,
      String,
    ),
  )('SHELL-13 axe finds nothing, %s at %i px', async (colorScheme, width) => {
    const page = await suite.openAs('/Dashboard', 'viewer@northhaul.test', {
      colorScheme,
      viewport: { width, height: 844 },
    });
    await openPalette(page);
    await idle(page);
    const whole = await axeFindings(page);
    await page.keyboard.type('??');
    await page.getByText('No matches. Try').waitFor();
    await idle(page);
    expect([whole, await axeFindings(page)]).toEqual([[], []]);
  });
});
