import type { SavedRun } from '@forecourt/core';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { keepDraft, takeDraft } from '../../platform/drafts.ts';
import { usePortal } from '../../platform/portal-context.ts';
import type { Form } from './use-form.ts';

function readRun(kept: unknown): SavedRun | undefined {
  try {
    return typeof kept === 'string' ? (JSON.parse(kept) as SavedRun) : undefined;
  } catch {
    return undefined;
  }
}

/** What was typed into the form of this path when a session ended, to go on with (AUTH-09). */
export function useKeptDraft(): SavedRun | undefined {
  const { pathname } = useLocation();
  const [saved] = useState(() => readRun(takeDraft(pathname)?.run));
  return saved;
}

/** Keeps what was typed when the session ends under the form, for the same user to go on with. */
export function useDraftKeeper(form: Form): void {
  const { session } = usePortal().client;
  const { pathname } = useLocation();
  const latest = useRef(form);
  useLayoutEffect(() => {
    latest.current = form;
  });
  useEffect(
    () => () => {
      const { save, view } = latest.current;
      if (session.current === undefined && view.data.dirty) {
        keepDraft(pathname, { run: JSON.stringify(save()) });
      }
    },
    [session, pathname],
  );
}
