/**
 * The import of transactions. This folder has the import dialog with its check, and what a
 * transaction shows beyond its definition: attachments and a map. Steps and texts of the import
 * belong in core's workflow.
 */
import {
  BUILT_IN_TABLES,
  type ImportDefinition,
  type ImportTables,
  type ImportView,
  importPorts,
  importWorkflow,
  loadImportTables,
  type Need,
} from '@forecourt/core';
import { useEffect, useRef, useState } from 'react';
import { sizeText } from '../../fields/FileDrop.tsx';
import { NeedField } from '../../fields/NeedField.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { usePortal } from '../../platform/portal-context.ts';
import { keepDownload } from '../../platform/save-file.ts';
import { useToast } from '../../shell/Toasts.tsx';
import { useWorkflow } from '../../workflow/use-workflow.ts';
import { checkInWorker, digestInWorker } from './check-in-worker.ts';
import { GuardForm } from './GuardForm.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import { ReportView } from './ReportView.tsx';
import '../../views/table.css';
import '../../views/check-report/check-report.css';
import './import.css';

const RESULT_NAME = 'import-result.csv';
const figures = new Intl.NumberFormat('en-CA');

/** The service's own layouts and tax tables; if they can't be loaded, the built-in ones apply. */
function useTables(): ImportTables | undefined {
  const { client } = usePortal();
  const [tables, setTables] = useState<ImportTables>();
  useEffect(() => {
    const stop = new AbortController();
    loadImportTables(client, stop.signal)
      .catch(() => BUILT_IN_TABLES)
      .then((found) => !stop.signal.aborted && setTables(found));
    return () => stop.abort();
  }, [client]);
  return tables;
}

function useImport(offered: ImportDefinition, tables: ImportTables) {
  const { client } = usePortal();
  return useWorkflow(() => ({
    workflow: importWorkflow(
      importPorts(client, {
        check: checkInWorker(tables),
        digest: digestInWorker,
        keep: keepDownload(RESULT_NAME),
      }),
    ),
    input: {
      providers: tables.providers.map((provider) => ({ key: provider, value: provider })),
      texts: offered.texts,
    },
  }));
}

/** Keeps the current choices visible after the view no longer asks for them. */
function useNeeds(view: ImportView): readonly Need[] {
  const asked = 'needs' in view ? view.needs : [];
  const [kept, setKept] = useState(asked);
  if (asked.length > 0 && asked !== kept) setKept(asked);
  if (asked.length > 0) return asked;
  const { file, provider = '' } = view.data;
  return kept.map((need): Need => {
    if (need.kind === 'file') return file ? { ...need, value: file, issues: [] } : need;
    return need.kind === 'choice' ? { ...need, value: provider, issues: [] } : need;
  });
}

const isChecking = (view: ImportView): boolean =>
  view.status === 'pending' && view.step === 'checking';

function busyText(view: ImportView): string | undefined {
  if (view.status !== 'pending' || !view.busy) return undefined;
  const rows = figures.format(view.data.progress?.rows ?? 0);
  if (view.step === 'checking') return `Checking, ${rows} rows so far …`;
  if (view.step === 'looking') return 'Asking whether this file was imported before …';
  if (view.step === 'resolving') return 'The answer was lost. Asking for the outcome …';
  const received = view.data.progress?.bytes ?? 0;
  return received > 0
    ? `Receiving the result file, ${sizeText(received)} so far …`
    : 'Sending. This may take several minutes …';
}

const isChoice = ({ kind }: Need): boolean => kind === 'choice' || kind === 'file';

function Body({ view, offered, onAnswer, onAccept }: BodyProps) {
  const needs = useNeeds(view);
  if (view.status === 'done') return <ImportOutcome output={view.output} />;
  const busy = busyText(view);
  const { report } = view.data;
  return (
    <>
      <div className="import-choices">
        {needs.filter(isChoice).map((need) => (
          <NeedField
            key={need.name}
            need={need}
            disabled={busy !== undefined && !isChecking(view)}
            onChange={(value) => onAnswer(need.name, value)}
          />
        ))}
      </div>
      {view.status === 'failed' && (
        <p className="notice bad" role="alert">
          <Icon name="warning" />
          <span>
            {view.error.message} {view.error.detail}
          </span>
        </p>
      )}
      {busy && (
        <p className="notice check-busy" role="status">
          <span className="spinner" aria-hidden="true" />
          {busy}
        </p>
      )}
      {!busy && report && (
        <ReportView report={report} accepted={view.data.accepted}>
          <GuardForm view={view} needs={needs} onAnswer={onAnswer} onAccept={onAccept} />
        </ReportView>
      )}
      {!report && offered.texts.warning && (
        <p className="notice warn">
          <Icon name="info" />
          {offered.texts.warning}
        </p>
      )}
    </>
  );
}

interface BodyProps {
  readonly view: ImportView;
  readonly offered: ImportDefinition;
  readonly onAnswer: (name: string, value: unknown) => void;
  readonly onAccept: () => void;
}

interface FootProps {
  readonly view: ImportView;
  readonly send: ReturnType<typeof useImport>[1];
  readonly onClose: () => void;
}

function Foot({ view, send, onClose }: FootProps) {
  const { submit, cancel, retry, restart } = view.commands;
  const busy = view.status === 'pending' && view.busy;
  if (view.status === 'done') {
    return (
      <footer className="dialog-foot">
        <button type="button" className="button" onClick={() => send({ type: 'restart' })}>
          Import another file
        </button>
        <button type="button" className="button primary" onClick={onClose}>
          Close
        </button>
      </footer>
    );
  }
  const why =
    busy || submit.allowed || view.status === 'failed' ? undefined : submit.reason.message;
  return (
    <footer className="dialog-foot">
      {why && (
        <p className="why" id="upload-why">
          {why}
        </p>
      )}
      {view.status === 'failed' && restart.allowed && (
        <button type="button" className="button" onClick={() => send({ type: 'restart' })}>
          Choose another file
        </button>
      )}
      {busy ? (
        <button
          type="button"
          className="button"
          disabled={!cancel.allowed}
          onClick={() => send({ type: 'cancel' })}
        >
          Stop
        </button>
      ) : (
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      )}
      {retry.allowed ? (
        <button type="button" className="button primary" onClick={() => send({ type: 'retry' })}>
          Try again
        </button>
      ) : (
        <button
          type="button"
          className="button primary"
          disabled={!submit.allowed}
          aria-describedby={why ? 'upload-why' : undefined}
          onClick={() => send({ type: 'submit' })}
        >
          <Icon name="upload" />
          Upload
        </button>
      )}
    </footer>
  );
}

interface ImportDialogProps {
  readonly offered: ImportDefinition;
  readonly onClose: () => void;
  readonly onImported: () => void;
}

/** Opens the dialog once the service has listed the providers (TXN-16). */
export function ImportDialog(props: ImportDialogProps) {
  const tables = useTables();
  if (tables) return <LoadedDialog {...props} tables={tables} />;
  return (
    <Dialog title={props.offered.label} wide onClose={props.onClose}>
      <div className="dialog-body">
        <p className="notice check-busy" role="status">
          <span className="spinner" aria-hidden="true" />
          Loading the providers …
        </p>
      </div>
    </Dialog>
  );
}

/** Picks a provider's file, checks it, sends it and shows the result (TXN-04, TXN-12, TXN-13). */
function LoadedDialog({
  offered,
  onClose,
  onImported,
  tables,
}: ImportDialogProps & { readonly tables: ImportTables }) {
  const toast = useToast();
  const [view, send] = useImport(offered, tables);
  const reported = useRef<ImportView['status']>(undefined);
  useEffect(() => {
    if (reported.current === view.status) return;
    reported.current = view.status;
    if (view.status === 'failed') toast('bad', view.error.message, view.error.detail);
    if (view.status === 'cancelled') onClose();
    if (view.status !== 'done' || !view.output.sent) return;
    const { message } = view.output;
    toast(message === offered.texts.failure ? 'bad' : 'good', message);
    onImported();
  }, [view, offered, toast, onImported, onClose]);
  const answer = (name: string, value: unknown) => {
    send({ type: 'field.changed', name, value });
    // The check is local and immediate, so submit at once; the machine ignores this until both are
    // chosen.
    if (name === 'provider' || name === 'file') send({ type: 'submit' });
  };
  const sending =
    view.status === 'pending' && (view.step === 'sending' || view.step === 'resolving');
  return (
    <Dialog
      title={offered.label}
      wide
      onClose={() => {
        // Closing by accident must not stop a file being sent.
        if (!sending) onClose();
      }}
    >
      <div className="dialog-body">
        <Body
          view={view}
          offered={offered}
          onAnswer={answer}
          onAccept={() => send({ type: 'accept' })}
        />
      </div>
      <Foot view={view} send={send} onClose={onClose} />
    </Dialog>
  );
}
