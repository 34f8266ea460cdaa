import {
  Decimal,
  type Filter,
  formatDay,
  formatValue,
  nameRecord,
  relativeDaysText,
} from '@forecourt/core';
import { useEffect, useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { usePortal } from '../../platform/portal-context.ts';
import { changeFilters, daysOf, type FiltersProps, inputOf, YES_NO } from './filters.ts';
import type { AnyColumn } from './use-columns.ts';

const VERBS = {
  contains: 'contains',
  exact: 'is',
  begins: 'begins with',
  from: 'from',
  to: 'to',
} as const;

/** 'last month (01/10/26 to 31/10/26)' for relative days; undefined for other text (LIST-15). */
function relativeText(value: string): string | undefined {
  const days = daysOf(value);
  if (days === undefined) return undefined;
  const [from, to] = [formatDay(days.from), formatDay(days.to)];
  return `${relativeDaysText(value).toLowerCase()} (${from === to ? from : `${from} to ${to}`})`;
}

function textOf(column: AnyColumn | undefined, value: string): string {
  const relative = column && inputOf(column) === 'day' ? relativeText(value) : undefined;
  if (relative !== undefined) return relative;
  const options = column?.options ?? (column?.kind === 'boolean' ? YES_NO : []);
  const option = options.find(({ key }) => key === value);
  const number = column && inputOf(column) === 'number' ? Decimal.parse(value) : undefined;
  if (column && number) return formatValue(column.kind, number);
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

interface FilterChipProps {
  readonly column: AnyColumn | undefined;
  readonly filter: Filter;
  readonly onRemove: () => void;
}

/** A filter by a record, which people know by its name: 'About card 7076 8500 0000 0012' (SHELL-14). */
function RecordChip({ column, filter, onRemove }: FilterChipProps) {
  const { client } = usePortal();
  const [name, setName] = useState<string>();
  const { value } = filter;
  useEffect(() => {
    const controller = new AbortController();
    nameRecord(client, value, controller.signal).then(setName, () => undefined);
    return () => controller.abort();
  }, [client, value]);
  const text = name === undefined ? `${column?.label} is ${value}` : `About ${name}`;
  return <Chip text={text} onRemove={onRemove} />;
}

function FilterChip({ column, filter, onRemove }: FilterChipProps) {
  const text = `${column?.label ?? filter.field} ${VERBS[filter.match]} ${textOf(column, filter.value)}`;
  return <Chip text={text} onRemove={onRemove} />;
}

/** The active filters, visible and removable even while the filter panel is closed. */
export function FilterChips({ definition, query, send }: FiltersProps) {
  const { filters, from, to } = query;
  if (filters.length === 0 && !from && !to) return null;
  const { dateField } = definition.list;
  const columns: readonly AnyColumn[] = definition.list.columns;
  const dated = columns.find(({ field }) => field === dateField)?.label ?? 'Day';
  return (
    <ul className="chips" aria-label="Filters">
      {from && (
        <Chip
          text={`${dated} from ${relativeText(from) ?? formatDay(from)}`}
          onRemove={() => changeFilters(query, send, { from: undefined })}
        />
      )}
      {to && (
        <Chip
          text={`${dated} to ${relativeText(to) ?? formatDay(to)}`}
          onRemove={() => changeFilters(query, send, { to: undefined })}
        />
      )}
      {filters.map((filter, index) => {
        const column = columns.find(({ field }) => field === filter.field);
        const Shown = column?.namesRecord && filter.match === 'exact' ? RecordChip : FilterChip;
        return (
          <Shown
            // biome-ignore lint/suspicious/noArrayIndexKey: the same filter may stand twice in an address
            key={index}
            column={column}
            filter={filter}
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
