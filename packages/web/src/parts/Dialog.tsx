/**
 * A modal dialog. This folder has small components without knowledge of workflows or resources:
 * dialogs, menus, popovers, icons. Anything that reads a view belongs in `fields/` or `views/`.
 */
import { Dialog as PrimeDialog } from 'primereact/dialog';
import type { ReactNode, SyntheticEvent } from 'react';
import { Icon } from './Icon.tsx';
import { Prime } from './Prime.tsx';
import { useDialogFocus } from './use-dialog-focus.ts';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly wide?: boolean;
  /** Half as wide as a wide window, for a form (MARK-02). */
  readonly half?: boolean;
}

/** Mounted with a dialog's content: takes the focus, and gives it back. */
export function DialogFocus() {
  return <span ref={useDialogFocus()} hidden />;
}

/** What every dialog shares. In the body, because a table's sticky cells would cover it. */
export const DIALOG = {
  visible: true,
  modal: true,
  blockScroll: true,
  draggable: false,
  resizable: false,
  focusOnShow: false,
  appendTo: document.body,
  ariaCloseIconLabel: 'Close dialog',
  closeIcon: <Icon name="close" />,
} as const;

/** Closes, unless the Escape key was for something in the dialog: an open calendar or list. */
const unlessHandled = (close: () => void) => (event?: SyntheticEvent) => {
  if (!event?.defaultPrevented) close();
};

/** A modal dialog that keeps the focus inside. Escape closes the topmost one. */
export function Dialog({ title, onClose, children, wide = false, half = false }: DialogProps) {
  return (
    <Prime>
      <PrimeDialog
        {...DIALOG}
        header={title}
        className={`${wide ? 'wide' : ''}${half ? 'half' : ''}`}
        onHide={unlessHandled(onClose)}
      >
        <DialogFocus />
        {children}
      </PrimeDialog>
    </Prime>
  );
}
