import { openAsBlob } from 'node:fs';
import { dailyRates, formatValue } from '@forecourt/core';
import type {
  CheckIssue,
  FormerRate,
  RateLine,
  RateProvider,
  RuleId,
} from '@forecourt/core/provider-files';
import { refuseField } from '../forms/sent-record.ts';
import type { Upload } from '../imports/upload.ts';

/** A cell whose row is rejected. */
export interface RefusedCell {
  readonly row: number;
  readonly column: string;
  readonly value: string;
  readonly message: string;
}

export interface ReadRates {
  readonly lines: readonly RateLine[];
  readonly acceptedRows: number;
  /** The first 500 of them, then how many more there are: the answer is made on the thread that serves. */
  readonly rejected: readonly RefusedCell[];
  /** All of them. */
  readonly rejectedCells: number;
  /** Guards that the file breaks without being refused. */
  readonly warned: readonly string[];
  /** Guards that the sender accepts. */
  readonly acceptedGuards: readonly string[];
}

/** More faults than a file of a million bytes can have. */
const ALL_ISSUES = 1_000_000;

/** Guards that ask for a review of the whole file, which its sender has already seen (RATE-01). */
const OF_THE_FILE: readonly RuleId[] = [
  'RATE-NO-DATE',
  'RATE-DATE',
  'RATE-SHEET-DAY',
  'RATE-CHANGE',
  'RATE-MISSING-SITES',
];

const refusedCell = ({ column, message, row, value }: CheckIssue): RefusedCell => ({
  row: row ?? 0,
  column: column ?? '',
  value: value ?? '',
  message,
});

/** Returns the guards that the form accepts: `accept`, repeated or separated by commas. */
function acceptedIn(upload: Pick<Upload, 'fields'>, guards: readonly RuleId[]): RuleId[] {
  const named = upload.fields
    .filter(([name]) => name === 'accept')
    .flatMap(([, value]) => value.split(',').map((rule) => rule.trim()))
    .filter((rule) => rule !== '');
  const unknown = named.find((rule) => !guards.includes(rule as RuleId));
  if (unknown !== undefined) {
    throw refuseField('/accept', `${unknown} cannot be accepted; it may be ${guards.join(', ')}.`);
  }
  return named as RuleId[];
}

/** A file with more is wrong all over: nobody reads them. */
const MAX_REJECTED = 500;

function firstOf(errors: readonly CheckIssue[]): RefusedCell[] {
  const shown = errors.slice(0, MAX_REJECTED).map(refusedCell);
  const next = errors[MAX_REJECTED];
  if (!next) return shown;
  const more = errors.length - MAX_REJECTED;
  const message = `After 500 faults, ${formatValue('integer', more)} more ${more === 1 ? 'is' : 'are'} not listed. Correct these first, then send the file again.`;
  return [...shown, { row: next.row ?? 0, column: '', value: '', message }];
}

/** What rates are compared with. */
export interface Against {
  readonly former: readonly FormerRate[];
  readonly taxTables: readonly unknown[];
}

/**
 * Reads a provider's rates with core's check: rows with wrong prices, or implausible ones that aren't accepted, are
 * rejected. Throws a 422 if it isn't a file of the provider.
 */
export async function readRates(
  upload: Pick<Upload, 'path' | 'fileName' | 'fields'>,
  provider: RateProvider,
  today: string,
  { former, taxTables }: Against,
): Promise<ReadRates> {
  const { formatIssue, GUARDS, readRateFile } = await import('@forecourt/core/provider-files');
  const acceptedGuards = acceptedIn(upload, GUARDS);
  const accept = [...new Set([...OF_THE_FILE, ...acceptedGuards])];
  try {
    const blob = await openAsBlob(upload.path);
    const file = { name: upload.fileName, blob };
    const { lines, report } = await readRateFile(file, {
      provider,
      today,
      former,
      taxTables,
      accept,
      maxIssues: ALL_ISSUES,
    });
    if (report.kind !== 'xls' && report.kind !== 'xlsx') {
      throw refuseField('/file', dailyRates.texts.wrongType);
    }
    const errors = report.issues.filter(({ severity }) => severity === 'error');
    const ofTheFile = errors.find(({ column }) => column === null);
    if (ofTheFile) throw refuseField('/file', formatIssue(ofTheFile));
    return {
      lines,
      acceptedRows: report.acceptedRows,
      rejected: firstOf(errors),
      rejectedCells: errors.length,
      warned: report.accepted,
      acceptedGuards,
    };
  } catch (error) {
    if (error instanceof Error && error.name === 'ProviderFileError') {
      throw refuseField('/file', error.message);
    }
    throw error;
  }
}
