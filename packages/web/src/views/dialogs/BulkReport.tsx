import {
  type BulkReport,
  bulkReportCsv,
  formatValue,
  type ReportRow,
  reasonText,
} from '@forecourt/core';
import { saveBlob } from '../../platform/save-file.ts';
import { useToast } from '../../shell/Toasts.tsx';
import './bulk.css';

interface ReportProps {
  readonly report: BulkReport;
}

/** The report as text: one line for each row that was not done. */
const reportText = ({ already, left, summary }: BulkReport): string =>
  [
    summary,
    ...[...left, ...already].map((row) => `${row.label ?? row.id}\t${reasonText(row)}`),
  ].join('\n');

/** Of several rows, one line says it. */
const NOT_TRIED: Readonly<Record<string, string>> = {
  stopped: 'Stopped before their turn.',
  waits: 'Not reached: the run ended before them.',
};

/** The rows that were not tried; undefined unless they are several. All have the same reason. */
function notTried({ left }: BulkReport) {
  const rows = left.filter(({ outcome }) => outcome?.state === 'waiting');
  const outcome = rows[0]?.outcome;
  if (rows.length < 2 || outcome === undefined || !('reason' in outcome)) return undefined;
  return { count: rows.length, why: NOT_TRIED[outcome.reason] ?? outcome.message };
}

const Line = ({ row }: { readonly row: ReportRow }) => (
  <li>
    <strong>{row.label ?? row.id}</strong>
    <span>{reasonText(row)}</span>
  </li>
);

/** What was done for several records, and each that was not with its reason (LIST-15, INV-10). */
export function ReportList({ report, noun }: ReportProps & { readonly noun: string }) {
  const { already, left, summary } = report;
  const waiting = notTried(report);
  const tried = waiting ? left.filter(({ outcome }) => outcome?.state !== 'waiting') : left;
  return (
    <>
      <p role="status">{summary}</p>
      {left.length + already.length > 0 && (
        <ul className="bulk-report" aria-label="Not done">
          {[...tried, ...already].map((row) => (
            <Line key={row.id} row={row} />
          ))}
          {waiting && (
            <li>
              <strong>
                {formatValue('integer', waiting.count)} {noun}
              </strong>
              <span>{waiting.why}</span>
            </li>
          )}
        </ul>
      )}
    </>
  );
}

interface ReportToolsProps extends ReportProps {
  /** Name of the CSV file. */
  readonly name: string;
  /** Tries those again that can be done. */
  readonly onAgain: () => void;
}

/** Copies or saves a report, and tries again what was left. */
export function ReportTools({ report, name, onAgain }: ReportToolsProps) {
  const toast = useToast();
  const copy = () =>
    navigator.clipboard.writeText(reportText(report)).then(
      () => toast('good', 'Report copied'),
      () => toast('warn', 'This page can’t copy.', 'Select the report and copy it by hand.'),
    );
  const save = () => {
    const url = URL.createObjectURL(
      new Blob([bulkReportCsv(report)], { type: 'text/csv;charset=utf-8' }),
    );
    saveBlob(url, name);
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  return (
    <>
      {navigator.clipboard && (
        <button type="button" className="button" onClick={() => void copy()}>
          Copy report
        </button>
      )}
      <button type="button" className="button" onClick={save}>
        Save as CSV
      </button>
      {report.againLabel !== '' && (
        <button type="button" className="button" onClick={onAgain}>
          {report.againLabel}
        </button>
      )}
    </>
  );
}
