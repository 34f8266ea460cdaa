import type { AnyListed } from '@forecourt/core';
import { useId } from 'react';
import { DayField } from '../../fields/DayField.tsx';
import { FilterField } from './FilterField.tsx';
import { changeFilters, type FiltersProps, filterValue, withFilter } from './filters.ts';
import type { AnyColumn } from './use-columns.ts';

const filterable = ({ list }: AnyListed): readonly AnyColumn[] =>
  list.columns.filter(({ filterable: can = true }: AnyColumn) => can);

function DayRange({ definition, query, send }: FiltersProps) {
  const id = useId();
  const { columns, dateField } = definition.list;
  const label = columns.find(({ field }) => field === dateField)?.label ?? 'Date';
  return (['from', 'to'] as const).map((end) => (
    <div className="field" key={end}>
      <label htmlFor={`${id}-${end}`}>
        {label}, {end}
      </label>
      <DayField
        id={`${id}-${end}`}
        value={query[end] ?? ''}
        onChange={(day) => changeFilters(query, send, { [end]: day || undefined })}
      />
    </div>
  ));
}

/** The Advanced Filter: one input for each column (LIST-01). */
export function ListFilters(props: FiltersProps) {
  const { definition, query, send } = props;
  return (
    <search className="filters panel" aria-label="Advanced Filter">
      {definition.list.dateField && <DayRange {...props} />}
      {filterable(definition).map((column) => (
        <FilterField
          key={column.field}
          column={column}
          value={filterValue(query, column.field)}
          onChange={(value) => {
            changeFilters(query, send, { filters: withFilter(query, column, value) });
          }}
        />
      ))}
    </search>
  );
}
