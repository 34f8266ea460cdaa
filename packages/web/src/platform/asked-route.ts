import { historyOwnerOfEntry } from './history-owner.ts';

const KEY = 'forecourt.asked-route';

/** Where somebody wanted to go before signing in; kept in this tab alone (SHELL-06). */
export const askedRoute = {
  keep(route: string): void {
    sessionStorage.setItem(KEY, JSON.stringify({ route, era: historyOwnerOfEntry() }));
  },
  /** Gives it once. What another user or account had open is not gone on with. */
  take(era: string): string | undefined {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    sessionStorage.removeItem(KEY);
    return kept.era === undefined || kept.era === era ? kept.route : undefined;
  },
};
