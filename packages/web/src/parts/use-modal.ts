import { type RefObject, useLayoutEffect, useRef } from 'react';

const FIELD =
  '.dialog-body :is(input, select, textarea):is(:enabled, [aria-busy="true"]):not([readonly])';

/** Focuses the first field; without one, the button that changes nothing. */
export function focusFirst(dialog: HTMLElement | null): void {
  const field = dialog?.querySelector<HTMLElement>(FIELD);
  const button = dialog?.querySelector<HTMLElement>('.dialog-foot button:enabled');
  (field?.matches(':enabled') ? field : button)?.focus();
}

/** Opens a dialog as modal while it is mounted; the browser traps the focus and restores it. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // The browser restores the focus only if the dialog closes before it is removed from the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    focusFirst(element);
    return () => element?.close();
  }, []);
  return dialog;
}
