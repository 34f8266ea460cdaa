import {
  type AnyListed,
  filterText,
  type RefusedRow,
  type UploadDefinition,
  type UploadOutput,
} from '@forecourt/core';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { Dialog } from '../../parts/Dialog.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { RefusedRows } from '../RefusedRows.tsx';
import { DialogFoot } from './DialogFoot.tsx';
import { DialogNeeds, useKept } from './DialogNeeds.tsx';
import { useUpload } from './use-upload.ts';

interface UploadDialogProps {
  /** The list whose rows are uploaded; it leads to what was accepted. */
  readonly definition: AnyListed;
  readonly upload: UploadDefinition;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

interface RoundProps extends UploadDialogProps {
  /** Starts over with another file. */
  readonly onAgain: () => void;
}

/** Leads to the accepted rows, or the first of them, in the list. */
function AcceptedLink({
  definition: { noun, route },
  upload: { leadsTo },
  output: { accepted, records = [] },
  onFollow,
}: Pick<UploadDialogProps, 'definition' | 'upload'> & {
  readonly output: UploadOutput;
  readonly onFollow: () => void;
}) {
  if (leadsTo === undefined || records.length === 0) return null;
  const search = new URLSearchParams(
    records.map((value) => ['filter', filterText({ field: leadsTo, match: 'exact', value })]),
  );
  const [one, many] = noun;
  const all = records.length >= accepted;
  const text = all
    ? `Show ${records.length === 1 ? `the ${one}` : `these ${records.length} ${many}`}`
    : `Show the first ${records.length} ${many}`;
  return (
    <Link className="button" to={`${route}?${search}`} onClick={onFollow}>
      {text}
    </Link>
  );
}

/** Upload, which had the focus, is gone; a new file may have been dropped with the focus elsewhere. */
function takeFocus(button: HTMLElement | null): void {
  if (document.activeElement === document.body) button?.focus({ preventScroll: true });
}

const Refused = ({ rows }: { readonly rows: readonly RefusedRow[] }) =>
  rows.length > 0 && <RefusedRows rows={rows} />;

/** Picks a file, uploads it, and shows the refused rows with reasons. */
export function UploadDialog(props: UploadDialogProps) {
  const [round, setRound] = useState(0);
  return <Round key={round} onAgain={() => setRound(round + 1)} {...props} />;
}

function Round({ definition, upload, onAgain, onClose, onDone }: RoundProps) {
  const form = useId();
  const [view, send] = useUpload(upload, onDone);
  const needs = useKept(view);
  const { rejected } = view.data;
  useEffect(() => {
    if (view.status === 'cancelled') onClose();
  }, [view.status, onClose]);
  const busy = view.status === 'pending' && view.busy;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ type: 'submit' });
  };
  return (
    <Dialog title={view.data.title} wide={rejected.length > 0} onClose={() => busy || onClose()}>
      <form id={form} className="dialog-body" noValidate onSubmit={submit}>
        {view.status === 'done' ? (
          <Notice tone={rejected.length > 0 ? 'warn' : 'good'} role="status">
            <Icon name={rejected.length > 0 ? 'warning' : 'check'} />
            {view.data.summary}
          </Notice>
        ) : (
          <DialogNeeds view={view} needs={needs} disabled={busy} onEvent={send as never} />
        )}
        <Refused rows={rejected} />
      </form>
      {view.status === 'done' ? (
        <footer className="dialog-foot">
          <AcceptedLink
            definition={definition}
            upload={upload}
            output={view.output}
            onFollow={onClose}
          />
          <button type="button" className="button" onClick={onAgain}>
            Another file
          </button>
          <button ref={takeFocus} type="button" className="button primary" onClick={onClose}>
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
