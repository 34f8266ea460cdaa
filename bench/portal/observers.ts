import type { Page } from 'playwright-core';

interface Interaction {
  readonly id: number;
  readonly name: string;
  readonly ms: number;
}

type Reported = typeof globalThis & { interactions: Interaction[]; tasks: number[] };

/** Starts counting; returns the slowest interaction on request (a press is several events, but counts once). */
export async function watchInteractions(page: Page) {
  await page.evaluate(() => {
    const reported: Interaction[] = [];
    Object.assign(globalThis, { interactions: reported });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        const {
          duration,
          interactionId = 0,
          name,
        } = entry as PerformanceEventTiming & {
          interactionId?: number;
        };
        if (interactionId > 0) reported.push({ id: interactionId, name, ms: duration });
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  return async () => {
    await page.waitForTimeout(500);
    const all = await page.evaluate(() => (globalThis as Reported).interactions);
    const byId = Map.groupBy(all, ({ id }) => id);
    const each = [...byId.values()].map((events) =>
      events.reduce((most, event) => (event.ms > most.ms ? event : most)),
    );
    each.sort((left, right) => right.ms - left.ms);
    return {
      count: each.length,
      slowest: each[0]?.ms ?? 0,
      what: each[0]?.name ?? 'none over 16 ms',
      median: each[Math.floor(each.length / 2)]?.ms ?? 0,
    };
  };
}

/** Starts recording every task of the page's main thread over 50 ms. */
export const watchLongTasks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const reported: number[] = [];
    Object.assign(globalThis, { tasks: reported });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) reported.push(duration);
    }).observe({ type: 'longtask' });
  });

export const longTasks = (page: Page): Promise<number[]> =>
  page.evaluate(() => (globalThis as Reported).tasks);
