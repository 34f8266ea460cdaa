import type { AnyListed } from '@forecourt/core';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { ownerOf } from '../../platform/owner.ts';
import { usePortal, useSession } from '../../platform/portal-context.ts';
import { endFirstLoad, isFirstLoad } from './default-view.ts';
import { type ChosenColumns, showColumns } from './use-columns.ts';
import type { SendToList } from './use-list.ts';

/** Opens a list with the user's default view, unless the address has a query, or Back or Forward led here (LIST-15). */
export function useDefaultView(
  definition: AnyListed,
  columns: ChosenColumns,
  send: SendToList,
): void {
  const { client } = usePortal();
  const owner = ownerOf(useSession()) ?? '';
  const { key, search } = useLocation();
  const isVisit = useNavigationType() !== 'POP' || isFirstLoad(key);
  const first = useRef({ definition, columns, send, opens: search === '' && isVisit });
  useEffect(() => {
    endFirstLoad();
    const { definition, columns, opens, send } = first.current;
    if (!opens) return;
    let left = false;
    void import('./own-views.ts')
      .then(({ loadDefault }) => loadDefault(client, owner, definition))
      .then((view) => {
        if (left || view === undefined || location.search !== '') return;
        showColumns(columns, view.columns);
        send({ type: 'query.changed', query: view.query });
      });
    return () => {
      left = true;
    };
  }, [client, owner]);
}
