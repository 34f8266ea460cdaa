import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { lookAt } from './look.ts';
import type { Screen } from './screen-ways.ts';
import { SCREENS } from './screens-table.ts';
import { browserSuite } from './suite.ts';

const suite = browserSuite();

/** Alternates wide and light with narrow and dark; `npm run screens` covers every combination. */
const MANNERS = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 360, height: 780 } },
] as const;

type Manner = (typeof MANNERS)[number];

/** How many screens to check in parallel. */
const LANES = 4;

interface Look {
  readonly screen: Screen;
  readonly manner: Manner;
}

/** Screens of one account and manner share a page, because a page of its own costs twice the time. */
const sharesPage = ({ as, tolerates }: Screen) => as !== null && tolerates === undefined;

async function findingsOf(look: Look, shared: Map<string, Page>): Promise<string[]> {
  const { screen, manner } = look;
  const key = `${screen.as} ${manner.colorScheme}`;
  try {
    const page = (sharesPage(screen) && shared.get(key)) || (await open(look));
    const findings = await lookAt(page, screen);
    if (sharesPage(screen)) shared.set(key, page);
    else await page.close();
    return findings;
  } catch (error) {
    return [(error as Error).message];
  }
}

async function open({ screen: { as, tolerates }, manner }: Look): Promise<Page> {
  const options = { ...manner, ...(tolerates && { tolerates }) };
  if (as === null) return suite.open(options);
  const page = await suite.openAs('about:blank', as, options);
  // The next screen leaves a form with unsaved changes; staying would be the default answer.
  page.on('dialog', (dialog) => dialog.accept());
  return page;
}

it('SHELL-13 every screen: no axe findings, and none is wider than the window', async () => {
  const waiting = SCREENS.map(
    (screen, index): Look => ({ screen, manner: MANNERS[index % 2] as Manner }),
  );
  const wrong: Record<string, string[]> = {};
  const lane = async () => {
    const shared = new Map<string, Page>();
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const findings = await findingsOf(next, shared);
      if (findings.length > 0) wrong[next.screen.name] = findings;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  expect(wrong).toEqual({});
}, 400_000);

it('every screen has a unique name', () => {
  const names = SCREENS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
