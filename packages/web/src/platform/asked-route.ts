import { historyOwnerOfEntry } from './history-owner.ts';

const KEY = 'forecourt.asked-route';

/** The route requested before signing in, for this tab only (SHELL-06). */
export const askedRoute = {
  keep(route: string): void {
    sessionStorage.setItem(KEY, JSON.stringify({ route, historyOwner: historyOwnerOfEntry() }));
  },
  /** Returns it once; undefined if it belongs to another user or account. */
  take(historyOwner: string): string | undefined {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    sessionStorage.removeItem(KEY);
    return kept.historyOwner === undefined || kept.historyOwner === historyOwner
      ? kept.route
      : undefined;
  },
};
