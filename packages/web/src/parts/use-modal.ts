import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A dialog that is modal as long as it is there; the browser keeps focus inside and gives it back. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before it is taken out of the page: only then the browser gives focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}
