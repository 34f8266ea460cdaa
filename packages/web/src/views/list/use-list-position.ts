import type { ListView } from '@forecourt/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import type { AnyRow } from './use-list.ts';

/** How a list was left. */
interface ListPosition {
  /** Key of its file by id of each selected row. */
  readonly selected: Readonly<Record<string, string>>;
  /** Number by id of each selected row that was shown. */
  readonly labels: Readonly<Record<string, string>>;
  readonly window: number;
  readonly table: number;
  /** Id of the row that the focus was in. */
  readonly row: string | undefined;
}

/** By history entry, until the page is reloaded. */
const positions = new Map<string, ListPosition>();

/** The position that this history entry was left at, after Back or Forward. */
export function useFormerPosition(): ListPosition | undefined {
  const { key } = useLocation();
  return useNavigationType() === 'POP' ? positions.get(key) : undefined;
}

const frame = () => document.querySelector('.table-frame');

/**
 * Keeps scroll position, selection and row of a list for its history entry, and returns to them when Back
 * leads here (LIST-16). Page, sort and filters are in the address.
 */
export function useListPosition(view: ListView<AnyRow>): void {
  const { key } = useLocation();
  const { page, picked, selectedKeys, selection } = view.data;
  const latest = useRef({ key, picked, selection, selectedKeys });
  useEffect(() => {
    latest.current = { key, picked, selection, selectedKeys };
  });

  const former = useRef(useFormerPosition());
  const loaded = page !== undefined;
  useEffect(() => {
    const position = loaded ? former.current : undefined;
    if (!position) return;
    former.current = undefined;
    frame()?.scrollTo({ top: position.table });
    scrollTo({ top: position.window });
    const row =
      position.row && document.querySelector(`tr[data-row="${CSS.escape(position.row)}"]`);
    if (row instanceof HTMLElement) row.focus({ preventScroll: true });
  }, [loaded]);

  // Before the rows leave the document.
  useLayoutEffect(
    () => () => {
      const { key, picked, selection, selectedKeys } = latest.current;
      positions.set(key, {
        selected: Object.fromEntries(selection.map((id, at) => [id, selectedKeys[at] ?? id])),
        labels: Object.fromEntries(picked.flatMap(({ id, label }) => (label ? [[id, label]] : []))),
        window: scrollY,
        table: frame()?.scrollTop ?? 0,
        row: document.activeElement?.closest<HTMLElement>('tr[data-row]')?.dataset.row,
      });
    },
    [],
  );
}
