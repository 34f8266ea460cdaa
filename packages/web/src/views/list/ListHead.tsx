import type { AnyListed, ListQuery, Sort } from '@forecourt/core';
import type { MouseEvent, PointerEvent } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { loadable } from '../../parts/loadable.ts';
import { alignmentOf } from '../Value.tsx';
import { placed, sized } from './list-layout.ts';
import { type AnyColumn, type ChosenColumns, widthOf } from './use-columns.ts';

const dragging = loadable(() => import('./column-drag.ts'));

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

/** A column's heading; sorts if the column is sortable (LIST-01), and its right edge can be dragged. */
export function SortHead({ column, definition, query, onSort }: SortHeadProps) {
  const { field, label, kind, sortable = true } = column;
  const direction = directionOf(field, definition, query.sort);
  return (
    <th
      scope="col"
      className={alignmentOf(kind)}
      aria-sort={direction ? ARIA[direction] : undefined}
      data-field={field}
      style={widthOf(column)}
    >
      {sortable ? (
        <button
          type="button"
          className="sort"
          onClick={() => onSort(nextSort(field, definition, query.sort))}
        >
          <span>{label}</span>
          {direction && <Icon name={direction === 'asc' ? 'up' : 'down'} />}
        </button>
      ) : (
        label
      )}
      <i className="edge" aria-hidden="true" />
    </th>
  );
}

/**
 * Arranges columns by mouse: a drag of a heading moves its column, a drag of its edge changes the width, and a double
 * click on the edge lets the content decide again. By keyboard, the column chooser does the same.
 */
export function columnArranging({ all, layout, arrange }: ChosenColumns) {
  const headOf = ({ target }: { target: EventTarget }) =>
    (target as Element).closest<HTMLTableCellElement>('th[data-field]');
  const onEdge = ({ target }: { target: EventTarget }) => (target as Element).matches('.edge');
  return {
    // Ahead of a press, which doesn't wait for it.
    onPointerEnter: dragging.warm,
    onPointerDown: (event: PointerEvent) => {
      const head = headOf(event);
      // A finger scrolls.
      if (!head || event.button !== 0 || event.pointerType === 'touch') return;
      const edge = onEdge(event);
      const drag = { head, x: event.clientX };
      const gone = new AbortController();
      addEventListener('pointerup', () => gone.abort(), { once: true });
      const start = ({ dragColumn, dragWidth }: typeof import('./column-drag.ts')) => {
        if (gone.signal.aborted) return;
        const { field = '' } = head.dataset;
        if (edge) dragWidth(drag, (width) => arrange(sized(layout, field, width)));
        else dragColumn(drag, (drop) => arrange(placed(layout, all, drop)));
      };
      // Without that code a press still sorts, and the column chooser arranges.
      dragging.load().then(start, () => undefined);
    },
    onDoubleClick: (event: MouseEvent) => {
      const field = onEdge(event) ? headOf(event)?.dataset.field : undefined;
      if (field) arrange(sized(layout, field, undefined));
    },
  };
}
