import { dirname } from 'node:path';
import { type JournalEntry, toFailure } from '@forecourt/core';
import { CommandError, isCommandError } from '../command-error.ts';
import type { Crashes } from '../crashes.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { openProviderFile } from '../files/provider-file.ts';
import { refusedBefore } from '../imports/file-refusal.ts';
import { exitOf, isResultLost } from '../imports/import-document.ts';
import { type FileEnd, type ImportRun, importFile } from '../imports/import-file.ts';
import { endText } from '../imports/import-text.ts';
import { type WithoutCompany, withoutCompany } from '../imports/refused-rows.ts';
import { type Around, diskText, withAddress } from '../output/failures.ts';
import { redact } from '../redact.ts';
import { faultsOf, ignoredOf, warningsOf } from './findings.ts';
import { type Arrival, type Inbox, isWithin, type PassedOver, slashed } from './inbox.ts';
import type { FileState, NightFile } from './night.types.ts';
import { rateFile, recognise } from './recognise.ts';
import { type RowOutcomes, rowOutcomes } from './row-outcomes.ts';

/** The result of one file of the inbox. */
export interface Taken {
  readonly arrival: Arrival;
  readonly end: FileEnd;
  readonly file: NightFile;
}

interface TakeTools {
  readonly inbox: Inbox;
  /** Names the service in the error of a file, as every command does. */
  readonly around?: Around;
  readonly crashes: Crashes | undefined;
  readonly onDone: (blob: Blob, how: string) => void;
}

/** Imports one file of the inbox. Its errors become part of its result and never end the night. */
export async function importInboxFile(
  run: ImportRun,
  arrival: Arrival,
  { inbox, around, crashes, onDone }: TakeTools,
): Promise<Taken> {
  let entered: JournalEntry | undefined;
  const onEntered = (entry: JournalEntry) => {
    entered = entry;
  };
  const work = () => importArrival({ ...run, onEntered, from: dirname(arrival.path) }, arrival);
  const ended = await (crashes ? crashes.contain(work) : work()).catch((error: unknown) =>
    failedEnd(error, entered),
  );
  const { error, from } = ended.end;
  const end = { ...ended.end, error: error && withAddress(error, around) };
  const elsewhere = from !== undefined && !isWithin(redact(inbox.dir), from);
  const taken = takenAs(arrival, { ...ended, end }, elsewhere);
  onDone(ended.blob ?? new Blob(), endText(end));
  return taken;
}

interface Ended {
  readonly end: FileEnd;
  readonly provider?: string | undefined;
  readonly blob?: Blob;
  readonly rows?: RowOutcomes | undefined;
  readonly kept?: WithoutCompany | undefined;
}

async function importArrival(run: ImportRun, arrival: Arrival): Promise<Ended> {
  const file = await openProviderFile(arrival.path);
  const provider =
    arrival.provider ?? run.provider ?? (await recognise(file, run.preflight.layouts));
  const end = await importFile({ ...run, provider }, file);
  const other = NOT_ITS_HEADERS.includes(end.error?.code ?? '') && (await rateFile(file));
  if (other) return { end: endedBy(other), provider, blob: file.blob };
  const rows = await rowOutcomes(run.preflight, file, end);
  return { end, provider, blob: file.blob, rows, kept: await withoutCompany(end) };
}

/** Errors after which a file in a provider's folder may turn out to hold that provider's rates. */
const NOT_ITS_HEADERS: readonly string[] = ['wrong_provider', 'header_not_found'];

const endedBy = (error: CommandError): FileEnd => ({ report: undefined, output: undefined, error });

function failedEnd(error: unknown, entered: JournalEntry | undefined): Ended {
  return { end: { ...endedBy(failureOf(error)), ...(entered && { entered }) } };
}

function failureOf(error: unknown): CommandError {
  if (isCommandError(error)) return error;
  const { code, message } = toFailure(error);
  const onDisk = diskText(error);
  if (onDisk !== undefined) return new CommandError(EXIT.unexpected, 'file_trouble', onDisk);
  const isFile = error instanceof Error && error.name === 'ProviderFileError';
  return isFile
    ? refusedBefore({ code, message })
    : new CommandError(EXIT.unexpected, code, message);
}

/** The result of a file that was not started. */
export const leftOut = (arrival: Arrival, reason: CommandError): Taken => {
  const taken = takenAs(arrival, { end: endedBy(reason) });
  return { ...taken, file: { ...taken.file, state: 'left' } };
};

/** The result of something that can't be imported from its present place. */
export const passedOver = ({ arrival, why, isFault }: PassedOver): Taken => {
  const exitCode = isFault ? EXIT.inputRefused : EXIT.done;
  return takenAs(arrival, { end: endedBy(new CommandError(exitCode, 'passed_over', why)) });
};

/** `elsewhere`: the earlier import of this content was outside this inbox. */
function takenAs(
  arrival: Arrival,
  { end, provider, rows, kept: noCompany }: Ended,
  elsewhere = false,
): Taken {
  const isForeign = elsewhere && stateOf(end) === 'already_imported';
  const { output, report } = end;
  const record = output?.record ?? end.entered;
  const kept = end.preflight?.keptOut;
  const file: NightFile = {
    name: redact(slashed(arrival.name)),
    provider: record?.provider ?? report?.provider ?? provider ?? arrival.provider,
    state: stateOf(end),
    exitCode: exitOf(end),
    message: redact(messageOf(end)),
    key: record?.key ?? end.openKey,
    arrivedAt: arrival.arrivedAt?.toISOString(),
    importedAt: record && (record.at ?? (output?.sent ? new Date().toISOString() : undefined)),
    ...(isForeign && { elsewhere: true }),
    ...verificationOf(end),
    rows: isForeign
      ? undefined
      : record && {
          imported: record.imported,
          duplicates: record.duplicates,
          rejected: record.rejected,
          keptOut: kept?.rows ?? 0,
        },
    ...(record?.exceptions && !isForeign && { exceptions: record.exceptions }),
    amounts: report?.totals ?? [],
    outcome: rows === undefined || isForeign ? undefined : (rows.amounts ?? null),
    errors: report?.errors ?? 0,
    faults: faultsOf(report, rows, record?.rejected),
    warnings: warningsOf(report),
    ...(noCompany && { withoutCompany: noCompany }),
    ignored: ignoredOf(report),
    taxTables: report?.taxTables ?? [],
    result: output?.result?.location ?? record?.result,
    keptOut: kept?.path,
    movedTo: undefined,
  };
  return { arrival, end, file };
}

function verificationOf({ output }: FileEnd): Pick<NightFile, 'verification'> {
  if (output?.lost) return { verification: 'lost' };
  return output?.record?.unverified ? { verification: 'not_verified' } : {};
}

const BY_EXIT: Partial<Record<ExitCode, FileState>> = {
  [EXIT.inputRefused]: 'rejected',
  [EXIT.outcomeUnknown]: 'unknown',
  [EXIT.interrupted]: 'left',
};

const BY_CODE: Readonly<Record<string, FileState>> = {
  unrecognised: 'unrecognised',
  in_use: 'in_use',
  passed_over: 'passed_over',
  rate_file: 'set_aside',
  empty_file: 'set_aside',
  encrypted_file: 'set_aside',
  unsupported_kind: 'set_aside',
  web_page: 'set_aside',
};

function stateOf({ output, error }: FileEnd): FileState {
  if (error) return BY_CODE[error.code] ?? BY_EXIT[error.exitCode] ?? 'failed';
  if (output?.reason === 'dry_run') return output.report.ok ? 'checked' : 'rejected';
  if (output?.settled) return 'settled';
  return output?.sent ? 'imported' : 'already_imported';
}

const RESULT_LOST =
  'Its result file could not be received whole: import the file again to fetch it.';

function messageOf({ output, error }: FileEnd): string {
  if (!error) {
    const lost = isResultLost({ output }) ? ` ${RESULT_LOST}` : '';
    return `${output?.message ?? ''}${lost}`;
  }
  const { detail } = error.particulars;
  return [error.message, ...(detail ? detail.split('\n') : [])].map(sentence).join(' ');
}

/** A line of an error as a sentence of a longer text: with its full stop. */
const sentence = (line: string): string => (/[.!?:;]\)?$/.test(line) ? line : `${line}.`);
