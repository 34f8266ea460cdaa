import type { CDPSession, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { SESSION_OVER, signIn } from './browser.ts';
import { chooseListed } from './forms.ts';
import { it } from './journey.ts';
import { browserSuite, listRows } from './suite.ts';

const suite = browserSuite();
const NORTH_HAUL = 'North Haul Carriers Ltd.';
/** A company unrelated to North Haul, with text of it that is on screen before the switch. */
const OTHER = 'Osterfell';

const banner = (page: Page) => page.getByRole('region', { name: 'Switched account' });

async function switchTo(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button').last().click();
  await page.getByRole('button', { name: 'Switch Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch Profile' });
  await chooseListed(dialog.getByLabel('Company Name'), NORTH_HAUL);
  const loaded = page.waitForEvent('load');
  await dialog.getByRole('button', { name: 'Switch', exact: true }).click();
  await loaded;
  await banner(page).waitFor();
  await listRows(page);
}

/** Everything that a page shows and stores, as text. */
const everything = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll('input, select')].map((field) =>
        'value' in field ? String(field.value) : '',
      ),
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      JSON.stringify(history.state),
      decodeURIComponent(location.href),
      document.cookie,
      document.title,
    ].join('\n'),
  );

async function heapText(cdp: CDPSession): Promise<string> {
  const chunks: string[] = [];
  cdp.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  return chunks.join('');
}

/**
 * Uses the user's own account: filters, a record, chosen columns, the palette; all with another
 * company's data.
 */
async function workAround(page: Page): Promise<void> {
  await page.goto(`/invoices?filter=company_name::${OTHER}`);
  await listRows(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /^View/ }).first().click();
  await page.getByText(OTHER).first().waitFor();
  await page.goto(`/transactions?filter=txn_company::${OTHER}&size=5`);
  await listRows(page);
  await page.getByRole('link', { name: 'Cards' }).click();
  await listRows(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search/ }).fill(OTHER);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/customer/*/summary');
  await page.getByRole('heading', { level: 1, name: OTHER }).waitFor();
  expect(await everything(page)).toContain(OTHER);
}

describe('acting for another account', () => {
  it('AUTH-06 leaves no byte of your own account on screen, in storage, in memory, in the address or behind Back', async () => {
    const page = await suite.openOwn('/managercards');
    await workAround(page);
    const cdp = await page.context().newCDPSession(page);
    expect(await heapText(cdp)).toContain(OTHER);
    await switchTo(page);
    expect(await everything(page)).not.toContain(OTHER);
    expect(await heapText(await page.context().newCDPSession(page))).not.toContain(OTHER);
    const entries = await page.evaluate(() => history.length);
    expect(entries).toBeGreaterThan(4);
    for (let back = 1; back < entries; back += 1) {
      await page.goBack({ waitUntil: 'commit' });
      await page.waitForLoadState('load');
      // The first entry: a kept page rests on a file.
      if (/^about:blank$|\/brands\.json$/.test(page.url())) break;
      await banner(page).waitFor();
      await page.getByRole('main').getByRole('heading').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(new URL(page.url()).pathname.split('/')).toHaveLength(2);
      expect(await everything(page)).not.toContain(OTHER);
    }
  });

  it('AUTH-07 leaves nothing of the switched account either, and your own history works within a session', async () => {
    // Switching back ends the session that the list may still be using.
    const page = await suite.openOwn('/managercards', undefined, { tolerates: /status of 401/ });
    await listRows(page);
    await switchTo(page);
    await page.goto('/transactions?filter=txn_company::North');
    await listRows(page);
    await page.goto('/invoices');
    await listRows(page);
    await page.goBack();
    await page.waitForURL(/transactions.*North/);
    const loaded = page.waitForEvent('load');
    await banner(page).getByRole('button', { name: 'Switch back' }).click();
    await loaded;
    await listRows(page);
    await page.goBack();
    await listRows(page);
    expect(page.url()).not.toContain('North');
  });

  it('LIST-10 keeps the chosen columns of each account apart', async () => {
    const page = await suite.openOwn('/managercards');
    await listRows(page);
    const heading = page.getByRole('columnheader', { name: 'Trailer' });
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Trailer' }).uncheck();
    await page.keyboard.press('Escape');
    await expect.poll(() => heading.count()).toBe(0);
    await switchTo(page);
    await expect.poll(() => heading.count()).toBe(1);
    await page.reload();
    await listRows(page);
    await expect.poll(() => heading.count()).toBe(1);
  });

  it("AUTH-05 does not restore another user's open pages after signing in", async () => {
    const page = await suite.open({ tolerates: /status of 40[13]/ });
    await page.goto('/');
    await signIn(page);
    await page.goto(`/invoices?filter=company_name::${OTHER}`);
    await listRows(page);
    await page.context().clearCookies();
    await page.route('**/api/v1/**', (route) => route.fulfill(SESSION_OVER), {
      times: 3,
    });
    // The list's totals may meet the refusal first; then Refresh is gone already.
    const refresh = page.getByRole('button', { name: 'Refresh' });
    await refresh.click({ timeout: 2_000 }).catch(() => undefined);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.unrouteAll();
    await signIn(page, 'viewer@northhaul.test');
    await listRows(page);
    expect(new URL(page.url()).pathname).toBe('/managercards');
    expect(await everything(page)).not.toContain(OTHER);
    // The next user's own history works and stops where the former user's begins.
    await page.getByRole('link', { name: 'Invoices' }).click();
    await page.waitForURL('**/invoices');
    await listRows(page);
    await page.getByRole('link', { name: 'Transactions' }).click();
    await page.waitForURL('**/transactions');
    await listRows(page);
    await page.goBack();
    await page.waitForURL('**/invoices');
    await page.getByRole('heading', { name: 'Invoice', exact: true }).waitFor();
    await page.goForward();
    await page.waitForURL('**/transactions');
    for (let back = 0; back < 3; back += 1) await page.goBack();
    await listRows(page);
    expect(await everything(page)).not.toContain(OTHER);
  });

  it.each([
    ['an answer that is lost', 'abort'],
    ['rights that do not load', 'rights'],
  ] as const)('AUTH-07 %s on the way back leaves a way on', async (_what, kind) => {
    const page = await suite.open({ tolerates: /status of (401|503)|ERR_FAILED/ });
    await page.goto('/');
    await signIn(page);
    await listRows(page);
    await switchTo(page);
    if (kind === 'rights') {
      await page.route('**/api/v1/screens**', (route) => route.fulfill({ status: 503, body: '' }));
    } else {
      await page.route('**/api/v1/switch/manager', async (route) => {
        await route.fetch();
        await route.abort();
      });
    }
    await banner(page).getByRole('button', { name: 'Switch back' }).click();
    if (kind === 'rights') {
      const again = page.getByRole('button', { name: 'Try again' });
      await again.waitFor({ timeout: 30_000 });
      await expect.poll(() => banner(page).count()).toBe(0);
      await page.unrouteAll();
      await again.click();
    } else {
      // The service has ended the switched session, so sign in to the own account again.
      await page
        .getByRole('region', { name: 'Notifications' })
        .getByText(/./)
        .first()
        .waitFor({ timeout: 30_000 });
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      await signIn(page);
    }
    await listRows(page);
    await expect.poll(() => banner(page).count()).toBe(0);
  });
});
