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
  // A page lives for seconds: optimised code and frequent collections of young objects cost more than they return.
  '--js-flags=--no-opt --no-maglev --min-semi-space-size=32 --max-semi-space-size=32',
];

/** Launches the browser; `full` when a test needs more than the headless shell. Throws with instructions when there is none. */
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

/** For steps that are immediate on an idle machine; a busy one must not fail a test. */
export const PATIENCE_MS = 120_000;

export interface Watched {
  readonly page: Page;
  /** The page's complaints: script errors, console errors, violations of the content security policy. */
  readonly complaints: string[];
}

/** What a page has when its test asks for nothing else. */
export const USUAL = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const;

/** Opens a page with a fresh browser profile and collects its complaints. */
export async function openPage(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({
    baseURL,
    ...USUAL,
    acceptDownloads: true,
    // Drawing the frames of animations takes a fifth of the browser's time, and no test looks at them.
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  // The context's events, so that a test's own listeners on the page can all be removed.
  context.on('weberror', (fault) => {
    if (fault.page() === page) complaints.push(`page error: ${fault.error().message}`);
  });
  context.on('console', (message) => {
    if (message.page() !== page) return;
    // The service answers 403 to users who may not switch (AUTH-08), and the browser logs that.
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

/** The service's answer to a call whose session is over, for `route.fulfill`. */
export const SESSION_OVER = {
  status: 401,
  contentType: 'application/problem+json',
  body: JSON.stringify({ title: 'Unauthorized', status: 401, detail: 'This session is over.' }),
};

export const ACCOUNTS = [
  'admin@forecourt.test',
  'clerk@forecourt.test',
  'viewer@northhaul.test',
  'nobody@forecourt.test',
] as const;

export type Account = (typeof ACCOUNTS)[number];

/** Signs in through the login form and waits for the menu. */
export async function signIn(page: Page, email: Account = 'admin@forecourt.test'): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#main-menu').waitFor({ state: 'attached' });
}

const axeSource = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The page's violations of WCAG 2.2 AA according to axe, as 'rule: element'. */
export async function axeFindings(page: Page): Promise<string[]> {
  // A colour on its way to another one has neither's contrast.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished),
    ),
  );
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    // Evaluated rather than added as an element, so that the page's policy still applies.
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
