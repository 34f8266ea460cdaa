import { type Draft, type PickedRow, resume, type SavedRun, type Workflow } from '@forecourt/core';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useBlocker, useLocation } from 'react-router-dom';
import { keepDraft, peekDraft, takeDraft, whileOpen } from '../../platform/drafts.ts';
import { usePortal } from '../../platform/portal-context.ts';
import { guardOff } from '../../platform/start-anew.ts';
import type { Form } from './use-form.ts';

function readJson<Kept extends object>(kept: unknown): Kept | undefined {
  try {
    return typeof kept === 'string' ? (JSON.parse(kept) as Kept) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns what was kept under a key when the page was opened, and removes it once that is shown: React may render more
 * than once before, such as while code is loaded, and each time from the beginning.
 */
function useTaken(key: string): Draft | undefined {
  const [taken] = useState(() => ({ key, draft: peekDraft(key) }));
  useEffect(() => void takeDraft(taken.key), [taken]);
  return taken.draft;
}

/** Returns the workflow that continues a kept run, if there is one; one that an older version kept may no longer fit. */
export function continued<View, Event extends { readonly type: string }, Input>(
  workflow: Workflow<View, Event, Input>,
  saved: SavedRun | undefined,
): Workflow<View, Event, Input> {
  try {
    return saved ? resume(workflow, saved) : workflow;
  } catch {
    return workflow;
  }
}

export interface KeptForm {
  readonly saved: SavedRun | undefined;
  /** Texts of the choices by field: a run has only their keys. */
  readonly chosen: Readonly<Record<string, string>>;
}

/** The input kept for this path's form when a session ended, to continue with (AUTH-09). */
export function useKeptDraft(): KeptForm {
  const { chosen, run } = useTaken(useLocation().pathname) ?? {};
  const [kept] = useState(() => ({
    saved: readJson<SavedRun>(run),
    chosen: readJson<KeptForm['chosen']>(chosen) ?? {},
  }));
  return kept;
}

interface Typed {
  readonly dirty: boolean;
  /** What to go on with, as JSON: a run, or the choices of a dialog. */
  readonly save: () => object;
}

/**
 * Keeps what was typed when the session ends, so that the same user can continue, and when another tab switches
 * accounts. `keptAs` identifies what the page reopens.
 */
function useKeeper(key: string, typed: Typed, keptAs: Draft | undefined): void {
  const { session } = usePortal().client;
  const latest = useRef({ typed, keptAs });
  useLayoutEffect(() => {
    latest.current = { typed, keptAs };
  });
  useEffect(() => {
    const keep = () => {
      const { keptAs: as, typed: now } = latest.current;
      if (as === undefined || !now.dirty) return false;
      keepDraft(key, { ...as, run: JSON.stringify(now.save()) });
      return true;
    };
    const close = whileOpen(keep);
    return () => {
      close();
      if (session.current === undefined) keep();
    };
  }, [session, key]);
}

/** Keeps a form on a page of its own. */
export function useDraftKeeper({ save, view }: Form, chosen: KeptForm['chosen']): void {
  const keptAs = { chosen: JSON.stringify(chosen) };
  useKeeper(useLocation().pathname, { dirty: view.data.dirty, save }, keptAs);
}

/** The key under which a list or a record keeps its open dialog. */
const dialogKey = (pathname: string): string => `${pathname}#dialog`;

/** What a dialog over a list or a record is reopened from. */
export interface DialogIdentity {
  /** The resource of a form, or the name of an action or of a change of picked rows. */
  readonly resource?: string;
  readonly action?: string;
  readonly bulk?: string;
  /** The rows that were picked for it in the list. */
  readonly picked?: readonly PickedRow[];
}

/** Like `useDraftKeeper`, for a dialog over a list or a record. */
export function useDialogKeeper(typed: Typed, identity: DialogIdentity | undefined): void {
  const { picked, ...names } = identity ?? {};
  const keptAs = { ...names, ...(picked && { picked: JSON.stringify(picked) }) };
  useKeeper(dialogKey(useLocation().pathname), typed, identity && keptAs);
}

/** The key under which a list keeps a dialog of its own, by the dialog's name. */
const choicesKey = (pathname: string, name: string): string => `${pathname}#${name}`;

/** Keeps the choices of a dialog that is no form, such as the period to bill. */
export function useChoicesKeeper(name: string, choices: Draft, dirty: boolean): void {
  useKeeper(choicesKey(useLocation().pathname, name), { dirty, save: () => choices }, {});
}

/** The choices that were kept when a session ended; returned once. */
export function useKeptChoices(name: string): Draft | undefined {
  const taken = useTaken(choicesKey(useLocation().pathname, name));
  const [kept] = useState(() => readJson<Draft>(taken?.run));
  return kept;
}

export interface KeptDialog extends DialogIdentity {
  readonly saved: SavedRun;
}

/** The dialog that was open over this path's list or record when a session ended (AUTH-09); returned once. */
export function useKeptDialog(): KeptDialog | undefined {
  const taken = useTaken(dialogKey(useLocation().pathname));
  const [kept] = useState((): KeptDialog | undefined => {
    const { picked, run, ...names } = taken ?? {};
    const saved = readJson<SavedRun>(run);
    const rows = readJson<readonly PickedRow[]>(picked);
    return saved && { ...names, saved, ...(rows && { picked: rows }) };
  });
  return kept;
}

/**
 * Holds leaving while `asks`: links and Back wait for `proceed` or `reset` of the returned blocker, reload and close
 * ask by the browser's prompt.
 */
export function useHold(asks: boolean) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => asks && from.pathname !== to.pathname,
  );

  useUnloadHold(asks);
  return blocker;
}

/** Holds reload and close of the tab: the browser asks. */
export function useUnloadHold(asks: boolean): void {
  useEffect(() => {
    if (!asks) return;
    const hold = (event: BeforeUnloadEvent) => {
      if (!guardOff.now) event.preventDefault();
    };
    addEventListener('beforeunload', hold);
    return () => removeEventListener('beforeunload', hold);
  }, [asks]);
}
