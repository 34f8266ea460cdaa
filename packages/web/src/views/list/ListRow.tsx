import type { AnyListed } from '@forecourt/core';
import { memo } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { NestedTable } from '../NestedTable.tsx';
import { alignmentOf, Value } from '../Value.tsx';
import { nameOf, RowActions, type RowTools } from './RowActions.tsx';
import type { AnyColumn } from './use-columns.ts';
import type { AnyRow } from './use-list.ts';

interface ListRowProps {
  readonly definition: AnyListed;
  readonly columns: readonly AnyColumn[];
  readonly row: AnyRow;
  /** Reached by Tab; the arrow keys lead to the other rows. */
  readonly first: boolean;
  readonly picked: boolean;
  readonly expanded: boolean;
  readonly tools: RowTools;
  readonly onPick: (id: string) => void;
  readonly onExpand: (id: string) => void;
}

/** A text longer than this wraps to two lines, so that figures stay in view. */
const LONG = 20;

const cellClass = (kind: string, value: unknown): string | undefined =>
  alignmentOf(kind) || (String(value ?? '').length > LONG ? 'prose' : undefined);

function Row(props: ListRowProps) {
  const { definition, columns, row, first, picked, expanded, tools, onPick, onExpand } = props;
  const { nested, selectable } = definition.list;
  const id = definition.id(row);
  const opens = tools.view || tools.edit;
  const name = nameOf(definition, row);
  const width = columns.length + (nested ? 1 : 0) + (selectable ? 1 : 0) + (tools.any ? 1 : 0);
  return (
    <>
      <tr
        className={picked ? 'picked' : undefined}
        data-row={id}
        tabIndex={opens && id !== '' ? (first ? 0 : -1) : undefined}
      >
        {nested && (
          <td className="tool">
            <button
              type="button"
              className="button plain square expander"
              aria-expanded={expanded}
              onClick={() => onExpand(id)}
            >
              <Icon name="chevron" />
              <span className="unseen">
                {nested.definition.title} of {name}
              </span>
            </button>
          </td>
        )}
        {selectable && (
          <td className="tool">
            <label className="pick">
              <input
                type="checkbox"
                checked={picked}
                disabled={id === ''}
                onChange={() => onPick(id)}
              />
              <span className="unseen">Select {name}</span>
            </label>
          </td>
        )}
        {columns.map((column) => (
          <td key={column.field} className={cellClass(column.kind, row[column.field])}>
            <Value definition={column} row={row} />
          </td>
        ))}
        {tools.any && (
          <td className="tool actions">
            <RowActions definition={definition} row={row} tools={tools} />
          </td>
        )}
      </tr>
      {nested && expanded && (
        <tr className="sub-rows">
          <td colSpan={width}>
            <NestedTable definition={nested.definition} rows={nested.rows(row)} />
          </td>
        </tr>
      )}
    </>
  );
}

export const ListRow = memo(Row);
