/**
 * The list of any resource. This folder draws a list with its filters, columns, pages and row
 * actions from a definition; dialogs belong in `views/dialogs/`, buttons of a single resource in
 * `screens/`.
 */
import type { AnyListed, ListView as View } from '@forecourt/core';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Icon } from '../../parts/Icon.tsx';
import { ErrorPanel } from '../../shell/ErrorPanel.tsx';
import { EmptyPanel } from '../EmptyPanel.tsx';
import { type KeptDialog, useKeptDialog } from '../form/use-draft.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import { CopyAsCli } from './CopyAsCli.tsx';
import { ListTabs } from './ListNeighbours.tsx';
import { ListTable } from './ListTable.tsx';
import { ListTools } from './ListTools.tsx';
import { Pager } from './Pager.tsx';
import { useColumns } from './use-columns.ts';
import { type AnyRow, type SendToList, useList } from './use-list.ts';
import { usePlace } from './use-place.ts';
import '../table.css';
import './list-table.css';
import './list.css';
import './list-extras.css';

const ListFilters = lazy(async () => ({
  default: (await import('./ListFilters.tsx')).ListFilters,
}));

const RemoveDialog = lazy(async () => ({
  default: (await import('./RemoveDialog.tsx')).RemoveDialog,
}));

const FilterChips = lazy(async () => ({
  default: (await import('./FilterChips.tsx')).FilterChips,
}));

const KeptAction = lazy(async () => ({
  default: (await import('../dialogs/KeptAction.tsx')).KeptAction,
}));

const ListForm = lazy(async () => ({ default: (await import('./ListForm.tsx')).ListForm }));

interface ListProps {
  readonly definition: AnyListed;
  /** Set when the route opens the form over the list. */
  readonly begin?: { readonly id?: string | undefined } | undefined;
}

type OpenForm = Partial<KeptDialog> & { readonly id?: string | undefined };

/**
 * The state of a form in a dialog over the list: which record (MARK-02), or input kept from before
 * (AUTH-09).
 */
function useListForm({ definition, begin }: ListProps) {
  const navigate = useNavigate();
  const kept = useKeptDialog();
  const [open, setOpen] = useState<OpenForm | undefined>(kept?.resource ? kept : begin);
  const edit = useCallback((id: string) => setOpen({ id }), []);
  const close = useCallback(() => {
    setOpen(undefined);
    if (begin) navigate(definition.route, { replace: true });
  }, [begin, definition, navigate]);
  return { open, close, kept, onEdit: definition.form?.shown === 'dialog' ? edit : undefined };
}

interface HeadProps {
  readonly definition: AnyListed;
  readonly view: View<AnyRow>;
  readonly send: SendToList;
}

function ListHead({ definition, view, send }: HeadProps) {
  return (
    <div className="page-head">
      <h1>{definition.list.title}</h1>
      <div className="page-tools">
        <ListTools definition={definition} view={view} send={send} />
      </div>
    </div>
  );
}

/** The number of selected rows, and a button to clear the selection; placed so that nothing moves. */
function Selection({ view, send }: Omit<HeadProps, 'definition'>) {
  const { selection } = view.data;
  if (selection.length === 0) return null;
  return (
    <p className="selection">
      {selection.length} selected
      <button type="button" className="link" onClick={() => send({ type: 'selection.cleared' })}>
        Clear
      </button>
    </p>
  );
}

/** Any resource's list, from its definition alone (LIST-01). */
export function ListView({ definition, begin }: ListProps) {
  const [view, send, slips] = useList(definition);
  usePlace(view);
  const { open, close, kept, onEdit } = useListForm({ definition, begin });
  const reload = useCallback(() => send({ type: 'reload' }), [send]);
  const columns = useColumns(definition);
  const [filtersOpen, setFiltersOpen] = useState(false);
  const { query, error } = view.data;
  // Stays mounted after the first question, because it also reports how a deletion ended.
  const [asksRemoval, setAsksRemoval] = useState(false);
  if (view.data.removing !== undefined && !asksRemoval) setAsksRemoval(true);
  const filterCount = query.filters.length + (query.from ? 1 : 0) + (query.to ? 1 : 0);
  return (
    <div className="page list-page">
      <ListHead definition={definition} view={view} send={send} />
      <ListTabs definition={definition} />
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
        <Selection view={view} send={send} />
      </div>
      {filtersOpen && (
        <Suspense>
          <ListFilters definition={definition} query={query} send={send} />
        </Suspense>
      )}
      {filterCount > 0 && (
        <Suspense>
          <FilterChips definition={definition} query={query} send={send} />
        </Suspense>
      )}
      {slips.length > 0 && (
        <p className="panel slips" role="alert">
          Left out of the address: {slips.join('. ')}.
        </p>
      )}
      {error && (
        <ErrorPanel
          detail={[error.message, error.detail].filter(Boolean).join(' ')}
          requestId={error.requestId}
          status={error.status}
          onRetry={() => send({ type: 'retry' })}
        />
      )}
      {!error && columns.shown.length === 0 && <EmptyPanel text={definition.list.texts.none} />}
      {!error && columns.shown.length > 0 && (
        <>
          <ListTable
            definition={definition}
            columns={columns.shown}
            view={view}
            send={send}
            onEdit={onEdit}
          />
          <Pager view={view} send={send} />
        </>
      )}
      {asksRemoval && (
        <Suspense>
          <RemoveDialog definition={definition} view={view} send={send} />
        </Suspense>
      )}
      {open && (
        <Suspense>
          <ListForm
            resource={open.resource ?? definition.name}
            id={open.id}
            saved={open.saved}
            onClose={close}
            onSaved={reload}
          />
        </Suspense>
      )}
      {kept?.action && (
        <Suspense>
          <KeptAction definition={definition} kept={kept} onDone={reload} />
        </Suspense>
      )}
    </div>
  );
}
