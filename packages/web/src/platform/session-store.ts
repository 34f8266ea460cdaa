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

/**
 * The portal's session: the authorization in a cookie, menu access and the names to greet with in
 * local storage (AUTH-03). Clearing takes all of it away (AUTH-05).
 */
export const browserSessionStore: SessionStore = {
  load() {
    const authorization = readCookie();
    return authorization ? { ...readRest(), authorization } : undefined;
  },
  save({ authorization, ...rest }) {
    writeCookie(authorization);
    localStorage.setItem(KEY, JSON.stringify(rest));
  },
  clear() {
    writeCookie('', 0);
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

/** Tells when another tab signed out, or in as somebody else. */
export function watchOtherTabs(onChange: () => void): void {
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === null || (key === KEY && ownerOf(oldValue) !== ownerOf(newValue))) onChange();
  });
}
