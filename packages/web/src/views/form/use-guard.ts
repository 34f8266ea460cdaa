import { hasUnsaved } from '@forecourt/core';
import { useEffect, useRef } from 'react';
import { useHold } from './use-draft.ts';
import type { Form } from './use-form.ts';

/**
 * Protects a changed form against accidental loss (FORM-01): links and Back ask in the portal,
 * reload and close by the browser's prompt. Returns the handlers of the question while it is open.
 */
export function useGuard({ view, send }: Form) {
  const blocker = useHold(hasUnsaved(view));
  const isAsking = useRef(false);
  isAsking.current = view.status === 'pending' && view.step === 'leaving';

  // For each blocker: a second Back right after Stay makes a new one, whose state is 'blocked' as before.
  useEffect(() => {
    if (blocker.state === 'blocked' && !isAsking.current) send({ type: 'leave' });
  }, [blocker, send]);

  const need = 'needs' in view ? view.needs.find(({ kind }) => kind === 'confirmation') : undefined;
  if (need?.kind !== 'confirmation' || view.status !== 'pending') return undefined;
  if (view.step !== 'leaving') return undefined;
  return {
    need,
    leave: () => {
      send({ type: 'leave' });
      blocker.proceed?.();
    },
    stay: () => {
      send({ type: 'stay' });
      blocker.reset?.();
    },
  };
}
