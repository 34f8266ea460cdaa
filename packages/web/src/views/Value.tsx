/**
 * One value of a row. This folder draws core's views from definitions: lists, records, forms and
 * dialogs in folders of their own, shared parts here. What only one resource needs belongs in
 * `screens/`.
 */
import { EMPTY, formatValue, stateOf, type ValueDefinition } from '@forecourt/core';
import { Fragment } from 'react';
import { serviceDay } from '../platform/service-day.ts';
import { RecordLink } from './RecordLink.tsx';

const NUMERIC = new Set(['integer', 'money', 'price', 'volume']);
const FIXED = new Set(['card', 'code', 'instant', 'day']);

/** Text alignment by kind: figures to the right, codes and dates with tabular digits. */
export function alignmentOf(kind: string): string {
  if (NUMERIC.has(kind)) return 'figure';
  return FIXED.has(kind) ? 'fixed' : '';
}

interface ValueProps {
  readonly definition: Pick<
    ValueDefinition<Record<string, unknown>>,
    'field' | 'kind' | 'leadsTo' | 'states' | 'dueBy'
  >;
  readonly row: Readonly<Record<string, unknown>>;
}

/** A state in the colour of what it means, and since when it is overdue. */
function State({ definition, row }: ValueProps) {
  const { means, note, text, tone } = stateOf(definition, row, serviceDay());
  return (
    <>
      <span className={`badge ${tone}`} title={means}>
        {text}
      </span>
      {note && <span className="overdue"> {note}</span>}
    </>
  );
}

/** An address that may break behind its '@'; copied, it is the same. */
const breakable = (text: string) =>
  text.split(/(?<=@)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));

/**
 * A value formatted by its kind; '-' when there is none (LIST-06). Links to the record that it names
 * (LIST-16).
 */
export function Value({ definition, row }: ValueProps) {
  const { field, kind, leadsTo } = definition;
  const text = formatValue(kind, row[field]);
  if (kind === 'status' && text !== EMPTY) return <State definition={definition} row={row} />;
  const quiet = text === EMPTY || (kind === 'boolean' && row[field] !== true);
  if (quiet) return <span className="quiet">{text}</span>;
  if (!leadsTo) return text.includes('@') ? breakable(text) : text;
  return (
    <RecordLink value={definition} row={row}>
      {text}
    </RecordLink>
  );
}
