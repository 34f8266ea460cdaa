/**
 * The dialog of an action. This folder runs actions, uploads and downloads that a definition
 * declares; forms of records belong in `views/form/`.
 */
import {
  type ActionDefinition,
  type AnyListed,
  actionPorts,
  actionWorkflow,
  type Draft,
  persist,
  type SavedRun,
} from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { type FormEvent, useEffect, useEffectEvent, useId, useRef } from 'react';
import { Dialog } from '../../parts/Dialog.tsx';
import { usePortal } from '../../platform/portal-context.ts';
import { keepDownload } from '../../platform/save-file.ts';
import { useToast } from '../../shell/Toasts.tsx';
import { RestoredNotice } from '../form/FormNotice.tsx';
import { continued, useDialogKeeper } from '../form/use-draft.ts';
import { useUnsaved } from '../form/use-unsaved.tsx';
import { DialogFoot } from './DialogFoot.tsx';
import { DialogNeeds, useKept } from './DialogNeeds.tsx';
import { Facts } from './Facts.tsx';

interface ActionDialogProps {
  readonly definition: Pick<AnyListed, 'name'>;
  readonly action: ActionDefinition;
  readonly ids: readonly string[];
  /** The row it applies to, if any. */
  readonly row?: Readonly<Record<string, unknown>>;
  /** Values to begin with. */
  readonly provided?: Draft;
  /** Input kept when a session ended, to continue with (AUTH-09). */
  readonly saved?: SavedRun | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const picked = (ids: readonly string[]) => ids.map((id) => ({ id }));

/** Asks for an action's input, runs it, and reports the result (CARD-07). */
export function ActionDialog(props: ActionDialogProps) {
  const { definition, action, ids, row, provided, saved, onDone } = props;
  const { client } = usePortal();
  const toast = useToast();
  const form = useId();
  const facts = row || action.on === 'list' ? action.about?.(row ?? {}) : undefined;
  const [view, send, run] = useWorkflow(
    () => {
      const ports = actionPorts(client, definition, action, keepDownload(action.label));
      return continued(actionWorkflow(ports), saved);
    },
    { ids, ...(provided && { provided }), ...(facts && { facts }) },
  );
  const before = view.status === 'failed' && view.error.code === 'already_done';
  const outdated = useRef(false);
  const onClose = () => {
    if (outdated.current) onDone();
    props.onClose();
  };
  const close = useEffectEvent(onClose);
  useDialogKeeper(
    { dirty: view.data.dirty, save: () => persist(run) },
    { action: action.name, ...(action.on === 'selection' && { picked: picked(view.data.ids) }) },
  );
  const needs = useKept(view);
  useEffect(() => {
    // The dialog says it, as long as it stays.
    if (view.status === 'failed' && !(before && view.data.dirty)) {
      toast(before ? 'warn' : 'bad', view.error.message, view.error.detail);
    }
    // Somebody else did it already: the row is reloaded once nothing that was typed would be lost by it.
    outdated.current ||= before;
    if ((before && !view.data.dirty) || view.status === 'cancelled') close();
    if (view.status !== 'done') return;
    toast('good', view.output.message, view.output.file?.name);
    outdated.current = true;
    close();
  }, [view, before, toast]);
  const { leave: leaveSafely, question } = useUnsaved(view, onClose);
  // What was typed can't be sent any more.
  const leave = before ? onClose : leaveSafely;
  const busy = view.status === 'pending' && view.busy;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ type: 'submit' });
  };
  return (
    <Dialog title={view.data.title} onClose={() => busy || leave()}>
      <form id={form} className="dialog-body" noValidate onSubmit={submit}>
        <Facts facts={view.data.facts} />
        {view.data.ids.length > 1 && (
          <p className="quiet">{view.data.ids.length} rows are chosen.</p>
        )}
        {saved && view.status === 'pending' && view.data.dirty && !view.busy && <RestoredNotice />}
        <DialogNeeds
          view={view}
          needs={needs}
          notice={view.data.notice}
          disabled={busy}
          onEvent={send}
        />
      </form>
      <DialogFoot
        view={view}
        form={form}
        label={view.data.submitLabel}
        closeLabel={before ? 'Close' : 'Cancel'}
        onClose={leave}
        onRetry={() => send({ type: 'retry' })}
      />
      {question}
    </Dialog>
  );
}
