const KEY = 'forecourt.asked-route';

/** Where somebody wanted to go before signing in; kept in this tab alone (SHELL-06). */
export const askedRoute = {
  keep(route: string): void {
    sessionStorage.setItem(KEY, route);
  },
  /** Gives it once. */
  take(): string | undefined {
    const route = sessionStorage.getItem(KEY) ?? undefined;
    sessionStorage.removeItem(KEY);
    return route;
  },
};
