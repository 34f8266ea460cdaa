import type { AnyListed, ListView as View } from '@forecourt/core';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { LIST_TOOLS } from '../../screens/slots.ts';
import { ErrorPanel } from '../../shell/ErrorPanel.tsx';
import { EmptyPanel } from '../EmptyPanel.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import { CopyAsCli } from './CopyAsCli.tsx';
import { ExportButton } from './ExportButton.tsx';
import { FilterChips } from './FilterChips.tsx';
import { ListTable } from './ListTable.tsx';
import { Pager } from './Pager.tsx';
import { useColumns } from './use-columns.ts';
import { type AnyRow, type SendToList, useList } from './use-list.ts';
import '../table.css';
import './list.css';

const ListFilters = lazy(async () => ({
  default: (await import('./ListFilters.tsx')).ListFilters,
}));

interface ListProps {
  readonly definition: AnyListed;
}

interface HeadProps extends ListProps {
  readonly view: View<AnyRow>;
  readonly send: SendToList;
}

function ListHead({ definition, view, send }: HeadProps) {
  const { actions, selection } = view.data;
  const Tools = LIST_TOOLS[definition.name];
  return (
    <div className="page-head">
      <h1>{definition.list.title}</h1>
      {selection.length > 0 && (
        <p className="selection">
          {selection.length} selected
          <button
            type="button"
            className="link"
            onClick={() => send({ type: 'selection.cleared' })}
          >
            Clear
          </button>
        </p>
      )}
      {actions.export?.allowed && <ExportButton definition={definition} ids={selection} />}
      {Tools && (
        <Suspense>
          <Tools
            definition={definition}
            actions={actions}
            onChanged={() => send({ type: 'reload' })}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Any resource's list, from its definition alone (LIST-01). */
export function ListView({ definition }: ListProps) {
  const [view, send] = useList(definition);
  const columns = useColumns(definition);
  const [filtersOpen, setFiltersOpen] = useState(false);
  const { query, error } = view.data;
  const filterCount = query.filters.length + (query.from ? 1 : 0) + (query.to ? 1 : 0);
  return (
    <div className="page list-page">
      <ListHead definition={definition} view={view} send={send} />
      <div className="list-bar">
        <button
          type="button"
          className="button"
          aria-expanded={filtersOpen}
          onClick={() => setFiltersOpen(!filtersOpen)}
        >
          <Icon name="filter" />
          Advanced Filter
          {filterCount > 0 && <span className="count">{filterCount}</span>}
        </button>
        <ColumnChooser {...columns} />
        <CopyAsCli definition={definition} query={query} />
        <button type="button" className="button" onClick={() => send({ type: 'reload' })}>
          <Icon name="refresh" />
          <span className="label">Refresh</span>
        </button>
      </div>
      {filtersOpen && (
        <Suspense>
          <ListFilters definition={definition} query={query} send={send} />
        </Suspense>
      )}
      <FilterChips definition={definition} query={query} send={send} />
      {error && (
        <ErrorPanel
          detail={error.message}
          requestId={error.requestId}
          onRetry={() => send({ type: 'retry' })}
        />
      )}
      {!error && columns.shown.length === 0 && <EmptyPanel text={definition.list.texts.none} />}
      {!error && columns.shown.length > 0 && (
        <>
          <ListTable definition={definition} columns={columns.shown} view={view} send={send} />
          <Pager view={view} send={send} />
        </>
      )}
    </div>
  );
}
