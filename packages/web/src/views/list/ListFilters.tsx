import { type AnyResource, formatDay, formatValue, type ListQuery } from '@forecourt/core';
import { useId } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { DayInput, FilterField } from './FilterField.tsx';
import { filterValue, withFilter, YES_NO } from './filters.ts';
import type { AnyColumn } from './use-columns.ts';
import type { SendToList } from './use-list.ts';

interface FiltersProps {
  readonly definition: AnyResource;
  readonly query: ListQuery;
  readonly send: SendToList;
}

type Change = Partial<Pick<ListQuery, 'filters' | 'from' | 'to'>>;

/** Sends the filters as they are, but for this change; an undefined day is taken away. */
export function changeFilters(query: ListQuery, send: SendToList, change: Change): void {
  const { filters, from, to } = { ...query, ...change };
  send({ type: 'filters.changed', filters, ...(from ? { from } : {}), ...(to ? { to } : {}) });
}

const filterable = ({ list }: AnyResource): readonly AnyColumn[] =>
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
      <DayInput
        id={`${id}-${end}`}
        value={query[end] ?? ''}
        onChange={(day) => changeFilters(query, send, { [end]: day || undefined })}
      />
    </div>
  ));
}

/** The Advanced Filter: one input a column (LIST-01). */
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

function textOf(column: AnyColumn | undefined, value: string): string {
  const options = column?.options ?? (column?.kind === 'boolean' ? YES_NO : []);
  const option = options.find(({ key }) => key === value);
  return (
    option?.value ?? formatValue(column?.kind === 'instant' ? 'day' : (column?.kind ?? ''), value)
  );
}

interface ChipProps {
  readonly text: string;
  readonly onRemove: () => void;
}

function Chip({ text, onRemove }: ChipProps) {
  return (
    <li>
      <button type="button" className="chip" onClick={onRemove}>
        <span className="unseen">Remove filter </span>
        {text}
        <Icon name="close" />
      </button>
    </li>
  );
}

/** What the list is limited to, to be seen and taken away with the filters closed too. */
export function FilterChips({ definition, query, send }: FiltersProps) {
  const { filters, from, to } = query;
  if (filters.length === 0 && !from && !to) return null;
  const columns: readonly AnyColumn[] = definition.list.columns;
  return (
    <ul className="chips" aria-label="Filters">
      {from && (
        <Chip
          text={`From ${formatDay(from)}`}
          onRemove={() => changeFilters(query, send, { from: undefined })}
        />
      )}
      {to && (
        <Chip
          text={`To ${formatDay(to)}`}
          onRemove={() => changeFilters(query, send, { to: undefined })}
        />
      )}
      {filters.map((filter, index) => {
        const column = columns.find(({ field }) => field === filter.field);
        const verb = filter.match === 'contains' ? 'contains' : 'is';
        return (
          <Chip
            // biome-ignore lint/suspicious/noArrayIndexKey: the same filter may stand twice in an address
            key={index}
            text={`${column?.label ?? filter.field} ${verb} ${textOf(column, filter.value)}`}
            onRemove={() => {
              changeFilters(query, send, { filters: filters.filter((one) => one !== filter) });
            }}
          />
        );
      })}
      <li>
        <button
          type="button"
          className="chip clear"
          onClick={() => send({ type: 'filters.changed', filters: [] })}
        >
          Clear all
        </button>
      </li>
    </ul>
  );
}
