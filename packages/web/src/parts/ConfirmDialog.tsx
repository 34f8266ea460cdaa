import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  readonly message: string;
  readonly accept: string;
  readonly reject: string;
  readonly busy?: boolean;
  /** Accepting loses nothing. */
  readonly harmless?: boolean;
  readonly onAccept: () => void;
  readonly onReject: () => void;
}

/** A question with two answers. Focuses the one that changes nothing; Escape chooses it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, message, accept, reject, busy = false, harmless, onAccept, onReject } = props;
  return (
    <Dialog title={title} onClose={onReject}>
      <div className="dialog-body">
        <p>{message}</p>
      </div>
      <div className="dialog-foot">
        <button type="button" className="button" disabled={busy} onClick={onReject}>
          {reject}
        </button>
        <button
          type="button"
          className={harmless ? 'button primary' : 'button danger'}
          disabled={busy}
          onClick={onAccept}
        >
          {busy && <span className="spinner" aria-hidden="true" />}
          {accept}
        </button>
      </div>
    </Dialog>
  );
}
