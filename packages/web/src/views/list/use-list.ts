import {
  type AnyListed,
  type ListEvent,
  type ListView,
  listPorts,
  listWorkflow,
  type PickedRow,
  typedQuery,
} from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { usePortal } from '../../platform/portal-context.ts';
import { fromAddress, toAddress } from './address.ts';
import { useFormerPosition } from './use-list-position.ts';

/** A row of any resource, for generic code. */
export type AnyRow = Readonly<Record<string, unknown>>;

export type SendToList = (event: ListEvent) => void;

/** Rows that were picked before the session ended; the key of a row's file comes with the row. */
const positionOf = (picked: readonly PickedRow[]) => ({
  selected: Object.fromEntries(picked.map(({ id }) => [id, id])),
  labels: Object.fromEntries(picked.flatMap(({ id, label }) => (label ? [[id, label]] : []))),
});

/**
 * A list whose query lives in the address (LIST-10): the list writes its query there, and shows
 * what the address says after a link, a reload, Back or Forward. What of it can't be read is left out
 * and returned in sentences (LIST-14). `picked` rows are selected from the start.
 */
export function useList(
  definition: AnyListed,
  picked?: readonly PickedRow[],
): [view: ListView<AnyRow>, send: SendToList, slips: readonly string[]] {
  const { client } = usePortal();
  const { search } = useLocation();
  const navigate = useNavigate();
  const position = useFormerPosition();
  const former = picked ? positionOf(picked) : position;
  const typed = typedQuery(definition.list, fromAddress(search));
  const [slips, setSlips] = useState(typed.issues);
  const [view, send] = useWorkflow(() => listWorkflow<AnyRow>(listPorts(client, definition)), {
    query: typed.query,
    ...(former && { selected: former.selected, labels: former.labels }),
  });
  const { query } = view.data;
  const shown = useRef(search);
  const asked = useRef(false);

  useEffect(() => {
    if (shown.current === search) return;
    shown.current = search;
    asked.current = false;
    const { issues, query } = typedQuery(definition.list, fromAddress(search));
    setSlips(issues);
    send({ type: 'query.changed', query });
  }, [search, send, definition]);

  useEffect(() => {
    const address = toAddress(query, definition);
    const next = address === '' ? '' : `?${address}`;
    if (shown.current === next) return;
    shown.current = next;
    // A correction the user didn't ask for (a page past the end, an unknown size) adds no history
    // entry.
    navigate({ search: next }, { replace: !asked.current });
    asked.current = false;
  }, [query, definition, navigate]);

  const ask = useCallback<SendToList>(
    (event) => {
      asked.current = true;
      setSlips([]);
      send(event);
    },
    [send],
  );
  return [view, ask, slips];
}
