import type { SessionState, SessionStore } from '@forecourt/core';
import { ownerOf } from './owner.ts';

const COOKIE = 'authorization';
const KEY = 'forecourt.session';

function readCookie(): string | undefined {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${COOKIE}=`));
  return pair ? decodeURIComponent(pair.slice(COOKIE.length + 1)) : undefined;
}

function writeCookie(value: string, maxAge?: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the specification keeps the authorization in a cookie, and the Cookie Store API is asynchronous
  document.cookie = `${COOKIE}=${encodeURIComponent(value)}; Path=/; SameSite=Strict${secure}${age}`;
}

function readRest(): Omit<SessionState, 'authorization'> {
  try {
    const rest: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof rest === 'object' && rest !== null ? rest : {};
  } catch {
    return {};
  }
}

/** The authorization that this page last read or wrote. */
let known: string | undefined;

/** Another tab signed out or replaced the session; this page is about to follow. */
const isOvertaken = (): boolean => known !== readCookie();

/**
 * The portal's session store: the authorization in a cookie; menu access, display names and the
 * account in use in local storage (AUTH-03, AUTH-06). Clearing removes all of it (AUTH-05). A page
 * whose session was replaced in another tab neither overwrites nor ends the newer one.
 */
export const browserSessionStore: SessionStore = {
  load() {
    known = readCookie();
    return known ? { ...readRest(), authorization: known } : undefined;
  },
  save({ authorization, ...rest }) {
    if (authorization === known && isOvertaken()) return;
    writeCookie(authorization);
    known = authorization;
    localStorage.setItem(KEY, JSON.stringify(rest));
  },
  clear() {
    if (isOvertaken() && readCookie()) return;
    writeCookie('', 0);
    known = undefined;
    localStorage.removeItem(KEY);
  },
};

function storedOwner(text: string | null): string | undefined {
  try {
    return ownerOf(JSON.parse(text ?? '{}') as Partial<SessionState>);
  } catch {
    return undefined;
  }
}

interface OtherTabs {
  /** Another tab signed out, or the service refused its session. */
  readonly onEnded: () => void;
  /** Another tab signed in as another user, or switched accounts. */
  readonly onReplaced: () => void;
}

/** Reports session changes in other tabs, including to a page restored from the back/forward cache. */
export function watchOtherTabs({ onEnded, onReplaced }: OtherTabs): void {
  const notify = () => (readCookie() ? onReplaced() : onEnded());
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === null || (key === KEY && storedOwner(oldValue) !== storedOwner(newValue))) notify();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isOvertaken()) notify();
  });
}
