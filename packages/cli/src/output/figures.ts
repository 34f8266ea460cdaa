import {
  type ChartPoint,
  type Dashboard,
  type DashboardChart,
  type DashboardFigure,
  filterText,
  type ListBehind,
} from '@forecourt/core';
import { type Output, oneLine } from './output.ts';

/** The list as `forecourt RESOURCE list` takes it. */
const listOf = (list: ListBehind | undefined) =>
  list && {
    resource: list.resource,
    filter: list.filters.map(filterText),
    from: list.from,
    to: list.to,
  };

/** A page of figures as a document: exact values, each with its list. */
export const figuresDocument = ({ charts, figures, today, unavailable }: Dashboard) => ({
  today,
  figures: figures.map(({ lines, name, title, unavailable: lost }) => ({
    name,
    title,
    unavailable: lost,
    lines: lines.map(({ label, list, note, unit, value }) => ({
      label,
      value: value.toString(),
      unit,
      note,
      list: listOf(list),
    })),
  })),
  charts: charts.map(({ name, points, series, title, unit }) => ({
    name,
    title,
    unit,
    series,
    points: points.map(({ label, list, values }) => ({
      label,
      values: values.map(String),
      list: listOf(list),
    })),
  })),
  unavailable,
});

function figureText(output: Output, figure: DashboardFigure): string {
  const { lines, title, urgent } = figure;
  const empty = figure.unavailable ? 'could not be computed' : figure.empty;
  const shown = lines.length > 0 ? lines : [{ label: '', text: empty, note: undefined }];
  const rows = shown.map(({ label, note = '', text }) => [oneLine(label), text, note] as const);
  if (!output.terminal) return rows.map((row) => [title, ...row].join('\t')).join('\n');
  const [first, second] = [0, 1].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return [
    output.paint(urgent ? 'yellow' : 'bold', title),
    ...rows.map(([label, text, note]) =>
      `  ${label.padEnd(first ?? 0)}  ${text.padStart(second ?? 0)}  ${note && output.paint('dim', note)}`.trimEnd(),
    ),
  ].join('\n');
}

const WIDEST = 60;
const GAP = 2;

/** One bar for each value; a value below zero has none. Lengths are for the eye, the amounts are exact. */
function chartText(output: Output, { points, series, title }: DashboardChart): string {
  const labelled = (point: ChartPoint, at: number): string =>
    oneLine(series.length > 1 ? `${point.label} ${series[at]?.toLowerCase()}` : point.label);
  const rows = points.flatMap((point) =>
    point.texts.map((text, at) => ({
      label: labelled(point, at),
      text,
      value: Math.max(0, Number(point.values[at]?.toString() ?? 0)),
    })),
  );
  if (!output.terminal) {
    return rows.map(({ label, text }) => [title, label, text].join('\t')).join('\n');
  }
  const [labels, texts] = [
    Math.max(0, ...rows.map(({ label }) => label.length)),
    Math.max(0, ...rows.map(({ text }) => text.length)),
  ];
  const room = Math.min(WIDEST, output.width - labels - texts - 3 * GAP);
  const most = Math.max(0, ...rows.map(({ value }) => value));
  const bar = (value: number): string =>
    room < 4 || value === 0
      ? ''
      : output.paint('cyan', '█'.repeat(Math.max(1, Math.round((value / most) * room))));
  return [
    output.paint('bold', title),
    ...rows.map(({ label, text, value }) =>
      `  ${label.padEnd(labels)}  ${text.padStart(texts)}  ${bar(value)}`.trimEnd(),
    ),
  ].join('\n');
}

/** Everything on the page as lines. */
export const figuresText = (output: Output, { charts, figures }: Dashboard): string =>
  [
    ...figures.map((figure) => figureText(output, figure)),
    ...charts.map((chart) => chartText(output, chart)),
  ].join(output.terminal ? '\n\n' : '\n');

/** Warns of what the service could not compute; returns whether there was any. */
export function warnOfLost(output: Output, { figures, unavailable }: Dashboard): boolean {
  const lost = [
    ...figures.filter((one) => one.unavailable).map(({ title }) => title),
    ...unavailable,
  ];
  for (const title of lost) output.warn(`${title}: the service could not compute it this time.`);
  return lost.length > 0;
}
