import { Decimal, formatDay, formatInstant, formatMoney, formatValue } from '@forecourt/core';
import type { Output } from '../io/output.ts';
import { oneLine } from '../io/output.ts';
import { count } from '../io/progress.ts';
import { tableText } from '../io/table.ts';
import type { NightFile, NightReport, Totals } from './night.types.ts';

/** A screen has 24 lines; the report has all of it. */
const SHOWN_FILES = 6;
const SHOWN_MISSING = 3;

type Figure = readonly [label: string, of: (totals: Totals) => number];

const FIGURES: readonly Figure[] = [
  ['Files', ({ files }) => files],
  ['Imported', ({ imported }) => imported],
  ['Imported before', ({ alreadyImported }) => alreadyImported],
  ['Rejected', ({ rejected }) => rejected],
  ['Set aside', ({ setAside = 0 }) => setAside],
  ['Not known yet', ({ unknown }) => unknown],
  ['Left in the inbox', ({ left }) => left],
  ['Rows imported', ({ rows }) => rows.imported],
  ['Duplicate rows', ({ rows }) => rows.duplicates],
  ['Rejected rows', ({ rows }) => rows.rejected],
  ['Rows kept out', ({ rows }) => rows.keptOut],
];

/** A line of its own on the nights that have it. */
const RARE = 'Set aside';

/** A night on one screen: its figures beside those of the night before, and what needs a look. */
export function nightText(output: Output, report: NightReport, path: string | undefined): string {
  const { before, files, message, totals } = report;
  const rows = [
    ...FIGURES.filter(([label, of]) => label !== RARE || of(totals) > 0).map(([label, of]) =>
      figureRow(label, of(totals), before && of(before.totals)),
    ),
    ...moneyRows(totals, before?.totals),
  ];
  const columns = [
    { label: `Night of ${formatDay(report.night)}` },
    { label: 'Tonight', align: 'right' as const },
    { label: before ? formatDay(before.night) : 'Before', align: 'right' as const },
    { label: 'Change', align: 'right' as const },
  ];
  return [
    tableText(output, { columns, rows }),
    ...missingLines(output, before?.missing ?? []),
    ...fileLines(output, files),
    `${message}${report.interrupted ? ' Interrupted.' : ''}`,
    `Report: ${path ?? 'not written'} (${formatInstant(report.endedAt ?? report.startedAt)})`,
  ].join('\n');
}

const whole = (number: number): string => formatValue('integer', number);

const signed = (change: number): string =>
  change === 0 ? '=' : `${change > 0 ? '+' : '-'}${whole(Math.abs(change))}`;

const figureRow = (label: string, now: number, before: number | null): string[] => [
  label,
  whole(now),
  before === null ? '-' : whole(before),
  before === null ? '-' : signed(now - before),
];

function moneyRows(now: Totals, before: Totals | undefined): string[][] {
  const all = [...now.amounts, ...(before?.amounts ?? [])];
  const currencies = [...new Set(all.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const of = (totals: Totals) =>
      Decimal.from(totals.amounts.find((one) => one.currency === currency)?.amount ?? '0');
    const change = before && of(now).minus(of(before));
    return [
      `Amount ${currency}`,
      formatMoney(of(now), currency),
      before ? formatMoney(of(before), currency) : '-',
      change ? formatMoney(change, currency) : '-',
    ];
  });
}

function missingLines(output: Output, missing: readonly string[]): string[] {
  if (missing.length === 0) return [];
  const names = missing.slice(0, SHOWN_MISSING).map(oneLine).join(', ');
  const more = missing.length - SHOWN_MISSING;
  const text = `Came last night, not tonight: ${more > 0 ? `${names} and ${more} more` : names}`;
  return [clip(output, text)];
}

/** Files with a fault, the first ones; those that stay come with what to do. */
function fileLines(output: Output, files: readonly NightFile[]): string[] {
  const faulty = files.filter(({ exitCode, state }) => exitCode !== 0 || state === 'left');
  const lines = faulty
    .slice(0, SHOWN_FILES)
    .map(({ name, state, message }) =>
      clip(output, `${state} ${oneLine(name)}: ${oneLine(message)}`),
    );
  const more = faulty.length - SHOWN_FILES;
  return more > 0 ? [...lines, `… and ${count(more, ['file', 'files'])} more`] : lines;
}

/** In a pipe a line is whole, however long. */
const clip = ({ terminal, width }: Output, line: string): string =>
  terminal && line.length > width ? `${line.slice(0, Math.max(1, width - 1))}…` : line;
