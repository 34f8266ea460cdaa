import { formatInstant } from '@forecourt/core';
import { count } from '../output/progress.ts';
import type {
  Deliveries,
  EarlierRuns,
  Fault,
  NightFile,
  ReportedFile,
  ShortDelivery,
  StillRejected,
  Warnings,
} from './night.types.ts';

/** 'Transactions!F214' in spreadsheet notation, or the row when no single cell is at fault. */
export function locationText({ cell, row, sheet }: Fault): string {
  if (cell === null && row !== null) return sheet === null ? `row ${row}` : `${sheet}, row ${row}`;
  return [sheet, cell].filter((part) => part !== null).join('!');
}

/** Rules whose value names the other place with the same content. */
const REPEATS: readonly (string | null)[] = ['TXN-TWIN', 'TXN-SHEET-TWICE'];

export const isRepeat = ({ rule }: Fault): boolean => REPEATS.includes(rule);

/** '12 TXN-TWIN, 1 FILE-FEW-ROWS'. */
export function ruleCounts({ rules, total }: Warnings): string {
  const counts = Object.entries(rules);
  const others = total - counts.reduce((all, [, count]) => all + count, 0);
  const texts = counts.map(([rule, count]) => `${count} ${rule}`);
  return [...texts, ...(others > 0 ? [`${others} more`] : [])].join(', ');
}

/** 'Data!E3 Tran Date TXN-DATE is not a date (someday, expected MM/DD/YY)'. */
export function faultText(fault: Fault): string {
  const { column, expected, message, rule, value } = fault;
  const found = [
    ...(value === null || value === '' ? [] : [isRepeat(fault) ? `same as ${value}` : value]),
    ...(expected === null ? [] : [`expected ${expected}`]),
  ].join(', ');
  return [locationText(fault), column, rule, message, found && `(${found})`]
    .filter(Boolean)
    .join(' ');
}

/** 'ESSO, due 23/11/26 11:30 PM (America/Toronto)'. */
export const missingText = ({ due, provider, timeZone }: Deliveries['missing'][number]): string =>
  `${provider}, due ${formatInstant(due, timeZone)} (${timeZone})`;

/** 'ESSO/monday.csv of ESSO has 12 rows, at least 50 are expected'. */
export const shortText = ({ file, leastRows, provider, rows }: ShortDelivery): string =>
  `${file} of ${provider} has ${rows} ${rows === 1 ? 'row' : 'rows'}, at least ${leastRows} are expected`;

/** '3 files since 20/11/26 2:00 AM: ESSO/a.xlsx, b.xlsx and 1 more' */
export function stillRejectedText({ files, names, oldest }: StillRejected, shown: number): string {
  const more = files - Math.min(names.length, shown);
  const list = names.slice(0, shown).join(', ');
  return `${count(files, ['file', 'files'])} since ${formatInstant(oldest)}: ${list}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What earlier runs add to the totals and to the lists; '' if that is nothing. */
export function earlierText(earlier: EarlierRuns | null): string {
  const { files = 0, unreported = [] } = earlier ?? {};
  const more = count(files, ['file was', 'files were']);
  const listed = count(unreported.length, ['file is', 'files are']);
  return [
    ...(files > 0 ? [`Of these, ${more} taken by earlier runs of this night.`] : []),
    ...(unreported.length > 0
      ? [`A run was killed before it could report: ${listed} listed here.`]
      : []),
  ].join(' ');
}

/** 'Reported by earlier runs of this night: a.xlsx (1 row kept out), b.xlsx (rejected) and 3 more'; '' if that is nothing. */
export function reportedText(earlier: EarlierRuns | null, shown: number): string {
  const { reported = [] } = earlier ?? {};
  if (reported.length === 0) return '';
  const more = reported.length - shown;
  const list = reported.slice(0, shown).map((file) => `${file.name} (${whyReported(file)})`);
  return `Reported by earlier runs of this night: ${list.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function whyReported({ rows, state }: ReportedFile): string {
  const { keptOut = 0, rejected = 0 } = rows ?? {};
  const texts = [
    ...(keptOut > 0 ? [`${count(keptOut, ['row', 'rows'])} kept out`] : []),
    ...(rejected > 0 ? [`${count(rejected, ['row', 'rows'])} rejected`] : []),
  ];
  return texts.join(', ') || state;
}

/** Files whose earlier import the service no longer knew, or could not be asked about. */
export function verificationTexts(files: readonly NightFile[]): readonly string[] {
  const names = (of: NightFile['verification']) =>
    files.filter(({ verification }) => verification === of).map(({ name }) => name);
  const lost = names('lost');
  const unverified = names('not_verified');
  return [
    ...(lost.length > 0
      ? [
          `Sent again, because the service no longer knew the import (was it restored?): ${lost.join(', ')}`,
        ]
      : []),
    ...(unverified.length > 0
      ? [`Imported before, not verified with the service: ${unverified.join(', ')}`]
      : []),
  ];
}
