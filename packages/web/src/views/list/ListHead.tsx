import type { AnyListed, ListQuery, Sort } from '@forecourt/core';
import { Icon } from '../../parts/Icon.tsx';
import { alignmentOf } from '../Value.tsx';
import type { AnyColumn } from './use-columns.ts';

const ARIA = { asc: 'ascending', desc: 'descending' } as const;

/** The column's sort direction; 'date' means the list's own date. */
function directionOf(field: string, { list }: AnyListed, sort: Sort | undefined) {
  const sorted = sort?.field === 'date' ? list.dateField : sort?.field;
  return sorted === field ? sort?.direction : undefined;
}

/**
 * Cycles through ascending, descending and the list's default; skips the default if it equals this
 * order.
 */
function nextSort(field: string, definition: AnyListed, sort: Sort | undefined): Sort | undefined {
  const direction = directionOf(field, definition, sort);
  if (direction === undefined) return { field, direction: 'asc' };
  if (direction === 'asc') return { field, direction: 'desc' };
  const own = definition.list.defaultSort;
  return directionOf(field, definition, own) === 'desc' ? { field, direction: 'asc' } : undefined;
}

interface SortHeadProps {
  readonly column: AnyColumn;
  readonly definition: AnyListed;
  readonly query: ListQuery;
  readonly onSort: (sort: Sort | undefined) => void;
}

/** A column's heading; sorts if the column is sortable (LIST-01). */
export function SortHead({ column, definition, query, onSort }: SortHeadProps) {
  const { field, label, kind, sortable = true } = column;
  const direction = directionOf(field, definition, query.sort);
  if (!sortable) {
    return (
      <th scope="col" className={alignmentOf(kind)}>
        {label}
      </th>
    );
  }
  return (
    <th
      scope="col"
      className={alignmentOf(kind)}
      aria-sort={direction ? ARIA[direction] : undefined}
    >
      <button
        type="button"
        className="sort"
        onClick={() => onSort(nextSort(field, definition, query.sort))}
      >
        {label}
        {direction && <Icon name={direction === 'asc' ? 'up' : 'down'} />}
      </button>
    </th>
  );
}
