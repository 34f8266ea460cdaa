import { Icon } from '../../parts/Icon.tsx';
import { Popover } from '../../parts/Popover.tsx';
import type { ChosenColumns } from './use-columns.ts';

/** Chooses the visible columns (LIST-01). */
export function ColumnChooser({ all, shown, toggle, reset }: ChosenColumns) {
  return (
    <Popover
      label="Columns"
      button={
        <>
          <Icon name="columns" />
          <span className="label">Columns</span>
        </>
      }
    >
      <ul className="column-chooser">
        {all.map((column) => (
          <li key={column.field}>
            <label className="menu-item">
              <input
                type="checkbox"
                checked={shown.includes(column)}
                onChange={() => toggle(column.field)}
              />
              {column.label}
            </label>
          </li>
        ))}
        <li>
          <button type="button" className="menu-item quiet" onClick={reset}>
            Reset columns
          </button>
        </li>
      </ul>
    </Popover>
  );
}
