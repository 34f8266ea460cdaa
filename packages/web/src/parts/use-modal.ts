import { type RefObject, useLayoutEffect, useRef } from 'react';

const FIELD =
  '.dialog-body :is(input, select, textarea):is(:enabled, [aria-busy="true"]):not([readonly])';

/** The focus goes to the first field; where there is none yet, to the button that changes nothing. */
export function focusFirst(dialog: HTMLElement | null): void {
  const field = dialog?.querySelector<HTMLElement>(FIELD);
  const button = dialog?.querySelector<HTMLElement>('.dialog-foot button:enabled');
  (field?.matches(':enabled') ? field : button)?.focus();
}

/** A dialog that is modal as long as it is there; the browser keeps focus inside and gives it back. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before it is taken out of the page: only then the browser gives focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    focusFirst(element);
    return () => element?.close();
  }, []);
  return dialog;
}
