import type { AnyListed } from '@forecourt/core';
import { memo } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { NestedTable } from '../NestedTable.tsx';
import { alignmentOf, Value } from '../Value.tsx';
import { nameOf, RowActions, type RowTools } from './RowActions.tsx';
import { type AnyColumn, widthOf } from './use-columns.ts';
import type { AnyRow } from './use-list.ts';

interface ListRowProps {
  readonly definition: AnyListed;
  readonly columns: readonly AnyColumn[];
  readonly row: AnyRow;
  /** Reached by Tab: the first row, or the one that had the focus last. The arrow keys lead to the others. */
  readonly stop: boolean;
  readonly picked: boolean;
  readonly expanded: boolean;
  readonly tools: RowTools;
  readonly onPick: (id: string) => void;
  readonly onExpand: (id: string) => void;
}

/** A text longer than this wraps to two lines, so that figures stay in view. */
const LONG = 20;

/** A long text and an e-mail address may break, so that the rows' buttons cover nothing; codes and figures stay whole. */
function cellClass(kind: string, value: unknown): string {
  const text = String(value ?? '');
  return alignmentOf(kind) || (text.length > LONG || text.includes('@') ? 'prose' : '');
}

/** What a column is on a phone, where a row is a card: its name, what matters or was chosen besides, or left out. */
function slotOf({ list }: AnyListed, { chosen, field }: AnyColumn): string {
  const fields = (list.columns as readonly AnyColumn[]).map((column) => column.field);
  const { names = fields, about = fields.slice(1, 5), labelled = [] } = list.brief ?? {};
  if (field === names[0]) return 'lead';
  if ((labelled as readonly string[]).includes(field)) return 'about chosen';
  if ((about as readonly string[]).includes(field)) return 'about';
  return chosen ? 'about chosen' : 'rest';
}

const unitOf = ({ unitField }: AnyColumn, row: AnyRow): string | undefined =>
  unitField ? String(row[unitField] ?? '') || undefined : undefined;

function Row(props: ListRowProps) {
  const { definition, columns, row, stop, picked, expanded, tools, onPick, onExpand } = props;
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
        tabIndex={opens && id !== '' ? (stop ? 0 : -1) : undefined}
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
          <td
            key={column.field}
            className={`${slotOf(definition, column)} ${cellClass(column.kind, row[column.field])}`}
            data-label={column.label}
            data-unit={unitOf(column, row)}
            style={widthOf(column)}
          >
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
            {/* Wider than a phone: it scrolls, by keyboard too. */}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus */}
            <section className="sub-scroll" aria-label={nested.definition.title} tabIndex={0}>
              <NestedTable definition={nested.definition} rows={nested.rows(row)} />
            </section>
          </td>
        </tr>
      )}
    </>
  );
}

export const ListRow = memo(Row);
