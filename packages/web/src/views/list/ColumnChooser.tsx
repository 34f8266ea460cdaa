import { Icon } from '../../parts/Icon.tsx';
import { Popover } from '../../parts/Popover.tsx';
import { partOnDemand } from '../../parts/part-on-demand.tsx';
import type { ChosenColumns } from './use-columns.ts';

const ColumnList = partOnDemand(() => import('./ColumnList.tsx'), 'ColumnList', {
  waiting: () => <div className="column-chooser" />,
});

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
    <ColumnList {...columns} />
  </Popover>
);
