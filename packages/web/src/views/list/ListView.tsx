/**
 * The list of any resource. This folder draws a list with its filters, columns, pages and row
 * actions from a definition; dialogs belong in `views/dialogs/`, buttons of a single resource in
 * `screens/`.
 */

import type { AnyListed, ListView as View } from '@forecourt/core';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Icon } from '../../parts/Icon.tsx';
import { partOnDemand, useAhead } from '../../parts/part-on-demand.tsx';
import { timeOf } from '../../platform/time-of.ts';
import { dialogOnDemand } from '../../shell/dialog-on-demand.tsx';
import { ErrorPanel } from '../../shell/ErrorPanel.tsx';
import { EmptyPanel } from '../EmptyPanel.tsx';
import { type KeptDialog, useKeptDialog } from '../form/use-draft.ts';
import { LeftOut } from '../LeftOut.tsx';
import { PageTools } from '../PageTools.tsx';
import { LIST_PICTURES } from '../slots.ts';
import { toAddress } from './address.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import { CopyAsCli } from './CopyAsCli.tsx';
import { ListTabs } from './ListNeighbours.tsx';
import { ListTable } from './ListTable.tsx';
import { ListTools } from './ListTools.tsx';
import { Pager } from './Pager.tsx';
import { rowParts } from './RowActions.tsx';
import { focusRows } from './row-keys.ts';
import { useColumns } from './use-columns.ts';
import { useDefaultView } from './use-default-view.ts';
import { type AnyRow, type SendToList, useList } from './use-list.ts';
import { useListPosition } from './use-list-position.ts';
import { ViewsMenu } from './ViewsMenu.tsx';
import '../table.css';
import './list-table.css';
import './list.css';
import './list-extras.css';

const BulkButtons = partOnDemand(() => import('./BulkButtons.tsx'), 'BulkButtons');

const ListFilters = partOnDemand(() => import('./ListFilters.tsx'), 'ListFilters');

const RemoveDialog = dialogOnDemand(() => import('./RemoveDialog.tsx'), 'RemoveDialog');

const FilterChips = partOnDemand(() => import('./FilterChips.tsx'), 'FilterChips');

const ListTotals = partOnDemand(() => import('./ListTotals.tsx'), 'ListTotals');

const Remark = partOnDemand(() => import('./Remark.tsx'), 'Remark');

const ReopenedDialog = dialogOnDemand(
  () => import('../dialogs/ReopenedDialog.tsx'),
  'ReopenedDialog',
);

const ListForm = dialogOnDemand(() => import('./ListForm.tsx'), 'ListForm');

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
function useListForm({ definition, begin }: ListProps, kept: KeptDialog | undefined) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<OpenForm | undefined>(kept?.resource ? kept : begin);
  const edit = useCallback((id: string) => setOpen({ id }), []);
  const close = useCallback(() => {
    setOpen(undefined);
    if (begin) navigate(definition.route, { replace: true });
  }, [begin, definition, navigate]);
  return { open, close, onEdit: definition.form?.shown === 'dialog' ? edit : undefined };
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
      <PageTools>
        <ListTools definition={definition} view={view} send={send} />
      </PageTools>
    </div>
  );
}

/** When the page on screen was received, and for which query: while no other can be loaded, its rows are those of then (SHELL-12). */
function useReceived({ page, query }: View<AnyRow>['data']) {
  const [received, setReceived] = useState({ page, query, at: new Date() });
  if (received.page !== page) setReceived({ page, query, at: new Date() });
  return received;
}

interface KeptRowsProps {
  readonly definition: AnyListed;
  readonly query: View<AnyRow>['data']['query'];
  readonly received: ReturnType<typeof useReceived>;
}

/** What the rows are that stay because a page could not be loaded: the same ones as of then, or those of another page, order or filter. */
function KeptRows({ definition, query, received }: KeptRowsProps) {
  const at = timeOf(received.at);
  const isAsked = toAddress(query, definition) === toAddress(received.query, definition);
  return (
    <p className="quiet">
      {isAsked
        ? `These rows are of ${at}, and may have changed since.`
        : `These are still the rows from before, as of ${at}. The rows you asked for could not be loaded.`}
    </p>
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

/** How the filters were opened, if they are open: the keyboard's focus goes into them. */
type FiltersOpen = 'by mouse' | 'by keyboard' | undefined;

interface BarProps extends HeadProps {
  readonly columns: ReturnType<typeof useColumns>;
  readonly filterCount: number;
  readonly filtersOpen: FiltersOpen;
  readonly setFiltersOpen: (open: FiltersOpen) => void;
  readonly pictured: boolean;
  readonly setPictured: (pictured: boolean) => void;
}

/** What can be done with the whole list, and with the selected rows. */
function ListBar({
  columns,
  definition,
  filterCount,
  filtersOpen,
  pictured,
  send,
  setFiltersOpen,
  setPictured,
  view,
}: BarProps) {
  const { query } = view.data;
  const picture = LIST_PICTURES[definition.name];
  return (
    <div className="list-bar">
      <button
        type="button"
        className="button"
        aria-expanded={filtersOpen !== undefined}
        // A press of a key has no count of clicks.
        onClick={({ detail }) =>
          setFiltersOpen(filtersOpen ? undefined : detail === 0 ? 'by keyboard' : 'by mouse')
        }
      >
        <Icon name="filter" />
        Advanced Filter
        {filterCount > 0 && <span className="count">{filterCount}</span>}
      </button>
      {picture && (
        <button
          type="button"
          className="button"
          aria-expanded={pictured}
          onClick={() => setPictured(!pictured)}
        >
          <Icon name={picture.icon} />
          <span className="label">{picture.label}</span>
        </button>
      )}
      <ColumnChooser {...columns} />
      <ViewsMenu definition={definition} query={query} columns={columns} send={send} />
      <CopyAsCli definition={definition} query={query} />
      <button type="button" className="button" onClick={() => send({ type: 'reload' })}>
        <Icon name="refresh" />
        <span className="label">Refresh</span>
      </button>
      <Selection view={view} send={send} />
      {definition.bulk && <BulkButtons definition={definition} view={view} send={send} />}
    </div>
  );
}

/** Any resource's list, from its definition alone (LIST-01). */
export function ListView({ definition, begin }: ListProps) {
  const kept = useKeptDialog();
  const [view, send, slips] = useList(definition, kept?.picked);
  useListPosition(view);
  const { open, close, onEdit } = useListForm({ definition, begin }, kept);
  const reload = useCallback(() => send({ type: 'reload' }), [send]);
  const columns = useColumns(definition);
  useDefaultView(definition, columns, send);
  const [filtersOpen, setFiltersOpen] = useState<FiltersOpen>();
  const picture = LIST_PICTURES[definition.name];
  const [pictured, setPictured] = useState(false);
  const { query, error, page, remark } = view.data;
  // Without an answer (offline, cut off) the rows that are loaded stay as they are.
  const isLost = error?.status === undefined || error.code === 'cut_off';
  const keepsRows = error !== undefined && isLost && page !== undefined;
  const received = useReceived(view.data);
  // Stays mounted after the first question, because it also reports how a deletion ended.
  const [asksRemoval, setAsksRemoval] = useState(false);
  if (view.data.removing !== undefined && !asksRemoval) setAsksRemoval(true);
  const filterCount = query.filters.length + (query.from ? 1 : 0) + (query.to ? 1 : 0);
  const parts = useMemo(
    () => [FilterChips, ...(definition.list.remark ? [Remark] : []), ...rowParts(definition)],
    [definition],
  );
  const ready = useAhead(parts);
  return (
    <div className="page list-page">
      <button type="button" className="skip button" onClick={focusRows}>
        Skip to the rows
      </button>
      <ListHead definition={definition} view={view} send={send} />
      <ListTabs definition={definition} />
      <ListBar
        {...{ definition, view, columns, send }}
        {...{ filterCount, filtersOpen, setFiltersOpen, pictured, setPictured }}
      />
      {filtersOpen && (
        <ListFilters
          definition={definition}
          query={query}
          send={send}
          focused={filtersOpen === 'by keyboard'}
        />
      )}
      {filterCount > 0 && <FilterChips definition={definition} query={query} send={send} />}
      <LeftOut slips={slips} />
      {remark?.text && <Remark definition={definition} remark={remark} onDone={reload} />}
      {picture && pictured && <picture.Picture query={query} rows={page?.rows ?? []} />}
      {error && (
        <ErrorPanel
          listed={definition.noun[1]}
          detail={[error.message, error.detail].filter(Boolean).join(' ')}
          requestId={error.requestId}
          status={error.status}
          onRetry={() => send({ type: 'retry' })}
        />
      )}
      {!error && columns.shown.length === 0 && <EmptyPanel text={definition.list.texts.none} />}
      {(!error || keepsRows) && columns.shown.length > 0 && (
        <>
          {keepsRows && <KeptRows definition={definition} query={query} received={received} />}
          <ListTable
            definition={definition}
            columns={columns}
            view={view}
            ready={ready}
            send={send}
            onEdit={onEdit}
          />
          {definition.list.totals && (
            <div className="totals">
              {view.data.page && <ListTotals definition={definition} view={view} />}
            </div>
          )}
          <Pager view={view} send={send} />
        </>
      )}
      {asksRemoval && (
        <RemoveDialog
          definition={definition}
          view={view}
          send={send}
          onClose={() => {
            send({ type: 'stay' });
            setAsksRemoval(false);
          }}
        />
      )}
      {open && (
        <ListForm
          resource={open.resource ?? definition.name}
          id={open.id}
          saved={open.saved}
          onClose={close}
          onSaved={reload}
        />
      )}
      {(kept?.action || kept?.bulk) && (
        <ReopenedDialog
          definition={definition}
          kept={kept}
          onDone={reload}
          onLeft={(ids) => send({ type: 'selection.kept', ids })}
        />
      )}
    </div>
  );
}
