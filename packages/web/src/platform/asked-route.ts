import { historyOwnerOfEntry } from './history-owner.ts';

const KEY = 'forecourt.asked-route';

/** The route requested before signing in, for this tab only (SHELL-06). */
export const askedRoute = {
  keep(route: string): void {
    sessionStorage.setItem(KEY, JSON.stringify({ route, era: historyOwnerOfEntry() }));
  },
  /** Returns it once; undefined if it belongs to another user or account. */
  take(era: string): string | undefined {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    sessionStorage.removeItem(KEY);
    return kept.era === undefined || kept.era === era ? kept.route : undefined;
  },
};
