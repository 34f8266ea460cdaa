import { isDay, type ProviderFile } from '@forecourt/core';
import {
  type FormerRate,
  GUARDS,
  type RateOptions,
  type RateProvider,
  type RateReading,
  type RuleId,
  readRateFile,
} from '@forecourt/core/provider-files';
import { CommandError, usageError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import { inflate, openProviderFile } from '../files/provider-file.ts';
import { today } from '../today.ts';
import type { Work } from '../work.ts';
import { rateProvider } from './ask-upload.ts';
import type { FormerSets } from './former-set.ts';
import { keepAnnotated } from './keep-copy.ts';
import { ownTaxTables } from './own-tables.ts';
import type { AnnotateTarget } from './preflight.types.ts';

/** The former rates of the comparison. */
interface HeldAgainst {
  readonly file: string;
  /** When they were uploaded from here; undefined for a file from --former. */
  readonly at?: string;
  readonly rates: readonly FormerRate[];
}

export interface CheckedRates extends RateReading {
  readonly path: string;
  readonly file: ProviderFile;
  readonly provider: string;
  readonly former: HeldAgainst | undefined;
  readonly annotated: string | undefined;
}

/** Reads the rates; converts problems with files and options to the errors that end the run. */
async function reading(file: ProviderFile, options: RateOptions): Promise<RateReading> {
  try {
    return await readRateFile(file, options);
  } catch (error) {
    if (error instanceof RangeError) throw usageError(error.message);
    if (!(error instanceof Error) || error.name !== 'ProviderFileError') throw error;
    const { code } = error as Error & { readonly code: string };
    throw new CommandError(EXIT.inputRefused, code, error.message);
  }
}

/** Parses '10' or '10%'. */
function maxChange(provided: unknown): number | undefined {
  if (provided === undefined) return undefined;
  const text = String(provided).trim().replace(/\s*%$/, '');
  const percent = Number(text);
  if (text !== '' && percent > 0 && percent <= 1_000) return percent;
  throw usageError('--max-change is a percentage, more than 0 and at most 1000.');
}

/** `--accept`, repeated or comma-separated. */
export const acceptedRules = ({ options }: Pick<Work, 'options'>): readonly RuleId[] =>
  ((options.accept ?? []) as readonly string[])
    .flatMap((value) => value.split(','))
    .map((rule) => rule.trim().toUpperCase())
    .filter((rule) => rule !== '') as RuleId[];

/** Reads a file of former rates for the comparison; only its prices matter. */
async function formerFromFile(path: string, options: RateOptions): Promise<HeldAgainst> {
  const { former: _, ...rest } = options;
  const file = await openProviderFile(path);
  const { lines, report } = await reading(file, { ...rest, accept: GUARDS });
  if (lines.length === 0) {
    throw new CommandError(
      EXIT.inputRefused,
      'no_rows',
      `${report.file} has no readable price to compare these rates with. (--former)`,
    );
  }
  return { file: path, rates: lines };
}

function formerFromHistory(
  sets: FormerSets | undefined,
  provider: string,
): HeldAgainst | undefined {
  const kept = sets?.find(provider);
  const [last] = kept?.uploads ?? [];
  return kept && last && { file: last.file, at: last.at, rates: kept.rates };
}

/** Reads and checks the rates that a command names, following its options (RATE-01). */
export async function checkRates(
  work: Work,
  sets: FormerSets | undefined,
  annotate?: AnnotateTarget,
): Promise<CheckedRates> {
  const { args, options, signal } = work;
  const path = String(args[0]);
  const file = await openProviderFile(path);
  const provider = await rateProvider(work, file);
  const percent = maxChange(options.maxChange);
  const base: RateOptions = {
    provider: provider as RateProvider,
    today: dayOf(work),
    accept: acceptedRules(work),
    taxTables: await ownTaxTables(work),
    inflate,
    signal,
    ...(percent !== undefined && { maxChangePercent: percent }),
  };
  const former =
    options.former === undefined
      ? formerFromHistory(sets, provider)
      : await formerFromFile(String(options.former), base);
  const read = await reading(file, { ...base, ...(former && { former: former.rates }) });
  const copy = annotate !== undefined && read.report.issues.length > 0;
  const annotated = copy ? await keepAnnotated(file, read.report, annotate, signal) : undefined;
  return { ...read, path, file, provider, former, annotated };
}

/** `--day`: the day on which the rates are checked; today without it. */
function dayOf({ options, runtime }: Work): string {
  if (options.day === undefined) return today(runtime);
  const day = String(options.day);
  if (!isDay(day)) throw usageError(`--day must be a day as YYYY-MM-DD, not ${day}.`);
  return day;
}
