import {
  type ColumnDefinition,
  formatDay,
  formatValue,
  type NestedDefinition,
} from '@forecourt/core';
import { useDeferredValue, useId, useState } from 'react';
import { DayField } from '../../fields/DayField.tsx';

type Row = Readonly<Record<string, unknown>>;
type Column = ColumnDefinition<Row>;
type Wanted = Readonly<Record<string, string>>;

const isMoment = ({ kind }: Column): boolean => kind === 'instant' || kind === 'day';

/** Compares the displayed text, so that people find what they see. */
function matches(column: Column, row: Row, wanted: string): boolean {
  const shown = formatValue(column.kind, row[column.field]).toLowerCase();
  if (isMoment(column)) return shown.startsWith(formatDay(wanted));
  const text = wanted.trim().toLowerCase();
  return shown.includes(text) || shown.replaceAll(',', '').includes(text);
}

/** The rows that pass every filter (INV-07). */
export function useNestedFilters({ columns }: NestedDefinition<Row>, rows: readonly Row[]) {
  const [wanted, setWanted] = useState<Wanted>({});
  const settled = useDeferredValue(wanted);
  const active = columns.filter(({ field }) => settled[field]?.trim());
  const found = rows.filter((row) =>
    active.every((column) => matches(column, row, settled[column.field] ?? '')),
  );
  return { found, wanted, onWant: setWanted };
}

interface NestedFiltersProps {
  readonly definition: NestedDefinition<Row>;
  readonly wanted: Wanted;
  readonly onWant: (wanted: Wanted) => void;
  readonly found: number;
  readonly of: number;
}

/** One filter for each column, over loaded rows. */
export function NestedFilters({ definition, wanted, onWant, found, of }: NestedFiltersProps) {
  const id = useId();
  const active = Object.values(wanted).some((text) => text.trim() !== '');
  return (
    <search className="nested-filters" aria-label={`Filter ${definition.title}`}>
      {definition.columns.map((column) => {
        const { field, label } = column;
        const props = { id: `${id}-${field}`, value: wanted[field] ?? '' };
        const change = (value: string) => onWant({ ...wanted, [field]: value });
        return (
          <div key={field} className="field">
            <label htmlFor={props.id}>{label}</label>
            {isMoment(column) ? (
              <DayField {...props} onChange={change} />
            ) : (
              <input
                {...props}
                className="input"
                placeholder="contains"
                autoComplete="off"
                onChange={({ target }) => change(target.value)}
              />
            )}
          </div>
        );
      })}
      <p className="quiet" role="status">
        {active && `${found} of ${of} `}
        {active && (
          <button type="button" className="link" onClick={() => onWant({})}>
            Clear
          </button>
        )}
      </p>
    </search>
  );
}
