import type { AnyListed, ListView } from '@forecourt/core';
import { useCallback, useMemo, useState } from 'react';
import { partOnDemand } from '../../parts/part-on-demand.tsx';
import { columnArranging, SortHead } from './ListHead.tsx';
import { ListRow } from './ListRow.tsx';
import { toolsOf } from './RowActions.tsx';
import { rowKeys } from './row-keys.ts';
import type { ChosenColumns } from './use-columns.ts';
import type { AnyRow, SendToList } from './use-list.ts';

const EmptyHint = partOnDemand(() => import('./EmptyHint.tsx'), 'EmptyHint');

interface ListTableProps {
  readonly definition: AnyListed;
  readonly columns: ChosenColumns;
  readonly view: ListView<AnyRow>;
  /** False while the code of the rows' buttons loads; rows wait for it. */
  readonly ready: boolean;
  readonly send: SendToList;
  /** Undefined when rows are edited on their own page. */
  readonly onEdit: ((id: string) => void) | undefined;
}

function PageCheckbox({
  definition,
  view,
  send,
}: Omit<ListTableProps, 'columns' | 'onEdit' | 'ready'>) {
  const { page, selection } = view.data;
  const ids = (page?.rows ?? []).map((row) => definition.id(row)).filter((id) => id !== '');
  const picked = ids.filter((id) => selection.includes(id)).length;
  const all = ids.length > 0 && picked === ids.length;
  return (
    <label className="pick">
      <input
        type="checkbox"
        checked={all}
        disabled={ids.length === 0}
        ref={(input) => {
          if (input) input.indeterminate = picked > 0 && !all;
        }}
        onChange={() => send({ type: 'page.toggled' })}
      />
      <span className="unseen">Select all rows of this page</span>
    </label>
  );
}

function Skeleton({ rows, cells }: { readonly rows: number; readonly cells: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: grey bars are all alike
    <tr key={row} className="skeleton">
      {Array.from({ length: cells }, (_cell, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey bars are all alike
        <td key={cell}>
          <span />
        </td>
      ))}
    </tr>
  ));
}

function useExpanded() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((id: string) => {
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  return [open, toggle] as const;
}

/** The table of a list; previous rows stay, dimmed, until the next ones arrive. */
export function ListTable({
  definition,
  columns: chosen,
  view,
  ready,
  send,
  onEdit,
}: ListTableProps) {
  const columns = chosen.shown;
  const { list } = definition;
  const { query, selection, actions } = view.data;
  const page = ready ? view.data.page : undefined;
  const emptyText = ready ? view.data.emptyText : undefined;
  const [expanded, toggleExpanded] = useExpanded();
  const [at, setAt] = useState<string>();
  const stop = page?.rows.some((row) => definition.id(row) === at) ? at : undefined;
  const pick = useCallback((id: string) => send({ type: 'row.toggled', id }), [send]);
  const busy = !ready || (view.status === 'pending' && view.busy);
  const tools = useMemo(
    () =>
      toolsOf(definition, actions, {
        onEdit,
        onRemove: (id) => send({ type: 'remove.asked', id }),
        onChanged: () => send({ type: 'reload' }),
      }),
    [definition, actions, onEdit, send],
  );
  const cells = columns.length + [list.nested, list.selectable, tools.any].filter(Boolean).length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="table-frame panel" aria-label={`${list.title} table`} tabIndex={0}>
      {busy && <div className="progress-line" />}
      <table
        className={`table list${busy && page ? ' waiting' : ''}${chosen.layout.compact ? ' compact' : ''}`}
        aria-busy={busy}
      >
        <thead {...columnArranging(chosen)}>
          <tr>
            {list.nested && (
              <th scope="col" className="tool">
                <span className="unseen">{list.nested.definition.title}</span>
              </th>
            )}
            {list.selectable && (
              <th scope="col" className="tool">
                <PageCheckbox definition={definition} view={view} send={send} />
              </th>
            )}
            {columns.map((column) => (
              <SortHead
                key={column.field}
                column={column}
                definition={definition}
                query={query}
                onSort={(sort) => send({ type: 'sort.changed', sort })}
              />
            ))}
            {tools.any && (
              <th scope="col" className="tool actions">
                <span className="unseen">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody
          {...rowKeys}
          onFocus={({ target }) => setAt((before) => (target as HTMLElement).dataset.row ?? before)}
        >
          {page === undefined && <Skeleton rows={query.size} cells={cells} />}
          {page?.rows.map((row, index) => {
            const id = definition.id(row);
            return (
              <ListRow
                key={id || index}
                definition={definition}
                columns={columns}
                row={row}
                stop={stop === undefined ? index === 0 : stop === id}
                picked={selection.includes(id)}
                expanded={expanded.has(id)}
                tools={tools}
                onPick={pick}
                onExpand={toggleExpanded}
              />
            );
          })}
          {emptyText && (
            <tr>
              <td className="no-rows" colSpan={cells}>
                {emptyText}
                {query.filters.length > 0 && (
                  <EmptyHint definition={definition} filters={query.filters} />
                )}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}
