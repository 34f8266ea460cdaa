import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  readonly message: string;
  readonly accept: string;
  readonly reject: string;
  readonly busy?: boolean;
  /** Nothing is lost by accepting. */
  readonly harmless?: boolean;
  readonly onAccept: () => void;
  readonly onReject: () => void;
}

/** A question with two answers. Focus begins at the one that changes nothing; Escape gives it. */
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
