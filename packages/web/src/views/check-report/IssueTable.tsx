import { type CheckIssue, type CheckReport, formatValue } from '@forecourt/core';
import { useDeferredValue, useId, useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { loadable, useLoaded } from '../../parts/loadable.ts';
import { Notice } from '../../parts/Notice.tsx';
import { Tag } from '../../parts/Tag.tsx';
import type { VirtualColumn } from '../../parts/VirtualTable.tsx';
import { saveBlob } from '../../platform/save-file.ts';
import { issuesCsv } from './issues-csv.ts';

const placeOf = ({ sheet, cell, row }: CheckIssue): string => {
  const place = cell ?? (row === null ? 'file' : `row ${row}`);
  return sheet === null ? place : `${sheet}!${place}`;
};

/** What the cell should have; if the check can't compute it, what its rule requires. */
const expectedOf = ({ cell, expected, requires }: CheckIssue): string =>
  expected ?? (cell === null ? '-' : requires);

const COLUMNS: readonly VirtualColumn<CheckIssue>[] = [
  {
    title: 'Severity',
    cell: ({ severity }) => <Tag tone={severity === 'error' ? 'bad' : 'warn'}>{severity}</Tag>,
  },
  { title: 'Cell', cell: placeOf, className: 'mono' },
  { title: 'Column', cell: ({ column }) => column || '-' },
  {
    title: 'Value',
    cell: ({ cell, value }) => value || (cell === null ? '-' : 'empty'),
    className: 'fixed',
  },
  { title: 'Expected', cell: expectedOf, className: 'message' },
  {
    title: 'What is wrong',
    cell: ({ message, rule }) => (
      <>
        {message} <code className="quiet">{rule}</code>
      </>
    ),
    className: 'message',
  },
  { title: 'What to do', cell: ({ fix }) => fix, className: 'message' },
];

/** PrimeReact's table is heavy, so that it loads with the first report that has issues. */
const table = loadable(async () => (await import('../../parts/VirtualTable.tsx')).VirtualTable);

/** The issues; while their table can't be loaded, they can be saved as CSV. */
function Issues({ issues }: { readonly issues: readonly CheckIssue[] }) {
  const { value: Table, failed, retry } = useLoaded(table);
  if (failed) {
    return (
      <Notice tone="warn" role="alert">
        <Icon name="warning" />
        The list of issues could not be loaded. Save the report as CSV, or
        <button type="button" className="link" onClick={retry}>
          try again
        </button>
      </Notice>
    );
  }
  if (!Table) return <p className="quiet">Loading …</p>;
  if (issues.length === 0) return <p className="quiet">No issue matches.</p>;
  return <Table label="Check report" className="table issues" rows={issues} columns={COLUMNS} />;
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
  const wanted = useDeferredValue(text.trim().toLowerCase());
  const found = report.issues.filter(
    (issue) =>
      (show === 'all' || issue.severity === show) &&
      [
        placeOf(issue),
        issue.column,
        issue.rule,
        issue.value,
        issue.expected,
        issue.message,
        issue.fix,
      ].some((part) => part?.toLowerCase().includes(wanted)),
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
      <Issues issues={found} />
      {report.errors + report.warnings > report.issues.length && (
        <p className="quiet">
          {formatValue('integer', report.issues.length)} of{' '}
          {formatValue('integer', report.errors + report.warnings)} are listed, errors before
          warnings.
        </p>
      )}
    </>
  );
}
