import type { AnyListed, ColumnDefinition } from '@forecourt/core';
import { type CSSProperties, useCallback, useMemo, useState } from 'react';
import { ownerOf } from '../../platform/owner.ts';
import { useSession } from '../../platform/portal-context.ts';
import { arranged, type ListLayout, OWN_LAYOUT, readLayout } from './list-layout.ts';
import type { AnyRow } from './use-list.ts';

export type AnyColumn = ColumnDefinition<AnyRow> & {
  /** The user chose to see it, which a phone's card shows too. */
  readonly chosen?: boolean;
  /** In px, if the user chose one. */
  readonly width?: number | undefined;
};

export interface ChosenColumns {
  /** From left to right, the hidden ones included. */
  readonly all: readonly AnyColumn[];
  readonly shown: readonly AnyColumn[];
  readonly layout: ListLayout;
  readonly arrange: (layout: ListLayout) => void;
}

/** The style of a cell in a column with a chosen width; a card on a phone ignores it. */
export const widthOf = ({ width }: AnyColumn) =>
  width === undefined ? undefined : ({ '--width': `${width}px` } as CSSProperties);

/** The columns that a user shows, their order and widths, and the rows' density; stored per user, account in use and list (LIST-10). */
export function useColumns({ name, list }: AnyListed): ChosenColumns {
  const owner = ownerOf(useSession()) ?? '';
  const key = `forecourt.columns.${owner}.${name}`;
  const [layout, setLayout] = useState(() => readLayout(localStorage.getItem(key)));
  const columns: readonly AnyColumn[] = list.columns;
  const all = useMemo(
    () =>
      arranged(columns, layout).map((column) => ({
        ...column,
        chosen: layout.shown[column.field] === true,
        width: layout.widths[column.field],
      })),
    [columns, layout],
  );
  const shown = useMemo(
    () => all.filter(({ field, hidden = false }) => layout.shown[field] ?? !hidden),
    [all, layout],
  );
  const arrange = useCallback(
    (next: ListLayout) => {
      if (next === OWN_LAYOUT) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(next));
      setLayout(next);
    },
    [key],
  );
  return { all, shown, layout, arrange };
}

/** Shows these fields, in their order; undefined shows the list's own columns. */
export function showColumns(
  { all, arrange, layout }: ChosenColumns,
  fields: readonly string[] | undefined,
): void {
  const shown =
    fields && Object.fromEntries(all.map(({ field }) => [field, fields.includes(field)]));
  arrange({ ...layout, shown: shown ?? {}, order: fields ?? [] });
}
