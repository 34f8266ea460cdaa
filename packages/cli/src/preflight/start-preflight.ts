/**
 * The check of one file before it is sent. This folder reads the check's options and custom tables,
 * runs core's checks, and saves copies with reasons. The rules and layouts themselves belong in
 * core's `provider-files/`.
 */
import {
  type CheckReport,
  correctionFields,
  type ImportPorts,
  type ProviderFile,
} from '@forecourt/core';
import {
  type CheckOptions,
  checkProviderFile,
  correctFile,
  hasRowNotes,
  splitProviderFile,
  type TransactionProvider,
} from '@forecourt/core/provider-files';
import { digest, inflate } from '../files/provider-file.ts';
import type { FileName } from '../journal/journal.ts';
import { keepAnnotated, keepBeside } from './keep-copy.ts';
import type { PreflightEnd, PreflightOptions } from './preflight.types.ts';

type Fields = readonly (readonly [name: string, value: string])[];

/** Copies list every issue. */
const ALL_ISSUES = 1_000_000;

/** The check of one file, and what its options request beyond the report. */
export interface Preflight {
  readonly check: ImportPorts['check'];
  /** The file to send: the accepted rows, or the original. */
  readonly sent: (file: ProviderFile) => ProviderFile;
  readonly fields: () => Fields;
  /** The files that the file to send was made from; none if that is the original. */
  readonly madeFrom: () => readonly FileName[];
  readonly end: PreflightEnd;
}

interface State {
  /** What was corrected, as form fields. */
  corrections?: Fields;
  sent?: ProviderFile;
  madeFrom: readonly FileName[];
  fields?: Fields;
  end: PreflightEnd;
}

/** Makes and saves the corrected copy, which is checked and sent in the file's place. */
async function corrected(
  file: ProviderFile,
  checking: CheckOptions & { readonly signal: AbortSignal },
  { correct, rejectsDir }: PreflightOptions,
  state: State,
): Promise<ProviderFile> {
  if (correct.length === 0) return file;
  const { onProgress: _, ...quiet } = checking;
  const { sheets } = await checkProviderFile(file, { ...quiet, maxIssues: 0 });
  const { signal } = checking;
  const { corrections, file: copy } = await correctFile(file, correct, { inflate, signal, sheets });
  const path = rejectsDir === undefined ? undefined : await keepBeside(copy, rejectsDir, signal);
  const original = await digest(file, signal);
  state.sent = copy;
  state.madeFrom = [{ fileName: file.name, sha256: original }];
  state.corrections = correctionFields({ corrections, original, name: file.name });
  state.end = { ...state.end, corrected: { corrections, path } };
  return copy;
}

/** Splits off the refused rows, saves them, and returns the report of the file to send. */
async function divide(
  file: ProviderFile,
  checking: CheckOptions & { readonly signal: AbortSignal },
  { rejectRows, rejectsDir }: PreflightOptions,
  state: State,
): Promise<CheckReport> {
  const { signal } = checking;
  const sha256 = await digest(file, signal);
  const { accepted, fields, refused, report } = await splitProviderFile(file, {
    ...checking,
    sha256,
  });
  if (!refused || !accepted || !rejectRows) {
    state.fields = fields;
    return report;
  }
  // The remaining rows are checked again: they form a file of their own.
  const { onProgress: _, formerRows: __, ...again } = checking;
  const rest = await checkProviderFile(accepted, again);
  const path = rejectsDir === undefined ? undefined : await keepBeside(refused, rejectsDir, signal);
  state.sent = accepted;
  state.madeFrom = [...state.madeFrom, { fileName: file.name, sha256 }];
  state.fields = fields;
  state.end = { ...state.end, report, keptOut: { rows: report.rows - report.acceptedRows, path } };
  return rest;
}

/** Starts the check of one file; `maxIssues` defaults to the check's own limit. */
export function startPreflight(
  options: PreflightOptions,
  maxIssues: number | undefined,
): Preflight {
  const state: State = { madeFrom: [], end: {} };
  const {
    accept,
    acceptReason,
    allowRepeat,
    annotate,
    layouts,
    learnClock,
    rejectRows,
    rowsBefore,
    taxTables,
    today,
  } = options;
  return {
    async check(chosen, provider, { accept: acceptedHere = [], onProgress, signal }) {
      const checkingNow = () => ({
        provider: provider as TransactionProvider,
        layouts,
        taxTables,
        accept: [...accept, ...acceptedHere],
        formerRows: rowsBefore(provider),
        today: today(),
        inflate,
        signal,
        ...(maxIssues !== undefined && { maxIssues }),
        onProgress: ({ rows }: { readonly rows: number }) => onProgress(rows),
      });
      const file = await corrected(chosen, checkingNow(), options, state);
      // Only a file that is sent needs the statement of what its rows count as.
      const sends = options.rejectsDir !== undefined;
      if (rejectRows || (sends && (await hasRowNotes(file, { inflate, signal })))) {
        await learnClock();
        return divide(file, checkingNow(), options, state);
      }
      let checking = checkingNow();
      let report = await checkProviderFile(file, checking);
      if (report.errors + report.warnings > 0) {
        // Dates may look wrong by this computer's clock alone.
        await learnClock();
        if (today() !== checking.today) {
          checking = checkingNow();
          report = await checkProviderFile(file, checking);
        }
      }
      if (annotate && report.errors + report.warnings > 0) {
        const whole = await checkProviderFile(file, { ...checking, maxIssues: ALL_ISSUES });
        state.end = { ...state.end, annotated: await keepAnnotated(file, whole, annotate, signal) };
      }
      return report;
    },
    sent: (file) => state.sent ?? file,
    madeFrom: () => state.madeFrom,
    fields: () => [
      ...(state.fields ?? []),
      ...(state.corrections ?? []),
      ...allowRepeat.map((row) => ['allow_repeat', row] as const),
      ...accept.map((rule) => ['accept', rule] as const),
      ...(acceptReason === undefined ? [] : [['accept_reason', acceptReason] as const]),
    ],
    get end() {
      return state.end;
    },
  };
}
