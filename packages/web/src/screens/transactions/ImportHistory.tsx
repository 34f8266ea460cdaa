import {
  downloadImportResult,
  enteredText,
  formatInstant,
  formatValue,
  type ImportHistory as History,
  listImports,
  rowsRoute,
  toFailure,
} from '@forecourt/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Dialog } from '../../parts/Dialog.tsx';
import { usePortal } from '../../platform/portal-context.ts';
import { keepDownload } from '../../platform/save-file.ts';
import { useToast } from '../../shell/Toasts.tsx';
import { Value } from '../../views/Value.tsx';
import { Entered } from './ImportOutcome.tsx';
import '../../views/table.css';
import '../../views/check-report/check-report.css';
import './import.css';

const SIZE = 25;
/** An address breaks behind its '@', in the middle of no word. */
const BY = { field: 'by', kind: 'text' } as const;

const HEADERS = ['Entered', 'File', 'Imported', 'Duplicates', 'Rejected', 'Corrected'];

function useHistory(page: number) {
  const { client } = usePortal();
  const [history, setHistory] = useState<History>();
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    const leaving = new AbortController();
    setFault(undefined);
    listImports(client, { page, size: SIZE, signal: leaving.signal }).then(
      setHistory,
      (error: unknown) => leaving.signal.aborted || setFault(toFailure(error).message),
    );
    return () => leaving.abort();
  }, [client, page]);
  return { history, fault };
}

/** Begins each page of them at its top. A button that leads no further is disabled, and loses the focus to the page behind. */
function usePageFocus(history: History | undefined): RefObject<HTMLElement | null> {
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    if (history === undefined) return;
    frame.current?.closest('[role=dialog]')?.scrollTo({ top: 0 });
    if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
  }, [history]);
  return frame;
}

interface PastImportsProps {
  readonly history: History;
  readonly frame: RefObject<HTMLElement | null>;
  readonly onSave: (id: string) => Promise<void>;
  readonly onLeave: () => void;
}

function PastImports({ history, frame, onSave, onLeave }: PastImportsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section ref={frame} className="past-frame panel" aria-label="Past imports" tabIndex={0}>
      <table className="table past stacked">
        <thead>
          <tr>
            {HEADERS.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {history.imports.map((past) => (
            <tr key={past.id} style={{ verticalAlign: 'top' }}>
              <td>
                {formatInstant(past.at)}{' '}
                <div className="quiet">
                  <Value definition={BY} row={{ ...past }} />
                </div>
              </td>
              <td>
                {past.fileName} <span className="quiet">{past.provider}</span>
                <Sums past={past} />
              </td>
              {[past.imported, past.duplicates, past.rejected, past.correctedCells].map(
                (count, index) => (
                  <td key={HEADERS[index + 2]} data-label={HEADERS[index + 2]} className="figure">
                    {formatValue('integer', count)}
                  </td>
                ),
              )}
              <td>
                {past.state === 'done' ? (
                  <PastActions past={past} onSave={onSave} onLeave={onLeave} />
                ) : (
                  past.state
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What the purchases are charged at; opened, what that consists of, as the check and the result say it (TXN-19). */
function Sums({ past }: { readonly past: History['imports'][number] }) {
  const sum = enteredText(past);
  if (sum === '') return null;
  return (
    <details className="past-sums">
      <summary>{sum}</summary>
      <Entered record={past} />
    </details>
  );
}

function PastActions({
  past,
  onSave,
  onLeave,
}: Omit<PastImportsProps, 'history' | 'frame'> & { readonly past: History['imports'][number] }) {
  return (
    <span className="past-actions">
      {past.imported > 0 && (
        <Link
          to={rowsRoute({ route: '/transactions' }, 'import_id', past.id)}
          aria-label={`Rows of import ${past.id}`}
          onClick={onLeave}
        >
          Rows
        </Link>
      )}
      <button
        type="button"
        className="link"
        aria-label={`Result of import ${past.id}`}
        onClick={() => void onSave(past.id)}
      >
        Result
      </button>
    </span>
  );
}

/** Past imports: who sent which file, what became of its rows, and the way to them (TXN-13). */
export function ImportHistory({ onClose }: { readonly onClose: () => void }) {
  const { client } = usePortal();
  const toast = useToast();
  const [page, setPage] = useState(0);
  const { fault, history } = useHistory(page);
  const frame = usePageFocus(history);
  const save = async (id: string) => {
    const { signal } = new AbortController();
    try {
      const keep = keepDownload(`import-${id}-result.csv`);
      const tools = { signal, onProgress: () => undefined };
      await keep(await downloadImportResult(client, id, signal), tools);
    } catch (error) {
      toast('bad', 'The result could not be downloaded.', toFailure(error).message);
    }
  };
  const last = Math.max(0, Math.ceil((history?.totalRecords ?? 0) / SIZE) - 1);
  return (
    <Dialog title="Past imports" wide onClose={onClose}>
      <div className="dialog-body">
        {fault && (
          <p className="notice bad" role="alert">
            {fault}
          </p>
        )}
        {!history && !fault && <p role="status">Loading …</p>}
        {history?.imports.length === 0 && <p className="quiet">Nothing was imported yet.</p>}
        {history && history.imports.length > 0 && (
          <PastImports history={history} frame={frame} onSave={save} onLeave={onClose} />
        )}
      </div>
      <footer className="dialog-foot">
        {last > 0 && (
          <>
            <button
              type="button"
              className="button"
              disabled={page === 0}
              onClick={() => setPage(page - 1)}
            >
              Later ones
            </button>
            <button
              type="button"
              className="button"
              disabled={page >= last}
              onClick={() => setPage(page + 1)}
            >
              Earlier ones
            </button>
          </>
        )}
        <button type="button" className="button primary" onClick={onClose}>
          Close
        </button>
      </footer>
    </Dialog>
  );
}
