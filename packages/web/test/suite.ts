import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, PASSWORD, type Sandbox } from '@forecourt/sandbox';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { type Account, launchBrowser, openPage } from './browser.ts';
import { type Kept, pageKeeper } from './kept-pages.ts';

export interface OpenOptions extends BrowserContextOptions {
  /** Complaints that the test itself causes. */
  readonly tolerates?: RegExp;
}

/** One browser for all files of a worker: launching one for each takes longer than most tests. It ends with the worker. */
let launched: Browser | undefined;

async function workersBrowser(): Promise<Browser> {
  if (!launched?.isConnected()) launched = await launchBrowser();
  return launched;
}

const keeper = pageKeeper();

/**
 * The ports of this worker's sandboxes, one after the other, so that all tests can use the same pages: of the files' own
 * sandboxes, and of those that a test opens beside it.
 */
const workersPorts = { own: 0, separate: 0 };

/** Serves a sandbox at this worker's port; returns its address. */
export async function listen(sandbox: Sandbox, use: keyof typeof workersPorts): Promise<string> {
  // Another process, or the test's other sandbox, may have the port.
  const { url } = await sandbox
    .listen({ port: workersPorts[use] })
    .catch(() => sandbox.listen({ port: 0 }));
  workersPorts[use] = Number(new URL(url).port);
  return url;
}

/** Waits until a notification has this text. */
export const waitForToast = (
  page: Page,
  text: string,
  options?: { readonly timeout: number },
): Promise<void> =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor(options);

/** Stops the page's clock, so that no timer depends on how fast the machine is; `page.clock.runFor` lets it go on. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/**
 * Waits until the page has done all that an action causes: what it would send is on its way. A page that isn't drawn has
 * no idle time, so the wait is bounded.
 */
export const idle = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 5_000 })),
  );

interface Opened extends Kept {
  /** The address it was opened at. */
  readonly url: string;
  readonly tolerates: RegExp | undefined;
}

/** The pages of the test that runs. */
const opened: Opened[] = [];

const complaintsOf = ({ complaints, tolerates }: Opened): string[] =>
  complaints.filter((text) => !tolerates?.test(text));

/**
 * Leaves a test's pages at the address of a sandbox that is about to close; a page that still loads something would complain
 * of a service that is gone. Later tests get those of a test that passed and without complaints.
 */
export async function leavePagesOf(url: string, passed: boolean): Promise<void> {
  const pages = opened.filter((one) => one.url === url);
  const leave = (one: Opened) => {
    if (!passed || complaintsOf(one).length > 0) return one.page.context().close();
    opened.splice(opened.indexOf(one), 1);
    return one.giveBack();
  };
  await Promise.all(pages.map(leave));
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

  beforeAll(async () => {
    browser = await workersBrowser();
    dataDir = await mkdtemp(join(tmpdir(), 'forecourt-web-'));
    // The shared database contains the sessions; otherwise the data is seeded again.
    if (signedIn) await cp(inject('seededDir'), dataDir, { recursive: true });
    sandbox = await createSandbox({
      dataDir,
      synchronous: 'normal',
      portalDir: inject('portalDir'),
      passwordCost: 4,
    });
    url = await listen(sandbox, 'own');
  });
  afterEach(async ({ task }) => {
    const pages = opened.splice(0);
    const complaints = pages.flatMap(complaintsOf);
    const passed = task.result?.state !== 'fail' && complaints.length === 0;
    await Promise.all(pages.map((one) => (passed ? one.giveBack() : one.page.context().close())));
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    await sandbox?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function open({ tolerates, ...options }: OpenOptions = {}): Promise<Page> {
    const { baseURL = url } = options;
    const kept = await keeper.open(baseURL, options, () => openPage(browser, baseURL, options));
    opened.push({ ...kept, url: baseURL, tolerates });
    return kept.page;
  }

  /** The browser storage of an account's session at an address; that from the seeded database, unless a token is given. */
  function sessionOf(account: Account, address: string, token?: string) {
    const { cookies, origins } = inject('sessions')[account];
    const own = { domain: new URL(address).hostname, ...(token && { value: token }) };
    return {
      cookies: cookies.map((cookie) => ({ ...cookie, ...own })),
      origins: origins.map((kept) => ({ ...kept, origin: address })),
    };
  }

  /** A session of the account's own at a sandbox, which a test may end. */
  async function ownSession(account: Account, address: string) {
    const response = await fetch(`${address}/api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: account, password: PASSWORD }),
    });
    await response.arrayBuffer();
    const token = encodeURIComponent(response.headers.get('authorization') ?? '');
    return sessionOf(account, address, token);
  }

  return {
    /** Address of this file's sandbox, which serves the portal with demo data. */
    url: () => url,
    open,
    /** Opens a route with a new session, which the test may end: signed in as by the form, without its two pages. */
    async openOwn(
      route: string,
      account: Account = 'admin@forecourt.test',
      options: OpenOptions = {},
    ): Promise<Page> {
      const { baseURL = url } = options;
      const page = await open({ ...options, storageState: await ownSession(account, baseURL) });
      await page.goto(route);
      return page;
    },
    /** Opens a route, at any host of this file's sandbox, with a session shared by the file's tests; none may end it. */
    async openAs(
      route: string,
      account: Account = 'admin@forecourt.test',
      { prepare, ...options }: OpenOptions & { prepare?: (page: Page) => unknown } = {},
    ): Promise<Page> {
      const { baseURL = url } = options;
      const page = await open({ ...options, storageState: sessionOf(account, baseURL) });
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
