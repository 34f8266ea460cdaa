import {
  type AnyListed,
  downloadWorkflow,
  type ExportPlan,
  exportNote,
  exportPorts,
  type Failure,
  type KeepFile,
  type ListQuery,
  planExport,
  startWorkflow,
  toFailure,
} from '@forecourt/core';
import { useEffect, useId, useRef, useState } from 'react';
import { sizeText } from '../../fields/FileDrop.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { usePortal } from '../../platform/portal-context.ts';
import { keepDownload } from '../../platform/save-file.ts';
import { useToast } from '../../shell/Toasts.tsx';

interface ExportDialogProps {
  readonly definition: AnyListed;
  readonly ids: readonly string[];
  readonly query: ListQuery;
  readonly onClose: () => void;
}

/** The browser holds the whole file in memory before it is saved. */
const MAX_ROWS = 1_000_000;

const FORMATS = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel'],
] as const;
type Format = (typeof FORMATS)[number][0];

/** Saves the service's CSV as it is, or as a workbook. */
function keeper(format: Format, fileName: string): KeepFile {
  const keep = keepDownload(fileName);
  if (format === 'csv') return keep;
  return async (download, tools) => {
    const { asWorkbook } = await import('./as-workbook.ts');
    return keep(asWorkbook({ ...download, fileName: download.fileName ?? fileName }), tools);
  };
}

/** Counts the rows; 'counting' until the count or the failure is known. */
function usePlan({ definition, ids, query }: ExportDialogProps) {
  const { client } = usePortal();
  const [plan, setPlan] = useState<ExportPlan | Failure>();
  const [round, setRound] = useState(0);
  // The dialog is modal, so the choice can't change while it is open.
  const choice = useRef({ ids, query });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round counts again
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    setPlan(undefined);
    planExport(client, definition, choice.current, { most: MAX_ROWS, signal }).then(
      setPlan,
      (error: unknown) => signal.aborted || setPlan(toFailure(error)),
    );
    return () => leaving.abort();
  }, [client, definition, round]);
  return { plan, again: () => setRound(round + 1) };
}

/** Downloads the rows of a plan; saves nothing when stopped. */
function useExport({ definition, onClose }: ExportDialogProps) {
  const { client } = usePortal();
  const toast = useToast();
  const [bytes, setBytes] = useState<number>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const start = async (plan: ExportPlan, format: Format) => {
    const ports = exportPorts(
      client,
      definition,
      keeper(format, definition.export?.fileName ?? ''),
      plan,
    );
    const run = startWorkflow(downloadWorkflow(ports), { input: { request: plan.request } });
    stop.current = () => run.send({ type: 'cancel' });
    setBytes(0);
    run.subscribe(({ data }) => setBytes(data.progress.bytes));
    const end = await run.until(({ status }) => status !== 'pending');
    run.stop();
    stop.current = undefined;
    setBytes(undefined);
    if (end.status === 'failed') toast('bad', end.error.message, end.error.detail);
    if (end.status !== 'done') return;
    const { file, message } = end.output;
    toast('good', message, file.name);
    const changed = exportNote(plan, file);
    if (changed) toast('warn', changed);
    onClose();
  };
  return { bytes, start, stop: () => stop.current?.() };
}

/** What the file contains: the selected rows, what the filter matches, or the whole list. */
function scopeOf({ definition, ids, query: { filters, from, to } }: ExportDialogProps): string {
  if (ids.length > 0) return 'The rows that you selected, on all pages.';
  const { selectable } = definition.list;
  if (filters.length > 0 || from || to) {
    const whole = 'All rows that match the filter, on all pages.';
    return selectable ? `${whole} To export only some, select them.` : whole;
  }
  return `All rows of this list. To export only some, set a filter${selectable ? ' or select them' : ''}.`;
}

/** Says how many rows an export has, and saves them as a file (LIST-15, TXN-03, CARD-04). */
export function ExportDialog(props: ExportDialogProps) {
  const { definition, onClose } = props;
  const { plan, again } = usePlan(props);
  const { bytes, start, stop } = useExport(props);
  const [format, setFormat] = useState<Format>('csv');
  const id = useId();
  const busy = bytes !== undefined;
  const failed = plan && 'message' in plan ? plan : undefined;
  const ready = plan && 'count' in plan ? plan : undefined;
  const refused = ready?.refused;
  return (
    <Dialog title={definition.export?.label ?? ''} onClose={() => busy || onClose()}>
      <div className="dialog-body">
        {failed && <p role="alert">{[failed.message, failed.detail].filter(Boolean).join(' ')}</p>}
        {refused !== undefined && <p role="alert">{refused}</p>}
        {!failed && refused === undefined && (
          <>
            <p>{scopeOf(props)}</p>
            <fieldset className="choices" disabled={busy}>
              <legend className="label">File type</legend>
              {FORMATS.map(([key, label]) => (
                <label key={key}>
                  <input
                    type="radio"
                    name={id}
                    checked={format === key}
                    onChange={() => setFormat(key)}
                  />
                  {label}
                </label>
              ))}
            </fieldset>
            <p className="quiet" role="status">
              {busy
                ? `${sizeText(bytes)} received …`
                : 'The file has the rows as they are when it is made.'}
            </p>
          </>
        )}
      </div>
      <footer className="dialog-foot">
        <button type="button" className="button" onClick={busy ? stop : onClose}>
          {busy ? 'Stop' : failed || refused !== undefined ? 'Close' : 'Cancel'}
        </button>
        {failed && (
          <button type="button" className="button primary" onClick={again}>
            Try again
          </button>
        )}
        {!failed && refused === undefined && (
          <button
            type="button"
            className="button primary"
            disabled={busy || !ready}
            onClick={() => ready && void start(ready, format)}
          >
            {(busy || !ready) && <span className="spinner" aria-hidden="true" />}
            {ready?.title ?? 'Counting …'}
          </button>
        )}
      </footer>
    </Dialog>
  );
}
