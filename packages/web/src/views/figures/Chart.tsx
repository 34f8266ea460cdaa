import { type ChartPoint, type DashboardChart, formatDay } from '@forecourt/core';
import { scaleBand, scaleLinear } from 'd3-scale';
import { Link } from 'react-router-dom';

const WIDTH = 600;
const HEIGHT = 220;
const LEFT = 64;
/** Room for half of the last day. */
const RIGHT = WIDTH - 14;
const BOTTOM = 26;
const TOP = 10;
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
  const { series, unit } = chart;
  const each = width / series.length;
  const zero = y(0);
  return (
    <g>
      <title>{`${formatDay(point.label)}: ${point.texts.map((text, at) => (series.length > 1 ? `${series[at]} ${text}` : text)).join(', ')} ${unit}`}</title>
      {point.values.map((value, at) => {
        const top = y(lengthOf(value));
        return (
          <rect
            key={series[at]}
            fill={at === 0 ? 'var(--accent)' : 'var(--control)'}
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

/** Our own elements with their colours from the brand’s style sheet; d3 chooses the scale and its ticks. */
function Picture({ chart }: ChartProps) {
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
    <svg
      fill="var(--ink-2)"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${chart.title}. Shown as table, it has all values.`}
    >
      {y.ticks(TICKS).map((tick) => (
        <g key={tick}>
          <line stroke="var(--line)" x1={LEFT} x2={WIDTH} y1={y(tick)} y2={y(tick)} />
          <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
            {compact.format(tick)}
          </text>
        </g>
      ))}
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
    </svg>
  );
}

function Table({ chart }: ChartProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
    <section className="chart-table" tabIndex={0} aria-label={`${chart.title}, table`}>
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
          {[...(chart.kind === 'days' ? chart.points.toReversed() : chart.points)].map((point) => (
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
  const shown = kind === 'days' ? led.slice(-1) : led;
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
              <span key={name} className={at === 0 ? 'first' : 'second'}>
                {name}
              </span>
            ))}
          </span>
        )}
      </figcaption>
      {table ? <Table chart={chart} /> : <Picture chart={chart} />}
      {!table && <Lists chart={chart} />}
    </figure>
  );
}
