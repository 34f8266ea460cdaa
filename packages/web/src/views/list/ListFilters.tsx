import type { AnyListed } from '@forecourt/core';
import { useEffect, useRef } from 'react';
import { FilterField } from './FilterField.tsx';
import type { FiltersProps } from './filters.ts';
import type { AnyColumn } from './use-columns.ts';

/** The first control for a value; the choice of how a text is compared precedes its value and is rarely changed. */
const FIRST_VALUE = ':is(input, select, button):not([aria-label$=compared])';

const filterable = ({ list }: AnyListed): readonly AnyColumn[] =>
  list.columns.filter(({ filterable: can = true }: AnyColumn) => can);

interface ListFiltersProps extends FiltersProps {
  /** Opened by keyboard: typing goes on in the first field. */
  readonly focused: boolean;
}

/** The Advanced Filter: inputs that fit each column (LIST-01, LIST-14). */
export function ListFilters({ focused, ...props }: ListFiltersProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (focused) panel.current?.querySelector<HTMLElement>(FIRST_VALUE)?.focus();
  }, [focused]);
  return (
    <search ref={panel} className="filters panel" aria-label="Advanced Filter">
      {filterable(props.definition).map((column) => (
        <FilterField key={column.field} column={column} {...props} />
      ))}
    </search>
  );
}
