import type { SessionState, SessionStore } from '@forecourt/core';

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

/** Whose session it is: the user, and the account acted for. */
function ownerOf(text: string | null): string {
  try {
    const { user, actingFor } = JSON.parse(text ?? '{}') as Partial<SessionState>;
    return JSON.stringify([user?.id, actingFor?.id]);
  } catch {
    return '';
  }
}

/** Tells when another tab signed out, in as somebody else, or switched accounts. */
export function watchOtherTabs(onChange: () => void): void {
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === null || (key === KEY && ownerOf(oldValue) !== ownerOf(newValue))) onChange();
  });
  // A page that the browser kept for its Back button was told of nothing meanwhile.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isOvertaken()) onChange();
  });
}
