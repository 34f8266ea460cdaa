import {
  becameText,
  formatValue,
  type ImportOutput,
  type ImportRecord,
  isNothingNew,
  partsOf,
  rowsRoute,
  withoutCompanyText,
} from '@forecourt/core';
import { Link } from 'react-router-dom';
import { sizeText } from '../../fields/FileDrop.tsx';
import { Icon } from '../../parts/Icon.tsx';

/** How an import ended, in a sentence. */
export function OutcomeNotice({ output: { message, reason, record } }: OutcomeProps) {
  const refusedAll = record !== undefined && record.imported === 0 && record.rejected > 0;
  const nothingNew = record !== undefined && isNothingNew(record);
  const before = reason === 'already_imported' || nothingNew;
  const tone = before ? 'warn' : refusedAll ? 'bad' : 'good';
  return (
    <p className={`notice ${tone}`}>
      <Icon name={tone === 'good' ? 'check' : 'info'} />
      {message}
    </p>
  );
}

interface OutcomeProps {
  readonly output: ImportOutput;
}

/** What the lines became, and what their sums consist of, so that they agree with the check (TXN-19). */
export function Entered({ record }: { readonly record: Pick<ImportRecord, 'totals'> }) {
  const became = becameText(record);
  if (became === undefined) return null;
  const withoutCompany = withoutCompanyText(record);
  return (
    <>
      <p>{became}</p>
      {withoutCompany && (
        <p className="notice warn">
          <Icon name="info" />
          {withoutCompany}
        </p>
      )}
      {record.totals?.map((total) => (
        <dl key={total.currency} className="report-totals">
          {partsOf(total).map(({ amount, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
        </dl>
      ))}
    </>
  );
}

const LISTS = { purchases: '/transactions', exceptions: '/transactions/exceptions' } as const;

/** The ways to the import's purchases and, if it found any, to their open exceptions. */
function Ways({
  record: { exceptions = 0, id, imported },
  onLeave,
}: {
  readonly record: ImportRecord;
  readonly onLeave: () => void;
}) {
  if (imported === 0 || id === '') return null;
  const own = (route: string) => rowsRoute({ route }, 'import_id', id);
  return (
    <p>
      <Link to={own(LISTS.purchases)} onClick={onLeave}>
        Show the imported purchases
      </Link>
      {exceptions > 0 && (
        <>
          {' · '}
          <Link to={`${own(LISTS.exceptions)}&filter=state%3AOpen`} onClick={onLeave}>
            Look at their open exceptions
          </Link>
        </>
      )}
    </p>
  );
}

/** The result of an import: counts and the service's result file (TXN-04). */
export function ImportOutcome({
  output,
  onLeave,
}: OutcomeProps & { readonly onLeave: () => void }) {
  const { record, result } = output;
  const counts = record && [
    ['Imported', record.imported],
    ['Duplicates', record.duplicates],
    ['Rejected', record.rejected],
  ];
  return (
    <div className="report">
      {counts && (
        <dl className="report-totals">
          {counts.map(([label, count]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{formatValue('integer', Number(count))}</dd>
            </div>
          ))}
        </dl>
      )}
      {record && <Entered record={record} />}
      {record && <Ways record={record} onLeave={onLeave} />}
      {output.corrected?.location && (
        <p>
          <a href={output.corrected.location} download={output.corrected.name}>
            {output.corrected.name}
          </a>{' '}
          <span className="quiet">is the corrected copy that was sent.</span>
        </p>
      )}
      {result?.location && (
        <p>
          <a href={result.location} download={result.name} target="_blank" rel="noreferrer">
            {result.name}
          </a>{' '}
          <span className="quiet">
            {`${sizeText(result.bytes)}, lists the result of every row. It was saved to your downloads.`}
          </span>{' '}
          <button
            type="button"
            className="button"
            onClick={() => window.open(result.location, '_blank')}
          >
            Open in a new tab
          </button>
        </p>
      )}
    </div>
  );
}
