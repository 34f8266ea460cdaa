import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the first field of a wizard's new step, or its top if it has none (USER-03). */
export function useStepFocus(step: string | undefined): RefObject<HTMLDivElement | null> {
  const body = useRef<HTMLDivElement>(null);
  const known = useRef(step);
  useEffect(() => {
    if (known.current === step) return;
    const started = known.current === undefined;
    known.current = step;
    if (started) return;
    const field = body.current?.querySelector<HTMLElement>(
      '[aria-invalid="true"], :is(input, select):enabled:not([readonly])',
    );
    (field ?? body.current)?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, [step]);
  return body;
}
