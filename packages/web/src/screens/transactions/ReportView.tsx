import {
  type AcceptedGuards,
  type CheckReport,
  Decimal,
  formatDay,
  formatValue,
} from '@forecourt/core';
import type { ReactNode } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { IssueTable } from '../../views/check-report/IssueTable.tsx';
import { ReportTotals } from '../../views/check-report/ReportTotals.tsx';
import { isCorrectable } from './editable-cells.ts';

function Totals({ report }: { readonly report: CheckReport }) {
  const { days, totals } = report;
  return (
    <ReportTotals report={report}>
      {days && (
        <div>
          <dt>Days</dt>
          <dd>
            {formatDay(days.from)}
            {days.to !== days.from && ` – ${formatDay(days.to)}`}
          </dd>
        </div>
      )}
      {totals.map(({ currency, amount, lines }) => (
        <div key={currency}>
          <dt>
            {formatValue('integer', lines)} {lines === 1 ? 'line' : 'lines'}
          </dt>
          <dd>
            {formatValue('money', Decimal.parse(amount))} <small>{currency}</small>
          </dd>
        </div>
      ))}
    </ReportTotals>
  );
}

function toneOf({ guards, ok, warnings }: CheckReport): 'good' | 'warn' | 'bad' {
  if (ok) return warnings > 0 ? 'warn' : 'good';
  return guards.length > 0 ? 'warn' : 'bad';
}

function verdictOf(report: CheckReport): string {
  const { ok, errors, guards, issues, warnings } = report;
  const warned = warnings === 1 ? '1 warning' : `${formatValue('integer', warnings)} warnings`;
  if (ok)
    return warnings === 0 ? 'Every row passed the check.' : `Every row may be sent; ${warned}.`;
  const faults = errors === 1 ? '1 error' : `${formatValue('integer', errors)} errors`;
  if (guards.length > 0)
    return `${faults} may be right after all. ${errors === 1 ? 'Check it and accept it' : 'Check them and accept them'}, or correct the file; nothing was sent.`;
  const found = warnings > 0 ? `${faults}, ${warned}` : faults;
  const inPlace = issues.some((issue) => isCorrectable(report, issue));
  return inPlace
    ? `${found}. Correct ${errors === 1 ? 'it' : 'them'} below, or choose a corrected file; nothing was sent.`
    : `${found}. Correct the file and choose it again; nothing was sent.`;
}

interface ReportViewProps {
  readonly report: CheckReport;
  /** The file is being checked again, or sent: nothing can be changed. */
  readonly busy: boolean;
  readonly accepted?: AcceptedGuards | undefined;
  /** Questions between the totals and the issues. */
  readonly children?: ReactNode;
}

/** What the check found, in a sentence. */
export const Verdict = ({ report }: Pick<ReportViewProps, 'report'>) => (
  <p className={`notice ${toneOf(report)}`}>
    <Icon name={report.ok && report.warnings === 0 ? 'check' : 'warning'} />
    {verdictOf(report)}
  </p>
);

/** The check's report: totals to compare with the provider's, and all issues by cell (TXN-12). */
export function ReportView({ accepted, busy, children, report }: ReportViewProps) {
  return (
    <div className="report" inert={busy}>
      {accepted && (
        <p className="quiet">
          Accepted by you: {accepted.rules.join(', ')}. Reason: {accepted.reason}
        </p>
      )}
      <Totals report={report} />
      {children}
      {report.issues.length > 0 && <IssueTable report={report} />}
    </div>
  );
}
