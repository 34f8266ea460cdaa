import { Column } from 'primereact/column';
import { DataTable, type DataTableValue } from 'primereact/datatable';
import type { ReactNode } from 'react';
import { Prime } from './Prime.tsx';

export interface VirtualColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly className?: string;
}

interface VirtualTableProps<Row> {
  readonly label: string;
  readonly className: string;
  readonly rows: readonly Row[];
  readonly columns: readonly VirtualColumn<Row>[];
}

/** Up to this many rows are simply there, each as high as its text. */
const FEW = 50;

/** Height of a row among more: three lines, so that the place of every other row is known. */
const ROW_PX = 72;
const FRAME_PX = 340;

/** A table of thousands of rows that has only those in sight on the page (TXN-12). */
export function VirtualTable<Row extends DataTableValue>(props: VirtualTableProps<Row>) {
  const { label, className, rows, columns } = props;
  const virtual = rows.length > FEW;
  // What scrolls has a name and is reached by keyboard.
  const frame = { className: 'report-frame', tabIndex: 0, role: 'region', 'aria-label': label };
  return (
    <Prime>
      <DataTable
        value={[...rows]}
        scrollable={virtual}
        {...(virtual && { scrollHeight: `${FRAME_PX}px` })}
        tableClassName={virtual ? `${className} virtual` : className}
        pt={{
          wrapper: {
            ...(virtual ? { className: 'panel' } : { ...frame, className: 'report-frame panel' }),
          },
          virtualScroller: { root: frame },
          table: { 'aria-rowcount': rows.length + 1 },
        }}
        {...(virtual && { virtualScrollerOptions: { itemSize: ROW_PX } })}
      >
        {columns.map(({ title, cell, className: own }) => (
          <Column key={title} header={title} body={cell} {...(own && { bodyClassName: own })} />
        ))}
      </DataTable>
    </Prime>
  );
}
