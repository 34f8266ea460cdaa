import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { sampleOf } from '../../../scripts/sample.ts';
import { lookAt } from './look.ts';
import type { Screen } from './screen-ways.ts';
import { SCREENS } from './screens-table.ts';
import { browserSuite } from './suite.ts';

const suite = browserSuite();

/** Alternates wide and light with narrow and dark, in each brand; `npm run screens` covers every combination. */
const MANNERS = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 360, height: 780 } },
] as const;

type Manner = (typeof MANNERS)[number];

/** The brands take turns on the narrow screens: names and logos of any length fit at 360 px. */
const BRANDS = ['', 'harbour', 'prairie', 'northline'] as const;

/** How many pages to use in parallel. */
const LANES = 4;

interface Look {
  readonly screen: Screen;
  readonly manner: Manner;
  readonly brand: (typeof BRANDS)[number];
}

/** Screens of one account, manner and brand share a page, because a page of its own costs twice the time. */
const pageOf = ({ screen: { as, name, tolerates }, manner, brand }: Look) =>
  as === null || tolerates ? name : `${as} ${manner.colorScheme} ${brand}`;

async function open({ screen: { as, tolerates }, manner, brand }: Look): Promise<Page> {
  const baseURL = suite.url().replace(/127\.0\.0\.1|localhost/, `${brand}.localhost`);
  const options = { ...manner, ...(tolerates && { tolerates }), ...(brand && { baseURL }) };
  if (as === null) return suite.open(options);
  const page = await suite.openAs('about:blank', as, options);
  // The next screen leaves a form with unsaved changes; staying would be the default answer.
  page.on('dialog', (dialog) => dialog.accept());
  return page;
}

/** Looks at screens one after the other on one page. Returns the findings of each that has some, by name. */
async function lookAtAll(looks: readonly Look[]): Promise<Record<string, string[]>> {
  const wrong: Record<string, string[]> = {};
  let page: Page | undefined;
  for (const look of looks) {
    try {
      page ??= await open(look);
      const findings = await lookAt(page, look.screen);
      if (findings.length > 0) wrong[look.screen.name] = findings;
    } catch (error) {
      wrong[look.screen.name] = [(error as Error).message];
      page = undefined;
    }
  }
  return wrong;
}

const LOOKS = SCREENS.map(
  (screen, index): Look => ({
    screen,
    manner: MANNERS[index % 2] as Manner,
    brand: BRANDS[index % 2 === 0 ? 0 : (index >> 1) % 4] ?? '',
  }),
);

/** A run of everything looks at one screen in twelve, others by each seed. */
const TAKEN =
  inject('journeys') === undefined ? LOOKS : sampleOf(LOOKS, 12, ({ screen }) => screen.name);

it('SHELL-13 every screen: no axe findings, and none is wider than the window in any brand', async () => {
  const waiting = Map.groupBy(TAKEN, pageOf).values();
  const wrong: Record<string, string[]> = {};
  const lane = async () => {
    for (const ofPage of waiting) Object.assign(wrong, await lookAtAll(ofPage));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  expect(wrong).toEqual({});
}, 400_000);

it('every screen has a unique name', () => {
  const names = SCREENS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
