import {
  type AnyListed,
  type ListEvent,
  type ListView,
  listPorts,
  listWorkflow,
} from '@forecourt/core';
import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { usePortal } from '../../platform/portal-context.ts';
import { useWorkflow } from '../../workflow/use-workflow.ts';
import { fromAddress, toAddress } from './address.ts';

/** A row of a resource that generic code knows nothing of. */
export type AnyRow = Readonly<Record<string, unknown>>;

export type SendToList = (event: ListEvent) => void;

/**
 * A list whose query lives in the address (LIST-10): what the list decides is written there, and what
 * the address says, by link, reload, back or forward, is what the list shows.
 */
export function useList(definition: AnyListed): [ListView<AnyRow>, SendToList] {
  const { client } = usePortal();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [view, send] = useWorkflow(() => ({
    workflow: listWorkflow<AnyRow>(listPorts(client, definition)),
    input: { query: fromAddress(search) },
  }));
  const { query } = view.data;
  const shown = useRef(search);
  const asked = useRef(false);

  useEffect(() => {
    if (shown.current === search) return;
    shown.current = search;
    asked.current = false;
    send({ type: 'query.changed', query: fromAddress(search) });
  }, [search, send]);

  useEffect(() => {
    const address = toAddress(query, definition);
    const next = address === '' ? '' : `?${address}`;
    if (shown.current === next) return;
    shown.current = next;
    // What nobody asked for (a page past the end, an unknown size) is no step to go back to.
    navigate({ search: next }, { replace: !asked.current });
    asked.current = false;
  }, [query, definition, navigate]);

  const ask = useCallback<SendToList>(
    (event) => {
      asked.current = true;
      send(event);
    },
    [send],
  );
  return [view, ask];
}
