import { type RefObject, useEffect, useRef } from 'react';

const FIELD = ':is(input, select, textarea):enabled:not([readonly])';

/** Focuses the first field of a wizard's new step, or its top if it has none (USER-03). */
export function useStepFocus(step: string | undefined): RefObject<HTMLDivElement | null> {
  const body = useRef<HTMLDivElement>(null);
  const known = useRef(step);
  useEffect(() => {
    if (known.current === step) return;
    const started = known.current === undefined;
    known.current = step;
    if (started) return;
    const field = body.current?.querySelector<HTMLElement>(`[aria-invalid="true"], ${FIELD}`);
    (field ?? body.current)?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, [step]);
  return body;
}

/**
 * Focuses the first field of a form for a new record that was opened by keyboard, once it can be typed in. A record that
 * exists is read first, and keys that scroll would change a focused choice. A pointer that goes elsewhere would be
 * told at once that the field is required.
 */
export function useFirstFieldFocus(
  body: RefObject<HTMLDivElement | null>,
  creating: boolean,
): void {
  const done = useRef(!creating);
  useEffect(() => {
    const field = done.current ? null : body.current?.querySelector<HTMLElement>(FIELD);
    if (!field) return;
    done.current = true;
    // After the frame has moved the focus to the screen, where it still is unless somebody has gone on meanwhile.
    setTimeout(() => {
      const opened = document.activeElement?.matches('main:focus-visible');
      if (opened) field.focus({ preventScroll: true });
    });
  });
}
