import type { Dashboard, DashboardFigure } from '@forecourt/core';
import { chartDocument, chartText, listOf } from './chart-text.ts';
import { type Output, oneLine } from './output.ts';

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
  charts: charts.map(chartDocument),
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
