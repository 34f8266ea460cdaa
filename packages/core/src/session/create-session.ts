import { RIGHTS_NOT_LOADED } from '../permissions/index.ts';
import type { Session, SessionState, SessionStore } from './session.types.ts';

/** Plain JSON has no undefined: a key without a value is left out. */
const compact = (state: SessionState): SessionState =>
  Object.fromEntries(
    Object.entries(state).filter(([, value]) => value !== undefined),
  ) as unknown as SessionState;

/**
 * A session over its store: read once, written on every change. `update` throws where there is no
 * session and the change brings no authorization.
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
    end() {
      store.clear();
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

/** A store that forgets with the process: tests, scripts, `FORECOURT_TOKEN`. */
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
