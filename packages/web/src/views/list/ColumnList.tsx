import { useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { OWN_LAYOUT, placed, sized, WIDTHS } from './list-layout.ts';
import type { AnyColumn, ChosenColumns } from './use-columns.ts';

/** A step of the width by an arrow key, in px. */
const STEP = 10;

interface MoveProps {
  readonly column: AnyColumn;
  readonly way: 'left' | 'right';
  readonly possible: boolean;
  readonly onMove: () => void;
}

const Move = ({ column, way, possible, onMove }: MoveProps) => (
  <button
    type="button"
    className="button plain square"
    title={`Move ${way}`}
    data-move={`${column.field} ${way}`}
    aria-disabled={!possible || undefined}
    onClick={() => possible && onMove()}
  >
    <Icon name={way === 'left' ? 'up' : 'down'} />
    <span className="unseen">
      Move {column.label} {way}
    </span>
  </button>
);

/** Keeps the focus on the button that moved a column: its row takes another place in the document. */
function useKeptFocus() {
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef('');
  useLayoutEffect(() => {
    if (pressed.current === '') return;
    const name = CSS.escape(pressed.current);
    list.current?.querySelector<HTMLElement>(`[data-move="${name}"]`)?.focus();
    pressed.current = '';
  });
  return [list, pressed] as const;
}

/** The content of the column chooser: each column with its place and width, and the rows' density. */
export function ColumnList({ all, shown, layout, arrange }: ChosenColumns) {
  const [list, pressed] = useKeptFocus();
  const [news, setNews] = useState('');
  const move = (at: number, way: 'left' | 'right') => {
    const column = all[at];
    const to = way === 'left' ? at - 1 : at + 1;
    const neighbour = all[to];
    if (!column || !neighbour) return;
    pressed.current = `${column.field} ${way}`;
    const side = way === 'left' ? 'before' : 'after';
    arrange(placed(layout, all, { field: column.field, side, of: neighbour.field }));
    setNews(`${column.label} is column ${to + 1} of ${all.length}.`);
  };
  const show = (field: string, visible: boolean) =>
    arrange({ ...layout, shown: { ...layout.shown, [field]: visible } });
  return (
    <>
      <ul className="column-chooser" ref={list}>
        {all.map((column, at) => (
          <li key={column.field}>
            <label className="menu-item">
              <input
                type="checkbox"
                checked={shown.includes(column)}
                onChange={({ target }) => show(column.field, target.checked)}
              />
              {column.label}
            </label>
            <input
              className="input column-width"
              type="number"
              aria-label={`Width of ${column.label}`}
              title="Width in px; as wide as the content if empty"
              placeholder="auto"
              min={WIDTHS.least}
              max={WIDTHS.most}
              step={STEP}
              key={column.width}
              defaultValue={column.width}
              onBlur={({ target }) => {
                const width = target.value === '' ? undefined : target.valueAsNumber;
                if (width !== column.width) arrange(sized(layout, column.field, width));
              }}
            />
            <Move column={column} way="left" possible={at > 0} onMove={() => move(at, 'left')} />
            <Move
              column={column}
              way="right"
              possible={at < all.length - 1}
              onMove={() => move(at, 'right')}
            />
          </li>
        ))}
      </ul>
      <fieldset className="choices density">
        <legend className="unseen">Rows</legend>
        {[false, true].map((compact) => (
          <label key={String(compact)}>
            <input
              type="radio"
              name="density"
              checked={layout.compact === compact}
              onChange={() => arrange({ ...layout, compact })}
            />
            {compact ? 'Compact' : 'Comfortable'}
          </label>
        ))}
        <button type="button" className="link" onClick={() => arrange(OWN_LAYOUT)}>
          Reset columns
        </button>
      </fieldset>
      <p className="unseen" role="status">
        {news}
      </p>
    </>
  );
}
