import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { USUAL, type Watched } from './browser.ts';

/** A page for one test, which a later test of the worker may get again. */
export interface Kept extends Watched {
  /** Resets the page for the next test, or closes it if its test did what a reset doesn't undo. */
  giveBack(): Promise<void>;
}

/** A small file of the portal: leaving a page for one of the same address keeps its process and compiled code. */
const REST = '/brands.json';

/** What a reset doesn't undo on a page or its context: other tabs, scripts, clocks, media, rights. */
const LASTING = [
  'addInitScript',
  'addLocatorHandler',
  'clock',
  'close',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'newPage',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
];

const EVENTS = [
  'console',
  'dialog',
  'domcontentloaded',
  'download',
  'filechooser',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const;

/** Returns whether one of `LASTING` was used since. */
function watchUse(...owners: readonly object[]): () => boolean {
  let used = false;
  for (const owner of owners) {
    for (const name of LASTING.filter((one) => one in owner)) {
      const member: unknown = Reflect.get(owner, name);
      Object.defineProperty(owner, name, {
        get: () => {
          used = true;
          return typeof member === 'function' ? member.bind(owner) : member;
        },
      });
    }
  }
  return () => used;
}

type State = Exclude<BrowserContextOptions['storageState'], string | undefined>;

const NOBODY: State = { cookies: [], origins: [] };

/** More pages of other sizes and manners than this are seldom asked for again; each takes the memory of a process. */
const MAX_RESTING = 4;

/** Removes what a test added to the page and stored, so that it is as new. */
async function reset(page: Page, cdp: CDPSession, url: string) {
  for (const event of EVENTS) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(`${url}${REST}`);
  await cdp.send('Network.clearBrowserCookies');
  await cdp.send('Page.resetNavigationHistory');
  await page.evaluate(() => {
    sessionStorage.clear();
    localStorage.clear();
  });
  await page.mouse.move(0, 0);
}

/** Stores a session in a page that was reset. */
async function signInAs(page: Page, cdp: CDPSession, { cookies, origins }: State) {
  if (cookies.length > 0) await cdp.send('Network.setCookies', { cookies });
  const stored = origins.flatMap(({ localStorage }) => localStorage);
  await page.evaluate((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, stored);
}

interface Resting extends Kept {
  /** The address and the options that a page keeps from its opening. */
  readonly key: string;
  /** Gives the page the size, colours and session of the next test. */
  enter(options: BrowserContextOptions): Promise<void>;
}

/**
 * Keeps the pages of a worker's tests for its later tests. A page of its own for each takes twice the processor time: it
 * starts a process, and loads and compiles the portal anew.
 */
export function pageKeeper() {
  const resting: Resting[] = [];

  async function keep(key: string, url: string, made: Watched) {
    const { page, complaints } = made;
    const context = page.context();
    const cdp = await context.newCDPSession(page);
    // As it is before its use is watched.
    const emulateMedia = page.emulateMedia.bind(page);
    const isUsed = watchUse(page, context);
    const kept: Resting = {
      ...made,
      key,
      async enter({ storageState, viewport, colorScheme }) {
        await page.setViewportSize(viewport ?? USUAL.viewport);
        await emulateMedia({ colorScheme: colorScheme ?? USUAL.colorScheme });
        await signInAs(page, cdp, (storageState as State | undefined) ?? NOBODY);
      },
      async giveBack() {
        if (isUsed() || page.isClosed() || context.pages().length > 1) return context.close();
        try {
          await reset(page, cdp, url);
          complaints.length = 0;
        } catch {
          return context.close();
        }
        resting.push(kept);
        if (resting.length > MAX_RESTING) await resting.shift()?.page.context().close();
      },
    };
    return kept;
  }

  return {
    /** Returns a page that rests and can have these options, or a new one. */
    async open(
      url: string,
      options: BrowserContextOptions,
      make: () => Promise<Watched>,
    ): Promise<Kept> {
      const { storageState: _, viewport: _size, colorScheme: _colours, ...fixed } = options;
      const key = JSON.stringify({ ...fixed, baseURL: url });
      const at = resting.findLastIndex((one) => one.key === key);
      const [found] = at < 0 ? [] : resting.splice(at, 1);
      if (!found) return keep(key, url, await make());
      await found.enter(options);
      return found;
    },
  };
}
