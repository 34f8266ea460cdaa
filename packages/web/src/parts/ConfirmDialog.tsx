import { ConfirmDialog as PrimeConfirmDialog } from 'primereact/confirmdialog';
import { DIALOG, DialogFocus } from './Dialog.tsx';
import { Prime } from './Prime.tsx';

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

type AnswersProps = Omit<ConfirmDialogProps, 'title' | 'message'>;

/** The buttons are ours, because PrimeReact's close the dialog before the answer is carried out. */
const Answers = ({ accept, reject, busy, harmless, onAccept, onReject }: AnswersProps) => (
  <>
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
  </>
);

/** A question with two answers. Focuses the one that changes nothing; Escape chooses it. */
export function ConfirmDialog({ title, message, ...answers }: ConfirmDialogProps) {
  const { busy = false, onReject } = answers;
  return (
    <Prime>
      <PrimeConfirmDialog
        {...DIALOG}
        header={title}
        closable={!busy}
        message={
          <>
            {message}
            <DialogFocus />
          </>
        }
        footer={<Answers {...answers} />}
        onHide={onReject}
      />
    </Prime>
  );
}
