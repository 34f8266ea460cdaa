import { type MenuAccess, SCREEN_MENUS, type Screen, toMenuAccess } from '../permissions/index.ts';
import type { SessionState } from '../session/session.types.ts';
import type { FakeAnswer } from './fake-transport.ts';

/** Base URL that the fake transport answers. */
export const FAKE_BASE_URL = 'http://forecourt.test/api/v1';

/** Every screen with every right. */
export const ALL_SCREENS: readonly Screen[] = Object.entries(SCREEN_MENUS).map(([code, name]) => ({
  code,
  name,
  read: true,
  create: true,
  update: true,
  delete: true,
  download: true,
}));

/** Every right on every menu. */
export const FULL_ACCESS: MenuAccess = toMenuAccess(ALL_SCREENS);

/**
 * Returns a session as it is after signing in, with every right; `change` replaces parts of it.
 *
 * @param change parts of the session
 */
export const signedInState = (change: Partial<SessionState> = {}): SessionState => ({
  authorization: 'Bearer fake-authorization',
  user: {
    id: '1',
    profileId: 'P1',
    firstName: 'Ada',
    lastName: 'Forester',
    email: 'ada@forecourt.test',
    profileImage: '',
    eligibleForSwitch: false,
  },
  company: { id: '10', name: 'Forecourt', logo: '' },
  screens: ALL_SCREENS,
  access: FULL_ACCESS,
  switchEligible: false,
  ...change,
});

/**
 * Returns an RFC 9457 problem response.
 *
 * @param status the HTTP status
 * @param more detail, code, and which fields are at fault
 */
export const problem = (
  status: number,
  more: {
    readonly title?: string;
    readonly detail?: string;
    readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
    readonly requestId?: string;
  } = {},
): FakeAnswer => ({
  status,
  json: { type: 'about:blank', title: `Status ${status}`, status, ...more },
  headers: { 'content-type': 'application/problem+json' },
});
