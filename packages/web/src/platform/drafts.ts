import type { Draft, SessionState } from '@forecourt/core';
import { ownerOf } from './owner.ts';

const KEY = 'forecourt.drafts';

interface Own {
  /** The account in use; undefined for the user's own. */
  readonly account?: string | undefined;
  /** Where the tab was when another tab switched accounts. */
  readonly route?: string | undefined;
  readonly drafts: Readonly<Record<string, Draft>>;
}

/** One user's drafts, by the user and the account in use. */
type Kept = Readonly<Record<string, Own>>;

/** The owner of the current session, or of the one that just ended: drafts are stored after its end. */
let owner = '';
let account: string | undefined;

function read(): Kept {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Kept | null;
    return Object.fromEntries(Object.entries(kept ?? {}).filter(([, { drafts }]) => drafts));
  } catch {
    return {};
  }
}

function write(kept: Kept): void {
  const filled = Object.entries(kept).filter(([, { drafts }]) => Object.keys(drafts).length > 0);
  try {
    if (filled.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(filled)));
  } catch {
    // When storage is full no draft is kept; the form still has it.
  }
}

const own = (): Own => read()[owner] ?? { drafts: {} };

const writeOwn = (change: Partial<Own>): void =>
  write({ ...read(), [owner]: { ...own(), account, ...change } });

const userIn = (of: string): string | undefined => of.split('/')[0];

/** Called whenever the session changes: drops the drafts of another user. Those of the user's other accounts stay. */
export function ownDrafts(session: SessionState | undefined): void {
  const next = ownerOf(session);
  if (next === undefined) return;
  const kept = Object.entries(read());
  const ofUser = kept.filter(([of]) => userIn(of) === userIn(next));
  if (ofUser.length < kept.length) write(Object.fromEntries(ofUser));
  owner = next;
  account = session?.actingFor?.name;
}

/**
 * Stores a form's values for this tab until the same user takes them (AUTH-09). `key` is the form's
 * path. `values` come from a view's draft, which has no secrets.
 */
export function keepDraft(key: string, values: Draft): void {
  if (owner !== '') writeOwn({ drafts: { ...own().drafts, [key]: values } });
}

/** Returns a draft, which stays. */
export const peekDraft = (key: string): Draft | undefined => own().drafts[key];

/** Returns a draft and removes it; also drops one that was saved or discarded. */
export function takeDraft(key: string): Draft | undefined {
  const { [key]: draft, ...drafts } = own().drafts;
  if (draft) writeOwn({ drafts });
  return draft;
}

/** Drops this tab's drafts and stores none until there is a session: used on sign-out. */
export function forgetDrafts(): void {
  owner = '';
  sessionStorage.removeItem(KEY);
}

const open = new Set<() => boolean>();

/** Registers an open form, whose `keep` stores what was typed, if anything was; returns what removes it. */
export function whileOpen(keep: () => boolean): () => void {
  open.add(keep);
  return () => void open.delete(keep);
}

/** Stores what the open forms have, and the tab's address, because another tab switched accounts (AUTH-06). */
export function keepOpenForms(): void {
  const kept = [...open].filter((keep) => keep());
  if (kept.length > 0) writeOwn({ route: location.pathname + location.search });
}

/** Returns where the tab was when what was typed in this account was put aside; once. */
export function takeKeptRoute(): string | undefined {
  const { route } = own();
  if (route !== undefined) writeOwn({ route: undefined });
  return route;
}

/** The user's other accounts for which this tab keeps something: their names, undefined for the own one. */
export const accountsWithDrafts = (): readonly (string | undefined)[] =>
  Object.entries(read()).flatMap(([of, kept]) => (of === owner ? [] : [kept.account]));

/** Drops what was typed in the user's other accounts. */
export function forgetOtherAccounts(): void {
  write({ [owner]: own() });
}
