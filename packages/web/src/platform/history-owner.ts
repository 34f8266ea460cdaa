import type { SessionState } from '@forecourt/core';
import { ownerOf } from './owner.ts';
import { randomKey } from './random-key.ts';

const KEY = 'forecourt.era';

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

/** The era that a history entry belongs to; undefined for one that the portal has not yet shown. */
export const historyOwnerOfEntry = (): string | undefined =>
  (history.state as { era?: string } | null)?.era ?? undefined;

/**
 * The time in this tab that belongs to one user and account. Entries of the browser's history are marked
 * with it, for their addresses may tell of records: one of another era is not shown again.
 */
export function historyOwnerOf(session: SessionState | undefined): string {
  const owner = ownerOf(session);
  const known = readHistoryOwner();
  if (known?.owner !== undefined && known.owner === owner) return known.name;
  const era: HistoryOwner = { owner, name: randomKey() };
  sessionStorage.setItem(KEY, JSON.stringify(era));
  return era.name;
}

/** Marks the entry that is shown. */
export function markEntry(era: string): void {
  if (historyOwnerOfEntry() !== era) history.replaceState({ ...history.state, era }, '');
}

/** The section of the present address; ids, filters and pages are left out of it. */
const section = (): string => `/${location.pathname.split('/')[1]}`;

/**
 * Keeps entries that another user or account left behind from being shown: of the one the page is loaded
 * at, the section alone stays; one that is gone back to makes `leave` be called in place of the router. Gives
 * how to stop.
 */
export function shunForeignEntries(era: string, leave: (to: string) => void): () => void {
  const isForeign = () => ![undefined, era].includes(historyOwnerOfEntry());
  if (isForeign()) history.replaceState({ era }, '', section());
  const hear = (event: Event) => {
    if (!isForeign()) return;
    event.stopImmediatePropagation();
    leave(section());
  };
  addEventListener('popstate', hear);
  return () => removeEventListener('popstate', hear);
}

/** Nothing that was shown until now is shown again. */
export function endHistoryOwner(): void {
  sessionStorage.removeItem(KEY);
}
