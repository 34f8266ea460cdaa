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

/** Another tab signed out, or put its own session there; this page is about to follow. */
const isOvertaken = (): boolean => known !== readCookie();

/**
 * The portal's session: the authorization in a cookie; menu access, the names to greet with and the
 * account acted for in local storage (AUTH-03, AUTH-06). Clearing takes all of it away (AUTH-05). A page
 * that was overtaken by another tab neither writes late answers over the newer session nor ends it.
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
  /** Another tab signed out, or its session was refused. */
  readonly onEnded: () => void;
  /** Another tab signed in as somebody else, or switched accounts. */
  readonly onReplaced: () => void;
}

/** Tells what other tabs did to the session, also to a page that the browser kept for its Back button. */
export function watchOtherTabs({ onEnded, onReplaced }: OtherTabs): void {
  const notify = () => (readCookie() ? onReplaced() : onEnded());
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === null || (key === KEY && storedOwner(oldValue) !== storedOwner(newValue))) notify();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isOvertaken()) notify();
  });
}
