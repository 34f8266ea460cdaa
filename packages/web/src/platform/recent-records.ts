import { type AnyListed, briefOf, canOn, findResource, type SessionState } from '@forecourt/core';
import { ownerOf } from './owner.ts';
import { serviceDay } from './service-day.ts';

/** A record that was opened: enough to lead back to it. */
export interface RecentRecord {
  readonly resource: string;
  readonly noun: string;
  readonly id: string;
  /** Its name; of a card number, the last four digits. */
  readonly title: string;
  readonly route: string;
}

const PREFIX = 'forecourt.recent.';
const MOST = 8;

const keyOf = (session: SessionState | undefined): string | undefined => {
  const owner = ownerOf(session);
  return owner && `${PREFIX}${owner}`;
};

function stored(key: string): readonly RecentRecord[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** The records that this user opened last in this browser, as the account in use, and may still read. */
export function recentRecords(session: SessionState | undefined): readonly RecentRecord[] {
  const key = keyOf(session);
  return (key ? stored(key) : []).filter(({ resource }) => {
    const place = findResource(resource);
    return place && canOn(session?.access, place.menu, 'read').allowed;
  });
}

/** Remembers that a record was opened. */
export function rememberRecord(
  session: SessionState | undefined,
  definition: AnyListed,
  row: Readonly<Record<string, unknown>>,
): void {
  const key = keyOf(session);
  if (!key) return;
  const { id, masked, noun, resource, route } = briefOf(definition, row, serviceDay());
  const others = stored(key).filter((one) => one.route !== route);
  const all = [{ resource, noun, id, title: masked, route }, ...others];
  localStorage.setItem(key, JSON.stringify(all.slice(0, MOST)));
}
