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

/** How many screens to check in parallel. */
const LANES = 4;

async function findingsOf(screen: Screen, index: number): Promise<string[]> {
  const { as, tolerates } = screen;
  const options = { ...MANNERS[index % 2], ...(tolerates && { tolerates }) };
  const open = () =>
    as === null ? suite.open(options) : suite.openAs('/tracking-logs', as, options);
  try {
    const page = await open();
    const findings = await lookAt(page, screen);
    await page.close();
    return findings;
  } catch (error) {
    return [(error as Error).message];
  }
}

it('SHELL-13 every screen: no axe findings, and none is wider than the window', async () => {
  // Sign each account in once, before the parallel checks share its session.
  for (const as of new Set(SCREENS.map((screen) => screen.as))) {
    if (as !== null) await suite.openAs('/tracking-logs', as);
  }
  const waiting = SCREENS.map((screen, index) => ({ screen, index }));
  const wrong: Record<string, string[]> = {};
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const findings = await findingsOf(next.screen, next.index);
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
