import {
  type AnyListed,
  type Filter,
  listPorts,
  listWorkflow,
  opensRecords,
  recordRoute,
  rowsRoute,
  typedQuery,
} from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { usePortal, useSession } from '../../platform/portal-context.ts';
import { ErrorPanel } from '../../shell/ErrorPanel.tsx';

interface FoundProps {
  readonly definition: AnyListed;
  readonly filter: Filter;
}

/** Leads to the list with that filter, which says what is wrong if the filter can't be read (LIST-14). */
const ToList = ({ definition, filter: { field, value } }: FoundProps) => (
  <Navigate to={rowsRoute(definition, field, value)} state={useLocation().state} replace />
);

function Found({ definition, filter }: FoundProps) {
  const { client } = usePortal();
  const access = useSession()?.access;
  const { state } = useLocation();
  const [view, send] = useWorkflow(() => listWorkflow(listPorts(client, definition)), {
    query: { size: 2, filters: [filter] },
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
  if (!single) return <ToList definition={definition} filter={filter} />;
  return <Navigate to={recordRoute(definition, id)} state={state} replace />;
}

/**
 * Opens the record that a value names (LIST-16): the one row that an exact filter finds. Shows the list of
 * what it found if that is none or several, or if this account may not open records.
 */
export function FoundRecord({ definition }: Pick<FoundProps, 'definition'>) {
  const { field = '', value = '' } = useParams();
  const filter: Filter = { field, match: 'exact', value };
  const { issues } = typedQuery(definition.list, { filters: [filter] });
  if (issues.length > 0) return <ToList definition={definition} filter={filter} />;
  return <Found definition={definition} filter={filter} />;
}
