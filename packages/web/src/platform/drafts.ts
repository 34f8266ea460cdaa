import type { Draft, SessionState } from '@forecourt/core';
import { ownerOf } from './owner.ts';

const KEY = 'forecourt.drafts';

interface Kept {
  /** Whose they are: the user, and the account acted for. */
  readonly owner: string;
  readonly drafts: Readonly<Record<string, Draft>>;
}

const NOTHING: Kept = { owner: '', drafts: {} };

/** Of the session that is there, or that just ended: what was typed is kept after that. */
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
    // A full store keeps no draft; the form itself still has it.
  }
}

const own = (): Kept['drafts'] => {
  const kept = read();
  return kept.owner === owner ? kept.drafts : {};
};

/** Told whenever the session changes: drafts of another user, or of another account, are dropped. */
export function ownDrafts(session: SessionState | undefined): void {
  const next = ownerOf(session);
  if (next === undefined) return;
  const kept = read();
  if (kept !== NOTHING && kept.owner !== next) forgetDrafts();
  owner = next;
}

/**
 * Keeps what was typed, in this tab alone, until the same user takes it (AUTH-09). `key` names the form:
 * its path. `values` are a view's draft, which has no secrets.
 */
export function keepDraft(key: string, values: Draft): void {
  if (owner !== '') write({ ...own(), [key]: values });
}

/** Gives a draft once; also how to drop one that was saved or given up. */
export function takeDraft(key: string): Draft | undefined {
  const { [key]: draft, ...others } = own();
  if (draft) write(others);
  return draft;
}

/** Drops all drafts of this tab, and takes none until a session is there: a sign-out. */
export function forgetDrafts(): void {
  owner = '';
  sessionStorage.removeItem(KEY);
}
