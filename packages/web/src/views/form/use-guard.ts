import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { guardOff } from '../../platform/start-anew.ts';
import type { Form } from './use-form.ts';

/**
 * Keeps a changed form from being left by a slip (FORM-01): links and the browser's Back ask in the portal,
 * reload and closing by the browser's own prompt. Gives what the question's answers do, while it is asked.
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
