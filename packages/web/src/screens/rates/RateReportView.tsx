import { formatDay, formatValue } from '@forecourt/core';
import type { RateReport } from '@forecourt/core/provider-files';
import { CheckBox } from '../../fields/inputs.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { IssueTable } from '../../views/check-report/IssueTable.tsx';
import { ReportTotals } from '../../views/check-report/ReportTotals.tsx';
import type { RateChecking } from './use-rate-check.ts';

const counted = (count: number, one: string): string =>
  `${formatValue('integer', count)} ${count === 1 ? one : `${one}s`}`;

function verdictOf({ errors, rows, acceptedRows, warnings }: RateReport): string {
  if (errors + warnings === 0) return 'Every price passed the check.';
  const left = rows - acceptedRows;
  const out = left > 0 ? ` The service will leave out ${counted(left, 'row')}.` : '';
  const found = [
    ...(errors > 0 ? [counted(errors, 'error')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ];
  return `${found.join(' and ')} found before sending.${out}`;
}

function Totals({ report }: { readonly report: RateReport }) {
  const { effective, sites } = report;
  return (
    <ReportTotals report={report}>
      <div>
        <dt>Sites</dt>
        <dd>{formatValue('integer', sites)}</dd>
      </div>
      {effective && (
        <div>
          <dt>Prices hold</dt>
          <dd>
            {formatDay(effective.from)}
            {effective.to !== effective.from && ` – ${formatDay(effective.to)}`}
          </dd>
        </div>
      )}
    </ReportTotals>
  );
}

interface DoubtsProps {
  readonly doubts: readonly { readonly rule: string; readonly text: string }[];
  readonly accepted: readonly string[];
  readonly onAccept: (rules: readonly string[]) => void;
}

/** Guards of the check, accepted one by one; the service records which. */
function Doubts({ doubts, accepted, onAccept }: DoubtsProps) {
  if (doubts.length === 0) return null;
  return (
    <fieldset className="doubts notice warn">
      <legend className="unseen">Doubts to accept before sending</legend>
      {doubts.map(({ rule, text }) => (
        <label key={rule}>
          <CheckBox
            checked={accepted.includes(rule)}
            onChange={(checked) =>
              onAccept(checked ? [...accepted, rule] : accepted.filter((one) => one !== rule))
            }
          />
          <span>
            <code>{rule}</code> {text}. I have looked at it: send it anyway.
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface RateReportProps extends Pick<DoubtsProps, 'accepted' | 'onAccept'> {
  readonly checking: RateChecking;
}

/** The findings of the check, before anything is sent (RATE-01). */
export function RateReportView({ checking, ...doubts }: RateReportProps) {
  if (checking.state === 'idle') return null;
  if (checking.state === 'checking') {
    return (
      <Notice tone="busy" role="status">
        <span className="spinner" aria-hidden="true" />
        Checking the file …
      </Notice>
    );
  }
  if (checking.state === 'failed') {
    return (
      <Notice tone="bad" role="alert">
        <Icon name="warning" />
        {checking.message}
      </Notice>
    );
  }
  const { report } = checking;
  const clean = report.errors + report.warnings === 0;
  const tone = report.errors > 0 ? 'bad' : clean ? 'good' : 'warn';
  return (
    <div className="report">
      <Notice tone={tone} role="status">
        <Icon name={clean ? 'check' : 'warning'} />
        {verdictOf(report)}
      </Notice>
      <Totals report={report} />
      <Doubts doubts={checking.doubts} {...doubts} />
      {report.issues.length > 0 && <IssueTable report={report} />}
    </div>
  );
}
