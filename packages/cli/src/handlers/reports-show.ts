import {
  filterText,
  getReport,
  type ListBehind,
  type ReportCell,
  type ReportFigures,
  type ReportTable,
} from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { permitted } from '../client/permitted.ts';
import { readReport } from '../input/report-asked.ts';
import type { Output } from '../output/output.ts';
import { count } from '../output/progress.ts';
import { tableText } from '../output/table.ts';
import { handler } from '../work.ts';

/** Prints a report's figures, the same as its file has, each with its list (REP-02). */
export const run = handler(async (work) => {
  const { output, settings, signal } = work;
  const client = openSignedIn(work, settings, output);
  await permitted(client, 'reports.generate', signal);
  const asked = await readReport(work, client, '--to');
  const report = await getReport(client, asked, signal);
  output.result({
    document: { ...asked, ...documentOf(report) },
    text: () => textOf(output, report),
  });
  return undefined;
});

/** The list as `forecourt RESOURCE list` takes it. */
const listOf = (list: ListBehind | undefined) =>
  list && {
    resource: list.resource,
    filter: list.filters.map(filterText),
    from: list.from,
    to: list.to,
  };

const documentOf = ({ about, tables, title }: ReportFigures) => ({
  title,
  about,
  tables: tables.map(({ by, columns, currency, leftOut, rows, title: name, total }) => {
    const valuesOf = (cells: readonly ReportCell[]) => ({
      ...Object.fromEntries(
        columns.map((column, at) => [
          column.name,
          cells[at]?.value?.toString() ?? cells[at]?.text ?? '',
        ]),
      ),
      lists: Object.fromEntries(
        columns.flatMap((column, at) => {
          const list = listOf(cells[at]?.list);
          return list ? [[column.name, list] as const] : [];
        }),
      ),
    });
    return {
      title: name,
      by,
      currency,
      rows: rows.map(valuesOf),
      ...(total && { total: valuesOf(total) }),
      left_out: leftOut,
    };
  }),
});

function tableOf(output: Output, { columns, leftOut, rows, title, total }: ReportTable): string {
  const shown = [...rows, ...(total ? [total] : [])].map((cells) => cells.map(({ text }) => text));
  const table = tableText(output, {
    columns: columns.map(({ kind, title: label }) =>
      kind === 'money' || kind === 'quantity' || kind === 'days'
        ? { label, align: 'right' }
        : { label, gives: true, stays: true },
    ),
    rows: shown,
  });
  const more =
    leftOut === 0
      ? ''
      : `\n${count(leftOut, ['row', 'rows'])} more: the file of \`forecourt reports generate\` has them.`;
  return `${output.terminal ? output.paint('bold', title) : title}\n${table}${more}`;
}

function textOf(output: Output, { about, tables }: ReportFigures): string {
  const parts = tables.map((table) => tableOf(output, table));
  if (parts.length === 0) parts.push('There is nothing to report.');
  return [...about, ...parts].join(output.terminal ? '\n\n' : '\n');
}
