import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PASSWORD } from '@forecourt/sandbox';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core';

const FULL = '/usr/bin/chromium';
/** Without windows: the same pages for half the processor time. It keeps no page for the Back button. */
const SHELL = '/usr/bin/chromium-headless-shell';

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the browser, the full one where a test needs it; throws, and says what to do, where there is none. */
export async function launchBrowser({
  full = false,
  ...options
}: LaunchOptions & { readonly full?: boolean } = {}): Promise<Browser> {
  const light = existsSync(SHELL) ? SHELL : FULL;
  const executablePath = process.env.CHROMIUM_PATH ?? (full ? FULL : light);
  if (!existsSync(executablePath)) {
    throw new Error(
      `The portal's tests need Chromium at ${executablePath}. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.`,
    );
  }
  return chromium.launch({ executablePath, args: QUIET, ...options });
}

/** For what comes at once on an idle machine; a busy one must not fail a test. */
const PATIENCE_MS = 45_000;

export interface Watched {
  readonly page: Page;
  /** What the page complained of: script errors, console errors, breaches of the content security policy. */
  readonly complaints: string[];
}

/** A fresh browser profile on one page, watched for complaints. */
export async function openPage(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    // 403 is the service's answer to who may not switch (AUTH-08); the browser logs it all the same.
    if (message.location().url.endsWith('/switch/active')) return;
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  await page.exposeFunction('notifyViolation', (text: string) =>
    complaints.push(`policy: ${text}`),
  );
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { notifyViolation } = globalThis as unknown as { notifyViolation(text: string): void };
      notifyViolation(`${violatedDirective} ${blockedURI}`);
    });
  });
  return { page, complaints };
}

export const ACCOUNTS = [
  'admin@forecourt.test',
  'clerk@forecourt.test',
  'viewer@northhaul.test',
  'nobody@forecourt.test',
] as const;

export type Account = (typeof ACCOUNTS)[number];

/** Signs in by the login form, and waits for the menu. */
export async function signIn(page: Page, email: Account = 'admin@forecourt.test'): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#main-menu').waitFor({ state: 'attached' });
}

const axeSource = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe finds wrong with the page, as 'rule: element', by WCAG 2.2 AA. */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    // Evaluated, not added as an element: the page's policy stays as it is.
    const { readFile } = await import('node:fs/promises');
    await page.evaluate(await readFile(axeSource, 'utf8'));
  }
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // Only what is wrong is read, and by its markup: the rest is not worked out.
      resultTypes: ['violations'],
      selectors: false,
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
    );
  });
}
