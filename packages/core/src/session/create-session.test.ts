import { describe, expect, it, vi } from 'vitest';
import { createSession, memoryStore } from './create-session.ts';
import type { SessionState } from './session.types.ts';

const state: SessionState = {
  authorization: 'Bearer a',
  company: { id: '1', name: 'A', logo: '' },
};

describe('a session', () => {
  it('resumes from its store', () => {
    const session = createSession(memoryStore(state));
    expect(session.current).toEqual(state);
    expect(session.authorization()).toBe('Bearer a');
  });

  it('writes each change into its store, without empty keys', () => {
    const store = memoryStore(state);
    const session = createSession(store);
    const next = session.update({ company: undefined, switchEligible: true });
    expect(next).toEqual({ authorization: 'Bearer a', switchEligible: true });
    expect(Object.keys(next)).not.toContain('company');
    expect(store.load()).toEqual(next);
  });

  it('has no access without a session, and no right until the screens are loaded', () => {
    const session = createSession(memoryStore());
    expect(session.access()).toBeUndefined();
    session.update({ authorization: 'Bearer b' });
    expect(session.access()).toEqual({});
  });

  it('does not begin without an authorization', () => {
    const session = createSession(memoryStore());
    expect(() => session.update({ switchEligible: true })).toThrow('sign in first');
    expect(session.current).toBeUndefined();
  });

  it('AUTH-05 clears everything when it ends, and notifies once', () => {
    const store = memoryStore(state);
    const session = createSession(store);
    const reported = vi.fn();
    session.subscribe(reported);
    session.end();
    session.end();
    expect(session.current).toBeUndefined();
    expect(session.authorization()).toBeUndefined();
    expect(store.load()).toBeUndefined();
    expect(reported.mock.calls).toEqual([[undefined]]);
  });

  it('notifies listeners until they unsubscribe', () => {
    const session = createSession(memoryStore(state));
    const reported = vi.fn();
    const stop = session.subscribe(reported);
    const next = session.update({ switchEligible: false });
    stop();
    session.update({ switchEligible: true });
    expect(reported.mock.calls).toEqual([[next]]);
  });
});
