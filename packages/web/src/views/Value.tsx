/**
 * One value of a row. This folder draws core's views from definitions: lists, records, forms and
 * dialogs in folders of their own, shared parts here. What only one resource needs belongs in
 * `screens/`.
 */
import { badgeTone, EMPTY, formatValue, type ValueDefinition } from '@forecourt/core';

const NUMERIC = new Set(['integer', 'money', 'price', 'volume']);
const FIXED = new Set(['card', 'code', 'instant', 'day']);

/** Text alignment by kind: figures to the right, codes and dates with tabular digits. */
export function alignmentOf(kind: string): string {
  if (NUMERIC.has(kind)) return 'figure';
  return FIXED.has(kind) ? 'fixed' : '';
}

interface ValueProps {
  readonly definition: Pick<ValueDefinition<Record<string, unknown>>, 'field' | 'kind'>;
  readonly row: Readonly<Record<string, unknown>>;
}

/** A value formatted by its kind; '-' when there is none (LIST-06). */
export function Value({ definition: { field, kind }, row }: ValueProps) {
  const text = formatValue(kind, row[field]);
  if (kind === 'status' && text !== EMPTY) {
    return <span className={`badge ${badgeTone(text)}`}>{text}</span>;
  }
  const quiet = text === EMPTY || (kind === 'boolean' && row[field] !== true);
  return quiet ? <span className="quiet">{text}</span> : text;
}
