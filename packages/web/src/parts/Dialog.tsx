/**
 * A modal dialog. This folder has small components without knowledge of workflows or resources:
 * dialogs, menus, popovers, icons. Anything that reads a view belongs in `fields/` or `views/`.
 */
import { type ReactNode, useId } from 'react';
import { Icon } from './Icon.tsx';
import { useModal } from './use-modal.ts';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly wide?: boolean;
  /** Half as wide as a wide window, for a form (MARK-02). */
  readonly half?: boolean;
}

/** A modal dialog; the browser traps the focus and restores it. Escape closes it. */
export function Dialog({ title, onClose, children, wide = false, half = false }: DialogProps) {
  const dialog = useModal();
  const titleId = useId();
  return (
    <dialog
      ref={dialog}
      className={`dialog panel${wide ? ' wide' : ''}${half ? ' half' : ''}`}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        // Handled here because the browser's own Escape closes all dialogs opened without a click
        // in between.
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        const open = [...document.querySelectorAll('dialog:modal')];
        if (open.at(-1) === event.currentTarget) onClose();
      }}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <button type="button" className="button plain square" onClick={onClose}>
          <Icon name="close" />
          <span className="unseen">Close dialog</span>
        </button>
      </div>
      {children}
    </dialog>
  );
}
