import { rateDaysPorts, rateDaysWorkflow } from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { useEffect, useRef } from 'react';
import { usePortal } from '../../platform/portal-context.ts';
import { ErrorPanel } from '../../shell/ErrorPanel.tsx';
import { Chart } from '../../views/figures/Chart.tsx';
import { ShowAsTable } from '../../views/figures/ShowAsTable.tsx';
import type { ListPictureProps } from '../../views/slots.ts';
import '../../views/table.css';
import '../../views/figures/figures.css';

/** The stored rates that the list’s filters match, day by day (RATE-03). */
export function RatesOverTime({ query: { filters, from, to } }: ListPictureProps) {
  const { client } = usePortal();
  const query = { filters, from, to };
  const [view, send] = useWorkflow(() => rateDaysWorkflow(rateDaysPorts(client)), { query });
  const asked = JSON.stringify(query);
  const loaded = useRef(asked);
  useEffect(() => {
    if (loaded.current === asked) return;
    loaded.current = asked;
    send({ type: 'asked', query: JSON.parse(asked) });
  }, [asked, send]);
  const { rates, tables } = view.data;
  if (view.status === 'failed') {
    const { detail, message, requestId, status } = view.error;
    return (
      <ErrorPanel
        status={status}
        detail={detail ?? message}
        requestId={requestId}
        onRetry={() => send({ type: 'retry' })}
      />
    );
  }
  if (!rates) {
    return (
      <p className="panel empty" role="status">
        The rates are loading …
      </p>
    );
  }
  if (rates.charts.length === 0) return <p className="panel empty">No rates are stored then.</p>;
  return (
    <section aria-label="Prices over time" aria-busy={view.status === 'pending' && view.busy}>
      <div className="list-bar" style={{ marginBottom: 8 }}>
        <ShowAsTable shown={tables} onChange={(shown) => send({ type: 'tables', shown })} />
      </div>
      <div className="charts">
        {rates.charts.map((chart) => (
          <Chart key={chart.name} chart={chart} table={tables} />
        ))}
      </div>
    </section>
  );
}
