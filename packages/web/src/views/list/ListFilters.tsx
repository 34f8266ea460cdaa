import type { AnyListed } from '@forecourt/core';
import { FilterField } from './FilterField.tsx';
import type { FiltersProps } from './filters.ts';
import type { AnyColumn } from './use-columns.ts';

const filterable = ({ list }: AnyListed): readonly AnyColumn[] =>
  list.columns.filter(({ filterable: can = true }: AnyColumn) => can);

/** The Advanced Filter: inputs that fit each column (LIST-01, LIST-14). */
export const ListFilters = (props: FiltersProps) => (
  <search className="filters panel" aria-label="Advanced Filter">
    {filterable(props.definition).map((column) => (
      <FilterField key={column.field} column={column} {...props} />
    ))}
  </search>
);
