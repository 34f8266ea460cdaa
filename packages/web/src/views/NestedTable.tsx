import type { NestedDefinition } from '@forecourt/core';
import { alignmentOf, Value } from './Value.tsx';

type Row = Readonly<Record<string, unknown>>;

interface NestedTableProps {
  readonly definition: NestedDefinition<Row>;
  readonly rows: readonly unknown[];
}

/** Kinds of values that stand beside their unit or currency. */
const WITH_UNIT: ReadonlySet<string> = new Set(['volume', 'money']);

/** Rows within a row or a record: read-only, without pages. */
export function NestedTable({ definition, rows }: NestedTableProps) {
  const { columns, current, empty, title } = definition;
  return (
    <table className="table nested">
      <caption className="unseen">{title}</caption>
      <thead>
        <tr>
          {columns.map(({ field, label, kind }) => (
            <th key={field} scope="col" className={alignmentOf(kind)}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(rows as readonly Row[]).map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity of their own
          <tr key={index} aria-current={current?.(row) || undefined}>
            {columns.map((column) => (
              <td key={column.field} className={alignmentOf(column.kind)}>
                <Value definition={column} row={row} />
                {WITH_UNIT.has(column.kind) && column.unitField !== undefined && (
                  <span className="quiet"> {String(row[column.unitField] ?? '')}</span>
                )}
              </td>
            ))}
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={columns.length} className="no-rows">
              {empty}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
