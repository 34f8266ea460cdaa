import type { ImportView } from '@forecourt/core';
import { type RefObject, useLayoutEffect, useRef } from 'react';

const isLost = (): boolean => {
  const { activeElement } = document;
  return (
    activeElement === null ||
    activeElement === document.body ||
    activeElement.matches(':disabled, [inert] *')
  );
};

/**
 * Keeps the focus where the import goes on, as it passes from step to step: on its state while it works and when the
 * check has found errors, on Upload when the file may be sent, after corrections on the first fault left, after a
 * failure on Try again. Someone who chooses a file type stays there.
 */
export function useImportFocus(view: ImportView): RefObject<HTMLDivElement | null> {
  const state = useRef<HTMLDivElement>(null);
  const step = view.status === 'pending' ? view.step : view.status;
  const former = useRef(step);
  const corrected = useRef(false);
  useLayoutEffect(() => {
    const was = former.current;
    former.current = step;
    if (was === step) return;
    if (step === 'correcting') corrected.current = true;
    const dialog = state.current?.closest('[role=dialog]');
    const onType = document.activeElement?.matches('select') === true && !isLost();
    const chooses = onType && !view.data.recognised;
    const checked = step === 'reviewing' && !chooses;
    if (!checked && !isLost()) return;
    const wanted = [
      step === 'reviewing' && corrected.current && '.corrections [aria-invalid=true]',
      (checked || step === 'failed') && '.dialog-foot .primary:enabled',
    ];
    const found = wanted
      .filter((selector) => selector !== false)
      .map((selector) => dialog?.querySelector<HTMLElement>(selector))
      .find(Boolean);
    (found ?? state.current)?.focus();
    if (step === 'reviewing') corrected.current = false;
  }, [step, view.data.recognised]);
  return state;
}
