import {
  type ActionPreview,
  actionPorts,
  actionWorkflow,
  type Draft,
  emailShownReport,
  persist,
  previewReportEmail,
  type ReportAsked,
  reportDraft,
  type SavedRun,
} from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { Dialog } from '../../parts/Dialog.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { usePortal, useSession } from '../../platform/portal-context.ts';
import { keepDownload } from '../../platform/save-file.ts';
import { useToast } from '../../shell/Toasts.tsx';
import { DialogFoot } from '../../views/dialogs/DialogFoot.tsx';
import { DialogNeeds, useKept } from '../../views/dialogs/DialogNeeds.tsx';
import { Facts } from '../../views/dialogs/Facts.tsx';
import { RestoredNotice } from '../../views/form/FormNotice.tsx';
import { continued, useDialogKeeper } from '../../views/form/use-draft.ts';
import { useUnsaved } from '../../views/form/use-unsaved.tsx';

interface ReportEmailProps {
  readonly asked: ReportAsked;
  /** Input kept when a session ended, to continue with (AUTH-09). */
  readonly saved?: SavedRun | undefined;
  readonly onClose: () => void;
}

/** What the e-mail will be, in the chosen format. Sending says what is wrong if this can't be loaded. */
function usePreview(shown: Draft, format: string): ActionPreview | undefined {
  const { client } = usePortal();
  const [preview, setPreview] = useState<ActionPreview>();
  const which = JSON.stringify({ ...shown, format });
  useEffect(() => {
    const leaving = new AbortController();
    previewReportEmail(client, JSON.parse(which) as Draft, leaving.signal).then(
      setPreview,
      () => leaving.signal.aborted || setPreview(undefined),
    );
    return () => leaving.abort();
  }, [client, which]);
  return preview;
}

/** Sends the report on screen to users who may make it, and says when it was sent today (REP-03). */
export function ReportEmailDialog({ asked, saved, onClose }: ReportEmailProps) {
  const { client } = usePortal();
  const session = useSession();
  const toast = useToast();
  const form = useId();
  const shown = reportDraft(asked);
  const [view, send, run] = useWorkflow(
    () => {
      const action = emailShownReport(shown);
      const ports = actionPorts(client, { name: 'reports' }, action, keepDownload('report'));
      return continued(actionWorkflow(ports), saved);
    },
    { provided: { format: 'pdf', recipients: session?.user?.email ?? '' } },
  );
  useDialogKeeper({ dirty: view.data.dirty, save: () => persist(run) }, { action: 'email' });
  const needs = useKept(view);
  const preview = usePreview(shown, String(view.data.draft.format ?? ''));
  useEffect(() => {
    if (view.status === 'failed') toast('bad', view.error.message, view.error.detail);
    if (view.status === 'cancelled') onClose();
    if (view.status !== 'done') return;
    toast('good', view.output.message);
    onClose();
  }, [view, toast, onClose]);
  const { leave, question } = useUnsaved(view, onClose);
  const busy = view.status === 'pending' && view.busy;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ type: 'submit' });
  };
  return (
    <Dialog title={view.data.title} onClose={() => busy || leave()}>
      <form id={form} className="dialog-body" noValidate onSubmit={submit}>
        {saved && view.status === 'pending' && view.data.dirty && !busy && <RestoredNotice />}
        <DialogNeeds view={view} needs={needs} disabled={busy} onEvent={send} />
        {preview && <Facts facts={preview.facts} />}
        {preview?.warning !== undefined && (
          <Notice tone="warn" role="status">
            {preview.warning}
          </Notice>
        )}
      </form>
      <DialogFoot
        view={view}
        form={form}
        label={preview?.warning === undefined ? view.data.submitLabel : 'Send Again'}
        onClose={leave}
        onRetry={() => send({ type: 'retry' })}
      />
      {question}
    </Dialog>
  );
}
