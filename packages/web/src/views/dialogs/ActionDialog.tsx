import {
  type ActionDefinition,
  type AnyListed,
  actionPorts,
  actionWorkflow,
} from '@forecourt/core';
import { type FormEvent, useEffect, useId } from 'react';
import { Dialog } from '../../parts/Dialog.tsx';
import { usePortal } from '../../platform/portal-context.ts';
import { keepDownload } from '../../platform/save-file.ts';
import { useToast } from '../../shell/Toasts.tsx';
import { useWorkflow } from '../../workflow/use-workflow.ts';
import { DialogFoot } from './DialogFoot.tsx';
import { DialogNeeds, useKept } from './DialogNeeds.tsx';

interface ActionDialogProps {
  readonly definition: Pick<AnyListed, 'name'>;
  readonly action: ActionDefinition;
  readonly ids: readonly string[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks what an action wants to know, does it, and says how it ended (CARD-07). */
export function ActionDialog({ definition, action, ids, onClose, onDone }: ActionDialogProps) {
  const { client } = usePortal();
  const toast = useToast();
  const form = useId();
  const [view, send] = useWorkflow(() => ({
    workflow: actionWorkflow(actionPorts(client, definition, action, keepDownload(action.label))),
    input: { ids },
  }));
  const needs = useKept(view);
  useEffect(() => {
    if (view.status === 'failed') toast('bad', view.error.message, view.error.detail);
    if (view.status === 'cancelled') onClose();
    if (view.status !== 'done') return;
    toast('good', view.output.message, view.output.file?.name);
    onDone();
    onClose();
  }, [view, toast, onClose, onDone]);
  const busy = view.status === 'pending' && view.busy;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ type: 'submit' });
  };
  return (
    <Dialog title={view.data.title} onClose={() => busy || onClose()}>
      <form id={form} className="dialog-body" noValidate onSubmit={submit}>
        {ids.length > 1 && <p className="quiet">{ids.length} rows are chosen.</p>}
        <DialogNeeds view={view} needs={needs} disabled={busy} onEvent={send} />
      </form>
      <DialogFoot
        view={view}
        form={form}
        label={view.data.submitLabel}
        onClose={onClose}
        onRetry={() => send({ type: 'retry' })}
      />
    </Dialog>
  );
}
