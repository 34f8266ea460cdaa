import { Decimal, formatDay, formatInstant, formatMoney, formatValue } from '@forecourt/core';
import type { TaxTableFacts } from '@forecourt/core/provider-files';
import { withoutCompanyText } from '../imports/refused-rows.ts';
import type { Output } from '../output/output.ts';
import { oneLine } from '../output/output.ts';
import { count } from '../output/progress.ts';
import { tableText } from '../output/table.ts';
import { taxesText } from '../preflight/format-taxes.ts';
import type { Amount, Deliveries, NightFile, NightReport, Totals } from './night.types.ts';
import { FIGURES, RARE, toLookAt, warnedFiles } from './night-figures.ts';
import { reportedBy } from './night-totals.ts';
import {
  earlierText,
  faultText,
  missingText,
  reportedText,
  ruleCounts,
  shortText,
  stillRejectedText,
  verificationTexts,
} from './night-words.ts';

/** A screen has 24 lines; a mail or a log names more. The report lists all files. */
const shownFiles = ({ terminal }: Output): number => (terminal ? 6 : 30);
const SHOWN_MISSING = 3;

/** A night on one screen: its figures beside those of the night before, and what needs a look. */
export function nightText(output: Output, report: NightReport, path: string | undefined): string {
  const { before, earlier, message, totals } = report;
  const files = reportedBy(report);
  const rows = [
    ...FIGURES.filter(({ label, of }) => !RARE.includes(label) || of(totals) > 0).map(
      ({ label, of }) => figureRow(label, of(totals), before && of(before.totals)),
    ),
    ...moneyRows('Amounts as in the files', totals, before?.totals, ({ amounts }) => amounts),
    ...moneyRows(
      'Duplicates',
      totals,
      before?.totals,
      ({ duplicateAmounts = [] }) => duplicateAmounts,
    ),
  ];
  const columns = [
    { label: `Night of ${formatDay(report.night)}` },
    { label: 'Tonight', align: 'right' as const },
    { label: before ? formatDay(before.night) : 'Before', align: 'right' as const },
    { label: 'Change', align: 'right' as const },
  ];
  return [
    tableText(output, { columns, rows }),
    ...earlierLines(output, earlier),
    ...missingLines(output, before?.missing ?? []),
    ...deliveryLines(output, report.deliveries),
    ...stillRejectedLines(output, report),
    ...fileLines(output, files),
    ...verificationTexts(files).map((text) => clip(output, oneLine(text))),
    ...warningLines(output, files),
    ...companyLines(output, files),
    ...ignoredLines(output, files),
    ...amountLines(output, totals),
    ...taxLines(output, report.taxTables),
    `${message}${report.interrupted ? ' Interrupted.' : ''}`,
    `Report: ${path ?? 'not written'} (${formatInstant(report.endedAt ?? report.startedAt)}, ${report.timeZone})`,
  ].join('\n');
}

const whole = (number: number): string => formatValue('integer', number);

const signed = (change: number): string =>
  change > 0 ? `+${whole(change)}` : change < 0 ? `-${whole(-change)}` : '=';

const figureRow = (label: string, now: number, before: number | null): string[] => [
  label,
  whole(now),
  before === null ? '-' : whole(before),
  before === null ? '-' : signed(now - before),
];

function moneyRows(
  label: string,
  now: Totals,
  before: Totals | undefined,
  amounts: (totals: Totals) => readonly Amount[],
): string[][] {
  const all = [...amounts(now), ...(before ? amounts(before) : [])];
  const currencies = [...new Set(all.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const of = (totals: Totals) =>
      Decimal.from(amounts(totals).find((one) => one.currency === currency)?.amount ?? '0');
    const change = before && of(now).minus(of(before));
    return [
      `${label} ${currency}`,
      formatMoney(of(now), currency),
      before ? formatMoney(of(before), currency) : '-',
      change ? formatMoney(change, currency) : '-',
    ];
  });
}

const earlierLines = (output: Output, earlier: NightReport['earlier']): string[] => {
  // The names aren't clipped: nothing else on this screen says whose figures these are.
  const texts = [
    clip(output, earlierText(earlier)),
    oneLine(reportedText(earlier, shownFiles(output))),
  ];
  return texts.filter((text) => text !== '');
};

function missingLines(output: Output, missing: readonly string[]): string[] {
  if (missing.length === 0) return [];
  const names = missing.slice(0, SHOWN_MISSING).map(oneLine).join(', ');
  const more = missing.length - SHOWN_MISSING;
  const text = `Came last night, not tonight: ${more > 0 ? `${names} and ${more} more` : names}`;
  return [clip(output, text)];
}

/** One line each: there are only a few providers. */
function deliveryLines(output: Output, deliveries: Deliveries | null): string[] {
  const { missing = [], short = [] } = deliveries ?? {};
  const lines = [
    ['Missing', missing.map(missingText)],
    ['Fewer rows than expected', short.map(shortText)],
  ] as const;
  return lines.flatMap(([label, texts]) =>
    texts.length > 0 ? [clip(output, `${label}: ${oneLine(texts.join('; '))}`)] : [],
  );
}

const stillRejectedLines = (output: Output, { stillRejected }: NightReport): string[] =>
  stillRejected
    ? [
        clip(
          output,
          `Still in rejected/: ${oneLine(stillRejectedText(stillRejected, SHOWN_MISSING))}`,
        ),
      ]
    : [];

/** The first few files with a fault; those that stay in the inbox say what to do. */
function fileLines(output: Output, files: readonly NightFile[]): string[] {
  const faulty = toLookAt(files);
  const lines = faulty
    .slice(0, shownFiles(output))
    .map((file) =>
      clip(output, `${file.state} ${oneLine(file.name)}: ${oneLine(reasonText(file))}`),
    );
  return [...lines, ...moreLines(output, faulty.length)];
}

/** Says how many files of a list aren't shown, and where they are. */
function moreLines(output: Output, all: number, what = ''): string[] {
  const more = all - shownFiles(output);
  if (more <= 0) return [];
  const text = `… and ${count(more, ['file', 'files'])} more${what}: the report lists all of them.`;
  return [clip(output, text)];
}

/** Puts the first fault before the message, because the line may be clipped. */
function reasonText({ faults, message }: NightFile): string {
  const [first] = faults?.first ?? [];
  if (first === undefined) return message;
  const more = faults?.more ? ` … and ${count(faults.more, ['fault', 'faults'])} more.` : '';
  return `${faultText(first)}${more} ${message}`;
}

/** Files whose rows were entered despite warnings: counts by rule, then the first cells. */
function warningLines(output: Output, files: readonly NightFile[]): string[] {
  const warned = warnedFiles(files);
  const lines = warned.slice(0, shownFiles(output)).map(({ name, warnings }) => {
    const places = warnings?.first.map(faultText).join('; ');
    const counts = warnings && ruleCounts(warnings);
    return clip(output, `To look at: ${oneLine(`${name}: ${counts}: ${places}`)}`);
  });
  return [...lines, ...moreLines(output, warned.length, ' with warnings')];
}

function companyLines(output: Output, files: readonly NightFile[]): string[] {
  const texts = files.flatMap(({ name, withoutCompany }) =>
    withoutCompany ? [`${name}: ${withoutCompanyText(withoutCompany)}`] : [],
  );
  return [
    ...texts
      .slice(0, shownFiles(output))
      .map((text) => clip(output, `To look at: ${oneLine(text)}`)),
    ...moreLines(output, texts.length, ' with rows without a company'),
  ];
}

function ignoredLines(output: Output, files: readonly NightFile[]): string[] {
  const ignored = files.flatMap(({ ignored: of, name }) => {
    const all = [
      ...(of?.columns ?? []).map((column) => `column ${column}`),
      ...(of?.rows ?? []).map((row) => `row ${row}`),
      ...(of?.sheets ?? []).map((sheet) => `sheet ${sheet}`),
    ];
    return all.length > 0 ? [`${name}: ${all.join(', ')}`] : [];
  });
  if (ignored.length === 0) return [];
  return [clip(output, `Not read: ${oneLine(ignored.join('; '))}`)];
}

const amountLines = (output: Output, { amountsUnknown }: Totals): string[] =>
  amountsUnknown > 0
    ? [clip(output, `Amounts of ${count(amountsUnknown, ['file', 'files'])} are not known.`)]
    : [];

const taxLines = (output: Output, tables: readonly TaxTableFacts[]): string[] =>
  tables.length > 0 ? [clip(output, `Taxes: ${taxesText(tables)}`)] : [];

/** Clips a line to the terminal's width; a pipe gets all of it. */
const clip = ({ terminal, width }: Output, line: string): string =>
  terminal && line.length > width ? `${line.slice(0, Math.max(1, width - 1))}…` : line;
