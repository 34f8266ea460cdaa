import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, type Sandbox } from '@forecourt/sandbox';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { type Account, launchBrowser, openPage, type Watched } from './browser.ts';

export interface OpenOptions extends BrowserContextOptions {
  /** Complaints that the test itself causes. */
  readonly tolerates?: RegExp;
}

const contextsOf = new Map<string, Set<BrowserContext>>();

/** Closes the pages opened at another address than the file's own sandbox. */
export async function closePagesOf(url: string): Promise<void> {
  const contexts = contextsOf.get(url) ?? [];
  contextsOf.delete(url);
  await Promise.all([...contexts].map((context) => context.close()));
}

/**
 * A browser and a sandbox for one test file, with the built portal. A test also fails when its
 * pages complain: of a script error, a console error, or a violation of the content security
 * policy.
 */
export function browserSuite({ signedIn = true }: { readonly signedIn?: boolean } = {}) {
  let browser: Browser;
  let sandbox: Sandbox;
  let url = '';
  let dataDir = '';
  const opened: (Watched & { tolerates: RegExp | undefined })[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    dataDir = await mkdtemp(join(tmpdir(), 'forecourt-web-'));
    // The shared database contains the sessions; otherwise the data is seeded again.
    if (signedIn) await cp(inject('seededDir'), dataDir, { recursive: true });
    sandbox = await createSandbox({ dataDir, portalDir: inject('portalDir'), passwordCost: 4 });
    url = (await sandbox.listen({ port: 0 })).url;
  });
  afterEach(async () => {
    const pages = opened.splice(0);
    const complaints = pages.flatMap(({ complaints: all, tolerates }) =>
      all.filter((text) => !tolerates?.test(text)),
    );
    await Promise.all(pages.map(({ page }) => page.context().close()));
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function open({ tolerates, ...options }: OpenOptions = {}): Promise<Page> {
    const { baseURL = url } = options;
    const watched = await openPage(browser, baseURL, options);
    if (baseURL !== url) {
      const known = contextsOf.get(baseURL) ?? new Set();
      contextsOf.set(baseURL, known.add(watched.page.context()));
    }
    opened.push({ ...watched, tolerates });
    return watched.page;
  }

  /** The account's session from the seeded database, at this file's address. */
  function sessionOf(account: Account) {
    const { cookies, origins } = inject('sessions')[account];
    return { cookies, origins: origins.map((kept) => ({ ...kept, origin: url })) };
  }

  return {
    /** Address of this file's sandbox, which serves the portal with demo data. */
    url: () => url,
    open,
    /** Opens a route with a session shared by the file's tests; none may end it. */
    async openAs(
      route: string,
      account: Account = 'admin@forecourt.test',
      { prepare, ...options }: OpenOptions & { prepare?: (page: Page) => unknown } = {},
    ): Promise<Page> {
      const page = await open({ ...options, storageState: sessionOf(account) });
      await prepare?.(page);
      await page.goto(route);
      return page;
    },
  };
}

/** The rows of the list on screen, as text by column. */
export async function listRows(page: Page): Promise<string[][]> {
  await page.locator('table.list tbody tr:not(.skeleton)').first().waitFor();
  await page.locator('table.list[aria-busy=false]').waitFor();
  return page
    .locator('table.list > tbody > tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll(':scope > td:not(.tool)')].map((cell) => cell.textContent ?? ''),
      ),
    );
}

/** Opens lists; returns the page, its calls to the service, and the last call for rows. */
export const listOpener =
  (suite: ReturnType<typeof browserSuite>) => async (route: string, account?: Account) => {
    const calls: string[] = [];
    const page = await suite.openAs(route, account, { prepare: (page) => watchCalls(page, calls) });
    await listRows(page);
    const lastCall = async () => {
      await listRows(page);
      return calls.findLast((call) => call.includes('paged=true'));
    };
    return { page, calls, lastCall };
  };

export const headings = (page: Page): Promise<string[]> =>
  page.locator('table.list > thead th:not(.tool)').allTextContents();

/** Records requests to the service: 'GET /fuel-transaction/authcode?page=1…'. */
export function watchCalls(page: Page, calls: string[] = []): string[] {
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!url.pathname.startsWith('/api/v1/')) return;
    calls.push(
      `${request.method()} ${url.pathname.slice('/api/v1'.length)}${decodeURIComponent(url.search)}`,
    );
  });
  return calls;
}
