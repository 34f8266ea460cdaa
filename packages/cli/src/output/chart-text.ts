import { type ChartPoint, type DashboardChart, filterText, type ListBehind } from '@forecourt/core';
import { type Output, oneLine } from './output.ts';

/** The list as `forecourt RESOURCE list` takes it. */
export const listOf = (list: ListBehind | undefined) =>
  list && {
    resource: list.resource,
    filter: list.filters.map(filterText),
    from: list.from,
    to: list.to,
  };

/** A chart as a document. */
export const chartDocument = ({ name, points, series, title, unit }: DashboardChart) => ({
  name,
  title,
  unit,
  series,
  points: points.map(({ label, list, values }) => ({
    label,
    values: values.map(String),
    list: listOf(list),
  })),
});

const WIDEST = 60;
const GAP = 2;

/** One bar for each value; a value below zero has none. Lengths are for the eye, the amounts are exact. */
export function chartText(output: Output, { kind, points, series, title }: DashboardChart): string {
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
  // Prices differ little: their bars begin at nine tenths of the lowest.
  const least = kind === 'lines' ? 0.9 * Math.min(...rows.map(({ value }) => value)) : 0;
  const bar = (value: number): string =>
    room < 4 || value === 0
      ? ''
      : output.paint(
          'cyan',
          '█'.repeat(Math.max(1, Math.round(((value - least) / (most - least)) * room))),
        );
  return [
    output.paint('bold', title),
    ...rows.map(({ label, text, value }) =>
      `  ${label.padEnd(labels)}  ${text.padStart(texts)}  ${bar(value)}`.trimEnd(),
    ),
  ].join('\n');
}
