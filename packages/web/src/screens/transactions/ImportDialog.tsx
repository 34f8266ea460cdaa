/**
 * The import of transactions. This folder has the import dialog with its check, and what a
 * transaction shows beyond its definition: attachments and a map. Steps and texts of the import
 * belong in core's workflow.
 */
import {
  BUILT_IN_TABLES,
  type Draft,
  type ImportAnswerName,
  type ImportDefinition,
  type ImportTables,
  type ImportView,
  importPorts,
  importWorkflow,
  isNothingNew,
  loadImportTables,
} from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Dialog } from '../../parts/Dialog.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { openWaitingTab, type WaitingTab } from '../../platform/new-tab.ts';
import { usePortal } from '../../platform/portal-context.ts';
import { keepDownload } from '../../platform/save-file.ts';
import { useToast } from '../../shell/Toasts.tsx';
import { useChoicesKeeper } from '../../views/form/use-draft.ts';
import { useUnsaved } from '../../views/form/use-unsaved.tsx';
import {
  checkInWorker,
  correctInWorker,
  digestInWorker,
  recogniseInWorker,
} from './check-in-worker.ts';
import { ImportBody, LoadingBody } from './ImportBody.tsx';
import { useImportFocus } from './use-import-focus.ts';

const RESULT_NAME = 'import-result.csv';

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

function useImport(offered: ImportDefinition, tables: ImportTables, provider: string) {
  const { client } = usePortal();
  return useWorkflow(
    () =>
      importWorkflow({
        ...importPorts(client, {
          check: checkInWorker(tables),
          digest: digestInWorker,
          keep: keepDownload(RESULT_NAME),
        }),
        recognise: recogniseInWorker(tables),
        correct: correctInWorker,
      }),
    {
      providers: tables.providers.map((provider) => ({ key: provider, value: provider })),
      texts: offered.texts,
      ...(provider !== '' && { provider }),
      // TXN-04 names two; a layout of the service's own may be of CSV files.
      ...(tables.layouts.length > 0 && { accept: ['.xls', '.xlsx', '.csv'] }),
    },
  );
}

interface FootProps {
  readonly view: ImportView;
  readonly send: ReturnType<typeof useImport>[1];
  readonly onClose: () => void;
  /** Sends the checked file, or checks the chosen one. */
  readonly onUpload: () => void;
}

function Foot({ view, send, onClose, onUpload }: FootProps) {
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
  // What is typed and not corrected yet would be shown, and not sent.
  const pending = submit.allowed && view.data.typed.length > 0;
  const refused = submit.allowed ? undefined : submit.reason.message;
  const why = pending ? 'Correct and check again first, or take back what you typed.' : refused;
  return (
    <footer className="dialog-foot">
      {why && !busy && view.status !== 'failed' && (
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
          disabled={!submit.allowed || pending}
          aria-describedby={why ? 'upload-why' : undefined}
          onClick={
            view.status === 'pending' && view.step === 'reviewing'
              ? onUpload
              : () => send({ type: 'submit' })
          }
        >
          <Icon name="upload" />
          Upload
        </button>
      )}
    </footer>
  );
}

/**
 * The tab that the dialog announces: opened on the press, before the file is sent, and shows the outcome (TXN-04).
 */
function useTab(view: ImportView) {
  const tab = useRef<WaitingTab>(undefined);
  const [blocked, setBlocked] = useState(false);
  useEffect(() => {
    const waiting = tab.current;
    if (!waiting || view.status === 'pending') return;
    tab.current = undefined;
    if (view.status === 'failed') return waiting.failed(view.error.message, view.error.detail);
    const result = view.status === 'done' ? view.output.result : undefined;
    if (result) return waiting.done(result);
    waiting.close();
  }, [view]);
  useEffect(() => () => tab.current?.close(), []);
  return {
    blocked,
    open: () => {
      tab.current?.close();
      tab.current = openWaitingTab();
      setBlocked(tab.current === undefined);
    },
  };
}

interface ImportDialogProps {
  readonly offered: ImportDefinition;
  /** The file type that was chosen when a session ended, and the name of the file (AUTH-09). */
  readonly kept: Draft | undefined;
  readonly onClose: () => void;
  readonly onImported: () => void;
}

/** One dialog from its first moment on: what is in it changes once the service has listed the providers (TXN-16). */
export function ImportDialog(props: ImportDialogProps) {
  const { offered, onClose } = props;
  const tables = useTables();
  const leave = useRef<() => unknown>(onClose);
  return (
    <Dialog title={offered.label} wide onClose={() => leave.current()}>
      {tables ? (
        <Import {...props} tables={tables} leaving={leave} />
      ) : (
        <LoadingBody offered={offered} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface LoadedProps extends ImportDialogProps {
  readonly tables: ImportTables;
  /** What Escape and the dialog's close button do. */
  readonly leaving: RefObject<() => unknown>;
}

interface NotKeptProps {
  readonly file: string;
  /** Whether it had corrections. */
  readonly corrected: boolean;
}

/** What is lost with a session: a page can't keep a file, so its corrections would be of no file. */
const NotKept = ({ corrected, file }: NotKeptProps) => (
  <p className="notice warn" role="status">
    <Icon name="warning" />
    {corrected
      ? `${file} was not kept, nor were corrections of it. Choose it again, and correct it again.`
      : `${file} was not kept. Choose it again.`}
  </p>
);

/** Picks a provider's file, checks it, sends it and shows the result (TXN-04, TXN-12, TXN-13). */
function Import({ kept, offered, onClose, onImported, leaving, tables }: LoadedProps) {
  const toast = useToast();
  const [view, send] = useImport(offered, tables, String(kept?.provider ?? ''));
  const { corrected, file, provider = '', typed } = view.data;
  const chosen = {
    provider,
    file: file?.name ?? String(kept?.file ?? ''),
    corrected: file ? corrected !== undefined || typed.length > 0 : kept?.corrected === true,
  };
  useChoicesKeeper('import', chosen, view.status !== 'done' && Object.values(chosen).some(Boolean));
  const reported = useRef<ImportView['status']>(undefined);
  const tab = useTab(view);
  useEffect(() => {
    if (reported.current === view.status) return;
    reported.current = view.status;
    if (view.status === 'failed') toast('bad', view.error.message, view.error.detail);
    if (view.status === 'cancelled') onClose();
    if (view.status !== 'done' || !view.output.sent) return;
    const { message, record } = view.output;
    const tone = message === offered.texts.failure ? 'bad' : 'good';
    toast(record && isNothingNew(record) ? 'warn' : tone, message);
    onImported();
  }, [view, offered, toast, onImported, onClose]);
  const answer = (name: string, value: unknown) => {
    send({ type: 'field.changed', name: name as ImportAnswerName, value });
    // The check is local and immediate, so submit at once; the machine ignores this until both are
    // chosen.
    if (name === 'provider' || name === 'file') send({ type: 'submit' });
  };
  const sending =
    view.status === 'pending' && (view.step === 'sending' || view.step === 'resolving');
  // Closing by accident must neither stop a file being sent nor lose corrections.
  const unsaved = useUnsaved(view, onClose);
  const leave = () => sending || unsaved.leave();
  useEffect(() => {
    leaving.current = leave;
  });
  return (
    <>
      {kept?.file && !file && view.status === 'pending' && (
        <NotKept file={String(kept.file)} corrected={kept.corrected === true} />
      )}
      <ImportBody
        view={view}
        state={useImportFocus(view)}
        offered={offered}
        send={send}
        onAnswer={answer}
        onClose={onClose}
      />
      {tab.blocked && view.status === 'pending' && (
        <p className="notice warn" role="status">
          <Icon name="info" />
          The browser blocked the new tab. The file is saved to your downloads, and a button here
          opens it when it is ready.
        </p>
      )}
      <Foot
        view={view}
        send={send}
        onClose={leave}
        onUpload={() => {
          tab.open();
          send({ type: 'submit' });
        }}
      />
      {unsaved.question}
    </>
  );
}
