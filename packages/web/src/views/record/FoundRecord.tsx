import {
  type AnyListed,
  listPorts,
  listWorkflow,
  opensRecords,
  recordRoute,
  rowsRoute,
} from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { usePortal, useSession } from '../../platform/portal-context.ts';
import { ErrorPanel } from '../../shell/ErrorPanel.tsx';

/**
 * Opens the record that a value names (LIST-16): the one row that an exact filter finds. Shows the list of
 * what it found if that is none or several, or if this account may not open records.
 */
export function FoundRecord({ definition }: { readonly definition: AnyListed }) {
  const { field = '', value = '' } = useParams();
  const { client } = usePortal();
  const access = useSession()?.access;
  const { state } = useLocation();
  const [view, send] = useWorkflow(() => listWorkflow(listPorts(client, definition)), {
    query: { size: 2, filters: [{ field, match: 'exact', value }] },
  });
  const { error, page } = view.data;
  if (error) {
    return (
      <div className="page">
        <ErrorPanel
          detail={error.message}
          requestId={error.requestId}
          status={error.status}
          onRetry={() => send({ type: 'retry' })}
        />
      </div>
    );
  }
  if (!page) return <p className="page quiet">Loading …</p>;
  const [row] = page.rows;
  const id = row === undefined ? '' : definition.routeId?.(row) || definition.id(row);
  const single = page.totalRecords === 1 && id !== '' && opensRecords(definition, access);
  const to = single ? recordRoute(definition, id) : rowsRoute(definition, field, value);
  return <Navigate to={to} state={state} replace />;
}
