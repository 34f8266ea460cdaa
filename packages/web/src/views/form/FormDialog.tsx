import type { AnyResource, Draft, SavedRun } from '@forecourt/core';
import { useEffect, useRef } from 'react';
import { Dialog } from '../../parts/Dialog.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { dialogOnDemand } from '../../shell/dialog-on-demand.tsx';
import { ConfirmSaveDialog } from './ConfirmSaveDialog.tsx';
import { FormBody } from './FormBody.tsx';
import { FormFoot } from './FormFoot.tsx';
import { FormNotice } from './FormNotice.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import { type DialogIdentity, useDialogKeeper } from './use-draft.ts';
import { loadFailure, useForm, useSubmit } from './use-form.ts';
import './form.css';

const ConflictDialog = dialogOnDemand(() => import('./ConflictDialog.tsx'), 'ConflictDialog');

interface FormDialogProps {
  readonly definition: AnyResource;
  /** Undefined creates a record. */
  readonly id?: string | undefined;
  /** Initial values. */
  readonly provided?: Draft | undefined;
  /** Input kept when a session ended, to continue with (AUTH-09). */
  readonly saved?: SavedRun | undefined;
  /** What the list needs to reopen this dialog in the next session; undefined keeps nothing. */
  readonly keptAs?: DialogIdentity | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** A record's form in a dialog over its list: a markup, a payment (MARK-02, PAY-02). */
export function FormDialog(props: FormDialogProps) {
  const { definition, id, provided, saved, keptAs, onClose, onSaved } = props;
  const form = useForm(
    definition,
    id === undefined ? { mode: 'create', ...(provided && { provided }) } : { mode: 'edit', id },
    saved,
  );
  useDialogKeeper({ dirty: form.view.data.dirty, save: form.save }, keptAs);
  const { send, view } = form;
  const { element, onSubmit } = useSubmit(form);
  const { status } = view;
  // Refused for what others did, or informed of it: the list below still shows what was before (PAY-02).
  const outdated = useRef(false);
  const informed = status === 'failed' || view.data.notice !== undefined;
  useEffect(() => {
    outdated.current ||= informed;
    if (status === 'done' || (status === 'cancelled' && outdated.current)) onSaved();
    if (status === 'done' || status === 'cancelled') onClose();
  }, [status, informed, onSaved, onClose]);
  const busy = view.status === 'pending' && view.busy && view.step !== 'loading';
  const leave = () => !busy && send({ type: 'leave' });
  const unloaded = loadFailure(form);
  return (
    <Dialog title={view.data.title} onClose={leave} half>
      <form ref={element} noValidate className="dialog-form" onSubmit={onSubmit}>
        <div className="dialog-body">
          {definition.form?.note && <p className="quiet">{definition.form.note}</p>}
          <FormBody form={form} plain />
          <FormNotice form={form} />
          {unloaded && (
            <button type="button" className="button" onClick={() => send({ type: 'retry' })}>
              <Icon name="refresh" />
              Try again
            </button>
          )}
        </div>
        <FormFoot className="dialog-foot" form={form} onCancel={leave} onGone={leave} />
      </form>
      {view.status === 'pending' && view.step === 'conflict' && (
        <ConflictDialog
          definition={definition}
          form={form}
          onClose={() => form.send({ type: 'edit' })}
        />
      )}
      <ConfirmSaveDialog form={form} />
      <LeaveDialog form={form} />
    </Dialog>
  );
}
