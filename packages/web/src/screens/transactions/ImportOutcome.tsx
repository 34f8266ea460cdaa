import { type ImportOutput, isNothingNew, rowsRoute } from '@forecourt/core';
import { Link } from 'react-router-dom';
import { sizeText } from '../../fields/FileDrop.tsx';
import { Icon } from '../../parts/Icon.tsx';

const figures = new Intl.NumberFormat('en-CA');

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
              <dd>{figures.format(Number(count))}</dd>
            </div>
          ))}
        </dl>
      )}
      {record && record.imported > 0 && record.id !== '' && (
        <p>
          <Link
            to={rowsRoute({ route: '/transactions' }, 'import_id', record.id)}
            onClick={onLeave}
          >
            Show the imported rows
          </Link>
          {' · '}
          <Link
            to={rowsRoute({ route: '/transactions/exceptions' }, 'state', 'Open')}
            onClick={onLeave}
          >
            Look at open exceptions
          </Link>
        </p>
      )}
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
