import { type AnyListed, type CurrencyTotal, formatValue, listTotals } from '@forecourt/core';
import { useEffect, useRef, useState } from 'react';
import { usePortal } from '../../platform/portal-context.ts';
import type { ListProps } from './list-props.ts';

type Loaded = readonly CurrencyTotal[] | 'failed' | undefined;

/** Loads the totals for each new filter, and again when the list is reloaded. */
function useTotals({ definition, view }: ListProps): Loaded {
  const { client } = usePortal();
  const { page, query } = view.data;
  const { filters, from, to } = query;
  const asked = JSON.stringify({ filters, from, to });
  const loadedFor = useRef({ page, query });
  const [reloads, setReloads] = useState(0);
  const [loaded, setLoaded] = useState<{ of: string; totals: Loaded }>();
  useEffect(() => {
    const former = loadedFor.current;
    if (former.page === page) return;
    loadedFor.current = { page, query };
    // The same query has a new page: the list was loaded again.
    if (former.query === query) setReloads((all) => all + 1);
  }, [page, query]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reloaded list has other sums
  useEffect(() => {
    const leaving = new AbortController();
    listTotals(client, definition, JSON.parse(asked), leaving.signal).then(
      (totals) => setLoaded({ of: asked, totals }),
      () => leaving.signal.aborted || setLoaded({ of: asked, totals: 'failed' }),
    );
    return () => leaving.abort();
  }, [client, definition, asked, reloads]);
  return loaded?.of === asked ? loaded.totals : undefined;
}

function Sums({ definition, total }: { definition: AnyListed; total: CurrencyTotal }) {
  const columns = definition.list.columns.filter(({ field }) => field in total.sums);
  return (
    <li>
      <strong>{total.currency || 'No currency'}</strong>
      {columns.map(({ field, kind, label }) => (
        <span key={field}>
          <span className="quiet">{label}</span>{' '}
          <span className="fixed">{formatValue(kind, total.sums[field])}</span>
        </span>
      ))}
    </li>
  );
}

/** The sums of everything that the filter matches, one line for each currency (LIST-15). */
export function ListTotals(props: ListProps) {
  const totals = useTotals(props);
  if (totals === 'failed') return <p className="quiet">The totals could not be loaded.</p>;
  if (!totals) return <p className="quiet">Adding up …</p>;
  return (
    <ul aria-label="Totals of the filter, by currency">
      {totals.map((total) => (
        <Sums key={total.currency} definition={props.definition} total={total} />
      ))}
    </ul>
  );
}
