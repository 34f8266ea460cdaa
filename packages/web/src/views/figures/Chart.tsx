import { type ChartPoint, type DashboardChart, formatDay } from '@forecourt/core';
import { scaleBand, scaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

const WIDTH = 600;
const HEIGHT = 220;
const LEFT = 76;
/** Room for half of the last day. */
const RIGHT = WIDTH - 20;
const BOTTOM = 30;
const TOP = 14;
const TICKS = 4;

const compact = new Intl.NumberFormat('en-CA', { notation: 'compact', maximumFractionDigits: 2 });

/** For lengths of bars only: amounts are shown by their exact texts. */
const lengthOf = (value: { toString(): string } | undefined): number =>
  Number(value?.toString() ?? 0);

/** '2026-11-20' as '20/11'. */
const shortDay = (label: string): string => formatDay(label).slice(0, 5);

interface ChartProps {
  readonly chart: DashboardChart;
}

/** 'Highest 1.4051, Lowest 1.3962 CAD per L', with names only if there are several. */
const valuesText = ({ series, unit }: DashboardChart, { texts }: ChartPoint): string =>
  `${texts.map((text, at) => (series.length > 1 ? `${series[at]} ${text}` : text)).join(', ')} ${unit}`;

const fillOf = (at: number) => (at === 0 ? 'var(--accent)' : 'var(--control)');

function Bar({
  chart,
  point,
  x,
  width,
  y,
}: ChartProps & {
  readonly point: ChartPoint;
  readonly x: number;
  readonly width: number;
  readonly y: (value: number) => number;
}) {
  const { series } = chart;
  const each = width / series.length;
  const zero = y(0);
  return (
    <g>
      <title>{`${formatDay(point.label)}: ${valuesText(chart, point)}`}</title>
      {point.values.map((value, at) => {
        const top = y(lengthOf(value));
        return (
          <rect
            key={series[at]}
            fill={fillOf(at)}
            x={x + at * each}
            y={Math.min(top, zero)}
            width={Math.max(1, each - (series.length > 1 ? 2 : 0))}
            height={Math.abs(zero - top)}
            rx={1}
          />
        );
      })}
    </g>
  );
}

interface FrameProps extends ChartProps {
  readonly y: (value: number) => number;
  readonly ticks: readonly number[];
  readonly textOf: (tick: number) => string;
  readonly children: ReactNode;
}

/** The picture's name, and the scale with its lines. */
const Frame = ({ chart, children, textOf, ticks, y }: FrameProps) => (
  <svg
    fill="var(--ink-2)"
    fontSize={16}
    viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    role="img"
    aria-label={`${chart.title}. Shown as table, it has all values.`}
  >
    {ticks.map((tick) => (
      <g key={tick}>
        <line stroke="var(--line)" x1={LEFT} x2={WIDTH} y1={y(tick)} y2={y(tick)} />
        <text x={LEFT - 8} y={y(tick) + 5} textAnchor="end">
          {textOf(tick)}
        </text>
      </g>
    ))}
    {children}
  </svg>
);

/** Our own elements with their colours from the brand’s style sheet; d3 chooses the scale and its ticks. */
function Bars({ chart }: ChartProps) {
  const { kind, points } = chart;
  const all = points.flatMap(({ values }) => values.map(lengthOf));
  const y = scaleLinear(
    [Math.min(0, ...all), Math.max(0, ...all) || 1],
    [HEIGHT - BOTTOM, TOP],
  ).nice(TICKS);
  const x = scaleBand(
    points.map(({ label }) => label),
    [LEFT, RIGHT],
  )
    .paddingInner(0.25)
    .paddingOuter(0.1);
  const width = Math.min(x.bandwidth(), 90);
  const middle = (x.bandwidth() - width) / 2;
  const every = kind === 'days' ? 5 : 1;
  return (
    <Frame chart={chart} y={y} ticks={y.ticks(TICKS)} textOf={(tick) => compact.format(tick)}>
      {points.map((point, at) => {
        const left = (x(point.label) ?? 0) + middle;
        return (
          <g key={point.label}>
            <Bar chart={chart} point={point} x={left} width={width} y={y} />
            {(points.length - 1 - at) % every === 0 && (
              <text x={left + width / 2} y={HEIGHT - 8} textAnchor="middle">
                {kind === 'days' ? shortDay(point.label) : point.label}
              </text>
            )}
          </g>
        );
      })}
    </Frame>
  );
}

/** How a line is drawn, so that it differs without its colour too: one alone, or below, between and above. */
const STROKES = {
  single: [{ stroke: 'var(--accent)' }],
  several: [
    { stroke: 'var(--ink-2)', strokeDasharray: '2 3' },
    { stroke: 'var(--accent)' },
    { stroke: 'var(--ink-2)', strokeDasharray: '7 4' },
  ],
} as const;

const strokeOf = ({ series }: DashboardChart, at: number) =>
  series.length > 1 ? STROKES.several[at % 3] : STROKES.single[0];

const dayNumber = ({ label }: ChartPoint): number => Date.parse(label) / 86_400_000;
/** Most labels of days in one picture. */
const LABELS = 6;

/** Lines over the days, which have their distance; a scale of prices doesn't begin at nothing. */
function Lines({ chart }: ChartProps) {
  const { points, series } = chart;
  const all = points.flatMap(({ values }) => values.map(lengthOf));
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const room = least === most ? Math.abs(least) / 100 || 1 : 0;
  const y = scaleLinear([least - room, most + room], [HEIGHT - BOTTOM, TOP]).nice(TICKS);
  const days = points.map(dayNumber);
  const [first = 0, last = 0] = [days[0], days.at(-1)];
  const x = scaleLinear([first, last], [LEFT + 24, RIGHT - 16]);
  const at = (day: number) => (first === last ? (LEFT + RIGHT) / 2 : x(day));
  const every = Math.ceil(points.length / LABELS);
  return (
    <Frame chart={chart} y={y} ticks={y.ticks(TICKS)} textOf={y.tickFormat(TICKS)}>
      {series.map((name, index) => (
        <path
          key={name}
          fill="none"
          strokeWidth={2}
          {...strokeOf(chart, index)}
          d={points
            .map(({ values }, point) => `${at(days[point] ?? 0)},${y(lengthOf(values[index]))}`)
            .map((place, point) => `${point === 0 ? 'M' : 'L'}${place}`)
            .join('')}
        />
      ))}
      {points.map((point, index) => (
        <g key={point.label}>
          <title>{`${formatDay(point.label)}: ${valuesText(chart, point)}`}</title>
          {point.values.map((value, of) => (
            <circle
              key={series[of]}
              cx={at(days[index] ?? 0)}
              cy={y(lengthOf(value))}
              r={3}
              fill={strokeOf(chart, of)?.stroke}
            />
          ))}
          {(points.length - 1 - index) % every === 0 && (
            <text x={at(days[index] ?? 0)} y={HEIGHT - 8} textAnchor="middle">
              {shortDay(point.label)}
            </text>
          )}
        </g>
      ))}
    </Frame>
  );
}

/** A name of the legend, beside its bar's colour or its line. */
function Name({ at, chart, name }: ChartProps & { readonly at: number; readonly name: string }) {
  const isLine = chart.kind === 'lines';
  return (
    <span>
      <svg width={isLine ? 28 : 16} height={8} aria-hidden="true">
        {isLine ? (
          <line x2={24} y1={5} y2={5} strokeWidth={2} {...strokeOf(chart, at)} />
        ) : (
          <rect width={12} height={8} rx={1} fill={fillOf(at)} />
        )}
      </svg>
      {name}
    </span>
  );
}

const SCROLLS = { maxHeight: 320, overflow: 'auto' };

function Table({ chart }: ChartProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
    <section tabIndex={0} style={SCROLLS} aria-label={`${chart.title}, table`}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{chart.axis}</th>
            {chart.series.map((name) => (
              <th key={name} scope="col" className="figure">
                {name} ({chart.unit})
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...(chart.kind !== 'bars' ? chart.points.toReversed() : chart.points)].map((point) => (
            <tr key={point.label}>
              <th scope="row">
                {point.list?.route ? (
                  <Link className="record-link" to={point.list.route}>
                    {formatDay(point.label)}
                  </Link>
                ) : (
                  formatDay(point.label)
                )}
              </th>
              {point.texts.map((text, at) => (
                <td key={chart.series[at]} className="figure">
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The lists behind a picture: each product’s, and the latest day’s. */
function Lists({ chart: { kind, points } }: ChartProps) {
  const led = points.filter(({ list }) => list?.route);
  const shown = kind !== 'bars' ? led.slice(-1) : led;
  if (shown.length === 0) return null;
  return (
    <p className="chart-lists">
      {shown.map(({ label, list, texts }) => (
        <Link key={label} className="record-link" to={list?.route ?? ''}>
          {formatDay(label)}: <span className="fixed">{texts.join(' / ')}</span>
        </Link>
      ))}
    </p>
  );
}

/** A picture with its name and legend, or the same as a table. */
export function Chart({ chart, table }: ChartProps & { readonly table: boolean }) {
  return (
    <figure className="panel chart" aria-labelledby={`chart-${chart.name}`}>
      <figcaption>
        <h2 id={`chart-${chart.name}`}>{chart.title}</h2>
        {chart.series.length > 1 && (
          <span className="legend">
            {chart.series.map((name, at) => (
              <Name key={name} at={at} chart={chart} name={name} />
            ))}
          </span>
        )}
      </figcaption>
      {table && <Table chart={chart} />}
      {!table && (chart.kind === 'lines' ? <Lines chart={chart} /> : <Bars chart={chart} />)}
      {!table && <Lists chart={chart} />}
    </figure>
  );
}
