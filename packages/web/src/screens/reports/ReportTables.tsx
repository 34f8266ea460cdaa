import { formatValue, type ReportCell, type ReportColumn, type ReportTable } from '@forecourt/core';
import { Link } from 'react-router-dom';
import { Notice } from '../../parts/Notice.tsx';
import { ErrorPanel } from '../../shell/ErrorPanel.tsx';
import { ReportEmail } from './ReportEmail.tsx';
import type { ShownReport } from './use-shown-report.ts';
import '../../views/table.css';

const isNumber = ({ kind }: ReportColumn): boolean => kind !== 'text' && kind !== 'day';

/** A figure leads to the rows that it adds up; one of nothing is a dash. */
function Figure({ cell }: { readonly cell: ReportCell }) {
  if (cell.value?.isZero) return <span className="quiet">–</span>;
  const { list, text } = cell;
  return list?.route ? (
    <Link className="record-link" to={list.route}>
      {text}
    </Link>
  ) : (
    text
  );
}

/** Looks like the amounts that it adds up, and the table ends with it. */
const SUM = { borderBottom: 0, color: 'inherit', fontSize: 'inherit', fontWeight: 600 } as const;

interface RowProps {
  readonly isSum?: boolean;
  readonly columns: readonly ReportColumn[];
  readonly cells: readonly ReportCell[];
}

const Row = ({ cells, columns, isSum }: RowProps) => (
  <tr>
    {cells.map((cell, at) => {
      const { name, ...kind } = columns[at] ?? { name: '', kind: 'text', title: '' };
      if (at === 0) {
        return (
          <th key={name} scope="row" style={isSum ? SUM : undefined}>
            <Figure cell={cell} />
          </th>
        );
      }
      return (
        <td
          key={name}
          className={isNumber({ name, ...kind }) ? 'figure' : undefined}
          style={isSum ? SUM : undefined}
        >
          <Figure cell={cell} />
        </td>
      );
    })}
  </tr>
);

const WIDE = { width: '100%', margin: 0 };
/** One distance between what the report is about, its button and its tables. */
const SPACED = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'start',
  gap: 16,
} as const;

/** The same share in the tables of all currencies, so that figures of one kind are below each other. */
const shareOf = (at: number, { length }: readonly unknown[]): string =>
  at === 0 ? '28%' : `${72 / (length - 1)}%`;

function Table({ columns, leftOut, rows, title, total }: ReportTable) {
  return (
    <div className="panel" style={WIDE}>
      <h2 style={{ padding: '12px 12px 4px' }}>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard */}
      <section style={{ overflow: 'auto' }} tabIndex={0} aria-label={`${title}, table`}>
        <table className="table" aria-label={title}>
          <thead>
            <tr>
              {columns.map((column, at) => (
                <th
                  key={column.name}
                  scope="col"
                  style={{ width: shareOf(at, columns) }}
                  className={isNumber(column) ? 'figure' : undefined}
                >
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are only replaced together
              <Row key={at} columns={columns} cells={cells} />
            ))}
          </tbody>
          {total && (
            <tfoot>
              <Row isSum columns={columns} cells={total} />
            </tfoot>
          )}
        </table>
      </section>
      {leftOut > 0 && (
        <p className="note" style={{ padding: '8px 12px' }}>
          {formatValue('integer', leftOut)} more {leftOut === 1 ? 'row is' : 'rows are'} in the
          file.
        </p>
      )}
    </div>
  );
}

/** The report's figures below its form (REP-02). */
export function ReportTables({ onRetry, view }: ShownReport) {
  const { asked, issues, report } = view.data;
  if (asked.report_type === '') return null;
  const faults = Object.values(issues).flat();
  return (
    <section style={SPACED} aria-label="Report" aria-busy={view.status === 'pending' && view.busy}>
      {faults.map(({ message }) => (
        <Notice key={message} tone="warn" role="status">
          {message}
        </Notice>
      ))}
      {view.status === 'failed' && (
        <ErrorPanel
          status={view.error.status}
          detail={view.error.detail ?? view.error.message}
          requestId={view.error.requestId}
          onRetry={onRetry}
        />
      )}
      {view.status === 'pending' && view.busy && !report && (
        <Notice tone="busy" role="status">
          The report is loading …
        </Notice>
      )}
      {report && (
        <>
          <div>
            {report.about.map((line) => (
              <p key={line} className="note">
                {line}
              </p>
            ))}
          </div>
          <ReportEmail asked={asked} />
          {report.tables.length === 0 && (
            <p className="panel empty" style={WIDE}>
              There is nothing to report.
            </p>
          )}
          {report.tables.map((table) => (
            <Table key={table.title} {...table} />
          ))}
        </>
      )}
    </section>
  );
}
