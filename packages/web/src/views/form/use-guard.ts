import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { guardOff } from '../../platform/start-anew.ts';
import type { Form } from './use-form.ts';

/**
 * Protects a changed form against accidental loss (FORM-01): links and Back ask in the portal,
 * reload and close by the browser's prompt. Returns the handlers of the question while it is open.
 */
export function useGuard({ view, send }: Form) {
  const { dirty } = view.data;
  const asks = dirty && view.status !== 'done' && view.status !== 'cancelled';
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => asks && from.pathname !== to.pathname,
  );
  const { state } = blocker;

  useEffect(() => {
    if (state === 'blocked') send({ type: 'leave' });
  }, [state, send]);

  useEffect(() => {
    if (!asks) return;
    const hold = (event: BeforeUnloadEvent) => {
      if (!guardOff.now) event.preventDefault();
    };
    addEventListener('beforeunload', hold);
    return () => removeEventListener('beforeunload', hold);
  }, [asks]);

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
