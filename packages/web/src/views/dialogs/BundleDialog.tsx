import {
  type AnyListed,
  type BulkReport,
  type BundleDefinition,
  bundlePorts,
  downloadWorkflow,
  routeReference,
  type SavedFile,
  startWorkflow,
} from '@forecourt/core';
import { useEffect, useId, useRef, useState } from 'react';
import { sizeText } from '../../fields/FileDrop.tsx';
import { Radio } from '../../fields/inputs.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Progress } from '../../parts/Progress.tsx';
import { openWaitingTab } from '../../platform/new-tab.ts';
import { usePortal } from '../../platform/portal-context.ts';
import { keepDownload } from '../../platform/save-file.ts';
import { useToast } from '../../shell/Toasts.tsx';
import { ReportList, ReportTools } from './BulkReport.tsx';

// biome-ignore lint/suspicious/noExplicitAny: rows of an unknown resource
type AnyBundle = BundleDefinition<any>;

interface BundleDialogProps {
  readonly definition: AnyListed;
  readonly bundle: AnyBundle;
  readonly keys: readonly string[];
  readonly onClose: () => void;
  /** Called when a file is saved, with the keys of those that could not be made and can be tried again. */
  readonly onSaved?: ((left: readonly string[]) => void) | undefined;
}

/** Fetches the files and saves them as one; saves nothing when stopped. */
function useBundle({ definition, bundle, keys, onClose, onSaved }: BundleDialogProps) {
  const { client } = usePortal();
  const toast = useToast();
  const [bytes, setBytes] = useState<number>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const [blocked, setBlocked] = useState(false);
  /** The finished file, if the browser blocked its tab. */
  const [saved, setSaved] = useState<SavedFile>();
  /** What was made of several and what not. */
  const [report, setReport] = useState<BulkReport>();
  const start = async (
    type: string,
    wanted = keys.map((key) => routeReference(definition, key)),
  ) => {
    setReport(undefined);
    const tab = openWaitingTab();
    setBlocked(tab === undefined);
    const ports = bundlePorts(client, definition, type, keepDownload(bundle.fileName(type)));
    const run = startWorkflow(downloadWorkflow(ports), {
      input: { request: { keys: wanted } },
    });
    stop.current = () => run.send({ type: 'cancel' });
    setBytes(0);
    run.subscribe(({ data }) => setBytes(data.progress.bytes));
    const end = await run.until(({ status }) => status !== 'pending');
    run.stop();
    stop.current = undefined;
    setBytes(undefined);
    if (end.status === 'failed') {
      const { code, message, detail, report: why } = end.error;
      setReport(why);
      tab?.failed(message, detail);
      toast(code === 'nothing_selected' ? 'warn' : 'bad', message, detail);
    }
    if (end.status !== 'done') return tab?.close();
    const { file, message } = end.output;
    tab?.done(file);
    setReport(file.report);
    onSaved?.(file.report?.toTry.map(({ id, label = id }) => label) ?? []);
    toast(file.report ? 'warn' : 'good', message, file.name);
    if (file.report) return;
    // The press on the link opens the tab that the browser refused before.
    if (tab) onClose();
    else setSaved(file);
  };
  return { bytes, blocked, report, saved, start, stop: () => stop.current?.() };
}

/** 'Export selected invoices to a ZIP file': chooses a format and saves (INV-10). */
export function BundleDialog(props: BundleDialogProps) {
  const { definition, bundle, onClose } = props;
  // What was chosen when it opened: a saved file takes it out of the list's selection.
  const [keys] = useState(props.keys);
  const [type, setType] = useState(bundle.types[0]?.key ?? '');
  const { blocked, bytes, report, saved, start, stop } = useBundle({ ...props, keys });
  const id = useId();
  const busy = bytes !== undefined;
  const foot = useRef<HTMLElement>(null);
  useEffect(() => {
    const at = document.activeElement;
    // A button that is disabled or replaced loses the focus to the page behind.
    const isLost = at === document.body || foot.current?.contains(at) === true;
    if (!isLost || !(busy || saved || report)) return;
    foot.current?.querySelector<HTMLElement>(saved ? 'a' : 'button')?.focus();
  }, [busy, saved, report]);
  return (
    <Dialog title={bundle.title} onClose={() => busy || onClose()}>
      <div className="dialog-body">
        <p className="notice warn">
          <Icon name="info" />
          {bundle.warning}
        </p>
        <fieldset className="choices" disabled={busy}>
          <legend className="label">File type</legend>
          {bundle.types.map(({ key, value }) => (
            <label key={key}>
              <Radio
                group={id}
                checked={type === key}
                disabled={busy}
                onPick={() => setType(key)}
              />
              {value}
            </label>
          ))}
        </fieldset>
        {blocked && (busy || saved) && (
          <p className="notice warn">
            <Icon name="info" />
            The browser blocked the new tab. The file is saved to your downloads
            {busy && ', and a button here opens it when it is ready'}.
          </p>
        )}
        <p className="quiet" role="status">
          {busy
            ? `${sizeText(bytes)} received …`
            : report
              ? ''
              : `${keys.length === 1 ? 'One is' : `${keys.length} are`} chosen.`}
        </p>
        {busy && <Progress label="Download" />}
        {report && <ReportList report={report} noun={definition.noun[1]} />}
      </div>
      <footer ref={foot} className="dialog-foot">
        {busy ? (
          <button type="button" className="button" onClick={stop}>
            Stop
          </button>
        ) : (
          <button type="button" className="button" onClick={onClose}>
            {bundle.closeLabel}
          </button>
        )}
        {report && (
          <ReportTools
            report={report}
            name="download-report.csv"
            onAgain={() =>
              void start(
                type,
                report.toTry.map(({ id }) => id),
              )
            }
          />
        )}
        {saved ? (
          <a className="button primary" href={saved.location} target="_blank" rel="noreferrer">
            Open {saved.name}
          </a>
        ) : (
          <button
            type="button"
            className="button primary"
            disabled={busy}
            onClick={() => void start(type)}
          >
            {busy && <span className="spinner" aria-hidden="true" />}
            {bundle.submitLabel}
          </button>
        )}
      </footer>
    </Dialog>
  );
}
