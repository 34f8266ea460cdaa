import { lazy, Suspense } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { Popover } from '../../parts/Popover.tsx';
import type { ChosenColumns } from './use-columns.ts';

const ColumnList = lazy(async () => ({ default: (await import('./ColumnList.tsx')).ColumnList }));

/** Chooses the visible columns, their order and widths, and the rows' density (LIST-01). */
export const ColumnChooser = (columns: ChosenColumns) => (
  <Popover
    label="Columns"
    align="start"
    button={
      <>
        <Icon name="columns" />
        <span className="label">Columns</span>
      </>
    }
  >
    <Suspense fallback={<div className="column-chooser" />}>
      <ColumnList {...columns} />
    </Suspense>
  </Popover>
);
