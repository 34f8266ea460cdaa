import type { SessionState } from '@forecourt/core';
import { ownerOf } from './owner.ts';
import { randomKey } from './random-key.ts';

const KEY = 'forecourt.history-owner';

interface HistoryOwner {
  readonly owner: string | undefined;
  readonly name: string;
}

function readHistoryOwner(): HistoryOwner | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** The owner of a history entry; undefined for an entry that the portal has not shown yet. */
export const historyOwnerOfEntry = (): string | undefined =>
  (history.state as { historyOwner?: string } | null)?.historyOwner ?? undefined;

/**
 * Identifies the period in which this tab belongs to one user and account. History entries are
 * marked with it, because their addresses may reveal records: an entry of another owner isn't shown
 * again.
 */
export function historyOwnerOf(session: SessionState | undefined): string {
  const owner = ownerOf(session);
  const known = readHistoryOwner();
  if (known?.owner !== undefined && known.owner === owner) return known.name;
  const historyOwner: HistoryOwner = { owner, name: randomKey() };
  sessionStorage.setItem(KEY, JSON.stringify(historyOwner));
  return historyOwner.name;
}

/** Marks the current entry. */
export function markEntry(historyOwner: string): void {
  if (historyOwnerOfEntry() !== historyOwner)
    history.replaceState({ ...history.state, historyOwner }, '');
}

/** The section of the current address, without ids, filters and pages. */
const section = (): string => `/${location.pathname.split('/')[1]}`;

/**
 * Hides history entries of another user or account: reduces the entry at page load to its section,
 * and calls `leave` instead of the router when the user goes back to one. Returns a function that
 * stops it.
 */
export function hideForeignEntries(historyOwner: string, leave: (to: string) => void): () => void {
  const isForeign = () => ![undefined, historyOwner].includes(historyOwnerOfEntry());
  if (isForeign()) history.replaceState({ historyOwner }, '', section());
  const onPopState = (event: Event) => {
    if (!isForeign()) return;
    event.stopImmediatePropagation();
    leave(section());
  };
  addEventListener('popstate', onPopState);
  return () => removeEventListener('popstate', onPopState);
}

/** Prevents everything shown so far from being shown again. */
export function endHistoryOwner(): void {
  sessionStorage.removeItem(KEY);
}
