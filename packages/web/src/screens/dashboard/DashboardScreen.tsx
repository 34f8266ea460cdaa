import {
  type DashboardFigure,
  dashboardPorts,
  dashboardWorkflow,
  type FigureLine,
} from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { Link } from 'react-router-dom';
import { Icon } from '../../parts/Icon.tsx';
import { usePortal } from '../../platform/portal-context.ts';
import { ErrorPanel } from '../../shell/ErrorPanel.tsx';
import { Chart } from './Chart.tsx';
import '../../views/table.css';
import './dashboard.css';

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
    <section
      className={urgent ? 'panel figure-card urgent' : 'panel figure-card'}
      aria-labelledby={`figure-${name}`}
    >
      <h2 id={`figure-${name}`}>
        {urgent && <Icon name="warning" />}
        {title}
      </h2>
      {unavailable && <p className="note">It could not be computed this time.</p>}
      {!unavailable && lines.length === 0 && <p className="note">{empty}</p>}
      {lines.length > 0 && (
        <ul>
          {lines.map((line) => (
            <Line key={line.label} {...line} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Keeps the room of the figures and charts while they load. */
const Loading = () => (
  <div className="figure-cards" role="status" aria-label="The dashboard is loading">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((name) => (
      <div key={name} className="panel figure-card skeleton" aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
    ))}
  </div>
);

/** True figures and pictures, each leading to the list behind it (SHELL-10). */
export function DashboardScreen() {
  const { client } = usePortal();
  const [view, send] = useWorkflow(() => dashboardWorkflow(dashboardPorts(client)), {});
  const { dashboard, tables } = view.data;
  const nothing = dashboard && dashboard.figures.length + dashboard.charts.length === 0;
  return (
    <div className="page dashboard">
      <div className="page-head">
        <h1>Dashboard</h1>
        <label>
          <input
            type="checkbox"
            checked={tables}
            onChange={({ target }) => send({ type: 'tables', shown: target.checked })}
          />{' '}
          Show as table
        </label>
        <button
          type="button"
          className="button"
          disabled={!view.commands.reload.allowed}
          onClick={() => send({ type: 'reload' })}
        >
          <Icon name="refresh" />
          Reload
        </button>
      </div>
      {view.status === 'failed' && (
        <ErrorPanel
          status={view.error.status}
          detail={view.error.detail ?? view.error.message}
          requestId={view.error.requestId}
          onRetry={() => send({ type: 'retry' })}
        />
      )}
      {view.status === 'pending' && !dashboard && <Loading />}
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
    </div>
  );
}
