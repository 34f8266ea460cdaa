import {
  type RefusedRow,
  type UploadDefinition,
  uploadPorts,
  uploadWorkflow,
} from '@forecourt/core';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from '../../parts/Dialog.tsx';
import { usePortal } from '../../platform/portal-context.ts';
import { useToast } from '../../shell/Toasts.tsx';
import { useWorkflow } from '../../workflow/use-workflow.ts';
import { RefusedRows } from '../RefusedRows.tsx';
import { DialogFoot } from './DialogFoot.tsx';
import { DialogNeeds, useKept } from './DialogNeeds.tsx';

interface UploadDialogProps {
  readonly upload: UploadDefinition;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

interface RoundProps extends UploadDialogProps {
  /** Starts over with another file. */
  readonly onAgain: () => void;
}

/** Runs an upload and reports its result once. Refused rows stay visible (FORM-08). */
export function useUpload(upload: UploadDefinition, onDone: () => void) {
  const { client } = usePortal();
  const toast = useToast();
  const [view, send] = useWorkflow(() => ({
    workflow: uploadWorkflow(uploadPorts(client, upload)),
    input: {},
  }));
  const reported = useRef<string>(undefined);
  useEffect(() => {
    if (reported.current === view.status) return;
    reported.current = view.status;
    if (view.status === 'failed') toast('bad', view.error.message, view.error.detail);
    if (view.status !== 'done') return;
    toast('good', view.output.message);
    onDone();
  }, [view, toast, onDone]);
  return [view, send] as const;
}

const takenText = (rows: number): string =>
  rows === 1 ? 'One row was taken' : `${rows} rows were taken`;

const Refused = ({ rows }: { readonly rows: readonly RefusedRow[] }) =>
  rows.length > 0 && <RefusedRows rows={rows} />;

/** Picks a file, uploads it, and shows the refused rows with reasons. */
export function UploadDialog(props: UploadDialogProps) {
  const [round, setRound] = useState(0);
  return <Round key={round} onAgain={() => setRound(round + 1)} {...props} />;
}

function Round({ upload, onAgain, onClose, onDone }: RoundProps) {
  const form = useId();
  const [view, send] = useUpload(upload, onDone);
  const needs = useKept(view);
  const { rejected } = view.data;
  const finished = view.status === 'done' && rejected.length === 0;
  useEffect(() => {
    if (finished || view.status === 'cancelled') onClose();
  }, [finished, view.status, onClose]);
  const busy = view.status === 'pending' && view.busy;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ type: 'submit' });
  };
  return (
    <Dialog title={view.data.title} wide={rejected.length > 0} onClose={() => busy || onClose()}>
      <form id={form} className="dialog-body" noValidate onSubmit={submit}>
        {view.status === 'done' ? (
          <p>{takenText(view.output.accepted)}; these were not:</p>
        ) : (
          <DialogNeeds view={view} needs={needs} disabled={busy} onEvent={send as never} />
        )}
        <Refused rows={rejected} />
      </form>
      {view.status === 'done' ? (
        <footer className="dialog-foot">
          <button type="button" className="button" onClick={onAgain}>
            Another file
          </button>
          <button type="button" className="button primary" onClick={onClose}>
            Close
          </button>
        </footer>
      ) : (
        <DialogFoot
          view={view}
          form={form}
          label={view.data.submitLabel}
          onClose={onClose}
          onRetry={() => send({ type: 'retry' })}
        />
      )}
    </Dialog>
  );
}
