import type {
  Dashboard,
  DashboardEvent,
  DashboardFigure,
  DashboardView,
  FigureLine,
} from '@forecourt/core';
import { Link } from 'react-router-dom';
import { Icon } from '../../parts/Icon.tsx';
import { ErrorPanel } from '../../shell/ErrorPanel.tsx';
import { Chart } from './Chart.tsx';
import { ShowAsTable } from './ShowAsTable.tsx';
import '../table.css';
import './figures.css';

function Line({ label, list, note, text }: FigureLine) {
  const value = list?.route ? <Link to={list.route}>{text}</Link> : text;
  // A currency is in the text already.
  const named = text.endsWith(` ${label}`) ? '' : label;
  return (
    <li>
      {named && <span className="what">{named}</span>}
      <strong className="fixed">{value}</strong>
      {note && <span className="note">{note}</span>}
    </li>
  );
}

function Figure({ empty, lines, name, title, unavailable, urgent }: DashboardFigure) {
  return (
    <section className="panel figure-card" aria-labelledby={`figure-${name}`}>
      <h2 id={`figure-${name}`} style={urgent ? { color: 'var(--warn-ink)' } : undefined}>
        {urgent && <Icon name="warning" />}
        {title}
      </h2>
      {unavailable && <p className="note">It could not be computed this time.</p>}
      {!unavailable && lines.length === 0 && <p className="note">{empty}</p>}
      {lines.length > 0 && (
        <ul>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal lines may follow each other, and none moves
            <Line key={at} {...line} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Keeps the room of the figures and charts while they load. */
const Loading = ({ name }: { readonly name: string }) => (
  <div className="figure-cards" role="status" aria-label={`The ${name} is loading`}>
    {['a', 'b', 'c', 'd', 'e', 'f'].map((card) => (
      <div key={card} className="panel figure-card skeleton" aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
    ))}
  </div>
);

interface PageProps {
  readonly view: DashboardView<Dashboard>;
  readonly send: (event: DashboardEvent) => void;
}

/** Shows charts as tables, and computes everything again. */
export function FigureTools({ view, send }: PageProps) {
  const { dashboard, tables } = view.data;
  return (
    <>
      {dashboard?.charts.length !== 0 && (
        <ShowAsTable shown={tables} onChange={(shown) => send({ type: 'tables', shown })} />
      )}
      <button
        type="button"
        className="button"
        disabled={!view.commands.reload.allowed}
        onClick={() => send({ type: 'reload' })}
      >
        <Icon name="refresh" />
        Reload
      </button>
    </>
  );
}

/** A page's figures and charts, or why there are none; `name` is what they are of: 'dashboard'. */
export function Figures({ name, view, send }: PageProps & { readonly name: string }) {
  const { dashboard, tables } = view.data;
  const nothing = dashboard && dashboard.figures.length + dashboard.charts.length === 0;
  return (
    <>
      {view.status === 'failed' && (
        <ErrorPanel
          noun={name}
          status={view.error.status}
          detail={view.error.detail ?? view.error.message}
          requestId={view.error.requestId}
          onRetry={() => send({ type: 'retry' })}
        />
      )}
      {view.status === 'pending' && !dashboard && <Loading name={name} />}
      {nothing && <p className="panel empty">There is nothing here that your account may read.</p>}
      {dashboard && (
        <div className="figure-cards">
          {dashboard.figures.map((figure) => (
            <Figure key={figure.name} {...figure} />
          ))}
        </div>
      )}
      {dashboard?.unavailable.map((title) => (
        <p key={title} className="panel empty" role="status">
          {title}: it could not be computed this time.
        </p>
      ))}
      {dashboard && (
        <div className="charts">
          {dashboard.charts.map((chart) => (
            <Chart key={chart.name} chart={chart} table={tables} />
          ))}
        </div>
      )}
    </>
  );
}
