import type { ImportOutput } from '@forecourt/core';
import { sizeText } from '../../fields/FileDrop.tsx';
import { Icon } from '../../parts/Icon.tsx';

const figures = new Intl.NumberFormat('en-CA');

/** The result of an import: counts and the service's result file (TXN-04). */
export function ImportOutcome({ output }: { readonly output: ImportOutput }) {
  const { message, record, result, reason } = output;
  const counts = record && [
    ['Imported', record.imported],
    ['Duplicates', record.duplicates],
    ['Rejected', record.rejected],
  ];
  const refusedAll = record !== undefined && record.imported === 0 && record.rejected > 0;
  const tone = reason === 'already_imported' ? 'warn' : refusedAll ? 'bad' : 'good';
  return (
    <div className="report">
      <p className={`notice ${tone}`} role="status">
        <Icon name={tone === 'good' ? 'check' : 'info'} />
        {message}
      </p>
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
      {result?.location && (
        <p>
          <a href={result.location} download={result.name} target="_blank" rel="noreferrer">
            {result.name}
          </a>{' '}
          <span className="quiet">
            {sizeText(result.bytes)}lists the result of every row. It was saved to your downloads.
          </span>
        </p>
      )}
    </div>
  );
}
