import type { CheckIssue, CheckReport } from '@forecourt/core';
import { useDeferredValue, useId, useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { saveBlob } from '../../platform/save-file.ts';
import { issuesCsv } from './issues-csv.ts';
import { figures } from './ReportTotals.tsx';

/** How many issues to render at first; more on demand. */
const PORTION = 50;

const placeOf = ({ sheet, cell, row }: CheckIssue): string => {
  const place = cell ?? (row === null ? 'file' : `row ${row}`);
  return sheet === null ? place : `${sheet}!${place}`;
};

function Issue({ issue }: { readonly issue: CheckIssue }) {
  return (
    <tr>
      <td>
        <span className={`badge ${issue.severity === 'error' ? 'bad' : 'warn'}`}>
          {issue.severity}
        </span>
      </td>
      <td className="mono">{placeOf(issue)}</td>
      <td className="mono">{issue.rule}</td>
      <td className="fixed">{issue.value ?? '-'}</td>
      <td className="fixed">{issue.expected ?? '-'}</td>
      <td className="message">{issue.message}</td>
    </tr>
  );
}

const SHOW = ['all', 'error', 'warning'] as const;
type Show = (typeof SHOW)[number];

interface IssueTableProps {
  readonly report: Pick<CheckReport, 'errors' | 'file' | 'issues' | 'warnings'>;
}

/** All issues of a checked file by cell; searchable, and exportable as CSV (TXN-12). */
export function IssueTable({ report }: IssueTableProps) {
  const id = useId();
  const [show, setShow] = useState<Show>('all');
  const [text, setText] = useState('');
  const [portion, setPortion] = useState(PORTION);
  const wanted = useDeferredValue(text.trim().toLowerCase());
  const found = report.issues.filter(
    (issue) =>
      (show === 'all' || issue.severity === show) &&
      [placeOf(issue), issue.rule, issue.value, issue.expected, issue.message].some((part) =>
        part?.toLowerCase().includes(wanted),
      ),
  );
  const download = () => {
    const url = URL.createObjectURL(issuesCsv(report));
    saveBlob(url, `${report.file.replace(/\.\w+$/, '')}-check.csv`);
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  return (
    <>
      <div className="issue-bar">
        <label className="unseen" htmlFor={`${id}-show`}>
          Severity
        </label>
        <select
          id={`${id}-show`}
          className="input"
          value={show}
          onChange={({ target }) => setShow(target.value as Show)}
        >
          <option value="all">Errors and warnings</option>
          <option value="error">Errors</option>
          <option value="warning">Warnings</option>
        </select>
        <label className="unseen" htmlFor={`${id}-text`}>
          Search the report
        </label>
        <input
          id={`${id}-text`}
          className="input"
          type="search"
          placeholder="Cell, rule, value …"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <button type="button" className="button" onClick={download}>
          <Icon name="download" />
          Report as CSV
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="issue-frame panel" aria-label="Check report" tabIndex={0}>
        <table className="table issues">
          <thead>
            <tr>
              {['Severity', 'Cell', 'Rule', 'Value', 'Expected', 'What to do'].map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.slice(0, portion).map((issue, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: issues have no identity of their own
              <Issue key={index} issue={issue} />
            ))}
          </tbody>
        </table>
        {found.length > portion && (
          <button
            type="button"
            className="button plain more"
            onClick={() => setPortion(portion + PORTION)}
          >
            Show {Math.min(PORTION, found.length - portion)} more of {figures.format(found.length)}
          </button>
        )}
      </section>
      {report.errors + report.warnings > report.issues.length && (
        <p className="quiet">
          The first {figures.format(report.issues.length)} of{' '}
          {figures.format(report.errors + report.warnings)} are listed.
        </p>
      )}
    </>
  );
}
