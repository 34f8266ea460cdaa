import type { NestedDefinition } from '@forecourt/core';
import { useState } from 'react';
import { NestedTable } from '../NestedTable.tsx';
import { NestedFilters, useNestedFilters } from './NestedFilters.tsx';
import { ValueList } from './ValueList.tsx';

type Row = Readonly<Record<string, unknown>>;
type AnyNested = NestedDefinition<Row>;

/** How many rows to render at first; more on demand. */
const PORTION = 200;

interface NestedSectionProps {
  readonly definition: AnyNested;
  /** Undefined while the record loads. */
  readonly rows: readonly Row[] | undefined;
}

function Groups({ definition, rows }: { definition: AnyNested; rows: readonly Row[] }) {
  const { columns, groupTitle } = definition;
  return rows.map((row, index) => {
    const title = groupTitle?.(row) ?? (rows.length > 1 ? `Line ${index + 1}` : undefined);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity of their own
      <div key={index} className="record-group">
        {title && <h3>{title}</h3>}
        <ValueList fields={columns} record={row} />
      </div>
    );
  });
}

function FilteredTable({ definition, rows }: { definition: AnyNested; rows: readonly Row[] }) {
  const { found, ...filters } = useNestedFilters(definition, rows);
  const [portion, setPortion] = useState(PORTION);
  return (
    <>
      {definition.filters && rows.length > 0 && (
        <NestedFilters definition={definition} found={found.length} of={rows.length} {...filters} />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="record-table" aria-label={definition.title} tabIndex={0}>
        <NestedTable definition={definition} rows={found.slice(0, portion)} />
      </section>
      {found.length > portion && (
        <button
          type="button"
          className="button"
          onClick={() => setPortion(portion + PORTION)}
        >{`Show ${Math.min(PORTION, found.length - portion)} more of ${found.length}`}</button>
      )}
    </>
  );
}

/** Rows that belong to a record: a table, or a group of values for each row. */
export function NestedSection({ definition, rows }: NestedSectionProps) {
  const { empty, groupTitle, title } = definition;
  const grouped = groupTitle !== undefined;
  const none = grouped && rows?.length === 0;
  return (
    <section className={`panel record-section${none ? ' none' : ''}`}>
      <h2>{title}</h2>
      {none && <p className="quiet">{empty}</p>}
      {grouped && <Groups definition={definition} rows={rows ?? []} />}
      {!grouped && <FilteredTable definition={definition} rows={rows ?? []} />}
    </section>
  );
}
