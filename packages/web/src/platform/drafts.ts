import type { Draft, SessionState } from '@forecourt/core';
import { ownerOf } from './owner.ts';

const KEY = 'forecourt.drafts';

interface Kept {
  /** The user and the account in use. */
  readonly owner: string;
  readonly drafts: Readonly<Record<string, Draft>>;
}

const NOTHING: Kept = { owner: '', drafts: {} };

/** The owner of the current session, or of the one that just ended: drafts are stored after its end. */
let owner = '';

function read(): Kept {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null;
    return kept?.drafts ? kept : NOTHING;
  } catch {
    return NOTHING;
  }
}

function write(drafts: Kept['drafts']): void {
  try {
    if (Object.keys(drafts).length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ owner, drafts } satisfies Kept));
  } catch {
    // When storage is full no draft is kept; the form still has it.
  }
}

const own = (): Kept['drafts'] => {
  const kept = read();
  return kept.owner === owner ? kept.drafts : {};
};

/** Called whenever the session changes: drops the drafts of another user or account. */
export function ownDrafts(session: SessionState | undefined): void {
  const next = ownerOf(session);
  if (next === undefined) return;
  const kept = read();
  if (kept !== NOTHING && kept.owner !== next) forgetDrafts();
  owner = next;
}

/**
 * Stores a form's values for this tab until the same user takes them (AUTH-09). `key` is the form's
 * path. `values` come from a view's draft, which has no secrets.
 */
export function keepDraft(key: string, values: Draft): void {
  if (owner !== '') write({ ...own(), [key]: values });
}

/** Returns a draft, which stays. */
export const peekDraft = (key: string): Draft | undefined => own()[key];

/** Returns a draft and removes it; also drops one that was saved or discarded. */
export function takeDraft(key: string): Draft | undefined {
  const { [key]: draft, ...others } = own();
  if (draft) write(others);
  return draft;
}

/** Drops this tab's drafts and stores none until there is a session: used on sign-out. */
export function forgetDrafts(): void {
  owner = '';
  sessionStorage.removeItem(KEY);
}
