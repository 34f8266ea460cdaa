import { formatValue } from '@forecourt/core';
import type { ReactNode } from 'react';

interface ReportTotalsProps {
  readonly report: { readonly rows: number; readonly acceptedRows: number };
  /** Further totals, each a `div` of a term and its value. */
  readonly children: ReactNode;
}

/** The totals of a checked file, to compare with the sender's. */
export function ReportTotals({ report: { rows, acceptedRows }, children }: ReportTotalsProps) {
  return (
    <dl className="report-totals">
      <div>
        <dt>Rows</dt>
        <dd>
          {formatValue('integer', acceptedRows)}
          {acceptedRows !== rows && <small> of {formatValue('integer', rows)}</small>}
        </dd>
      </div>
      {children}
    </dl>
  );
}
