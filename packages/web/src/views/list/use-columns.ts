import type { AnyListed, ColumnDefinition } from '@forecourt/core';
import { useState } from 'react';
import { ownerOf } from '../../platform/owner.ts';
import { useSession } from '../../platform/portal-context.ts';
import type { AnyRow } from './use-list.ts';

export type AnyColumn = ColumnDefinition<AnyRow>;

/** Field → visibility, where the user's choice differs from the definition. */
type Choices = Readonly<Record<string, boolean>>;

function readChoices(key: string): Choices {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Choices) : {};
  } catch {
    return {};
  }
}

export interface ChosenColumns {
  readonly all: readonly AnyColumn[];
  readonly shown: readonly AnyColumn[];
  readonly toggle: (field: string) => void;
  readonly reset: () => void;
}

/** The columns that a user shows, stored per user, account in use and list (LIST-10). */
export function useColumns({ name, list }: AnyListed): ChosenColumns {
  const owner = ownerOf(useSession()) ?? '';
  const key = `forecourt.columns.${owner}.${name}`;
  const [choices, setChoices] = useState<Choices>(() => readChoices(key));
  const all: readonly AnyColumn[] = list.columns;
  const isShown = ({ field, hidden = false }: AnyColumn) => choices[field] ?? !hidden;
  const keep = (next: Choices) => {
    localStorage.setItem(key, JSON.stringify(next));
    setChoices(next);
  };
  const toggle = (field: string) => {
    const column = all.find((candidate) => candidate.field === field);
    if (column) keep({ ...choices, [field]: !isShown(column) });
  };
  return { all, shown: all.filter(isShown), toggle, reset: () => keep({}) };
}
