import { RIGHTS_NOT_LOADED } from '../permissions/index.ts';
import type { Session, SessionState, SessionStore } from './session.types.ts';

/** JSON has no undefined: drops keys without a value. */
const compact = (state: SessionState): SessionState =>
  Object.fromEntries(
    Object.entries(state).filter(([, value]) => value !== undefined),
  ) as unknown as SessionState;

/**
 * Creates a session backed by a store: loads it once and saves every change. `update` throws if there is no
 * session and the change has no authorization.
 *
 * @param store where the session is kept
 * @returns the session
 */
export function createSession(store: SessionStore): Session {
  let current = store.load();
  const listeners = new Set<(state: SessionState | undefined) => void>();
  const notify = () => {
    for (const listener of [...listeners]) listener(current);
  };
  return {
    get current() {
      return current;
    },
    authorization: () => current?.authorization,
    access: () => current && (current.access ?? RIGHTS_NOT_LOADED),
    update(change) {
      const authorization = change.authorization ?? current?.authorization;
      if (authorization === undefined) throw new Error('There is no session: sign in first.');
      current = compact({ ...current, ...change, authorization });
      store.save(current);
      notify();
      return current;
    },
    end({ keepStored = false } = {}) {
      if (!keepStored) store.clear();
      if (current === undefined) return;
      current = undefined;
      notify();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Clears everything known about one account before another one becomes current. */
export const NOTHING_KNOWN = {
  user: undefined,
  company: undefined,
  screens: undefined,
  access: undefined,
  switchEligible: undefined,
  actingFor: undefined,
} as const;

/**
 * Returns a store that lives only as long as the process: for tests, scripts and `FORECOURT_TOKEN`.
 *
 * @param initial the session to begin with
 */
export function memoryStore(initial?: SessionState): SessionStore {
  let kept = initial;
  return {
    load: () => kept,
    save: (state) => {
      kept = state;
    },
    clear: () => {
      kept = undefined;
    },
  };
}
