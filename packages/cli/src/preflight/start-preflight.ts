import type { CheckReport, ImportPorts, ProviderFile } from '@forecourt/core';
import {
  type CheckOptions,
  checkProviderFile,
  hasRowNotes,
  splitProviderFile,
  type TransactionProvider,
} from '@forecourt/core/provider-files';
import { digest, inflate } from '../files/provider-file.ts';
import { today } from '../input/today.ts';
import { keepAnnotated, keepBeside } from './keep-copy.ts';
import type { PreflightEnd, PreflightOptions } from './preflight.types.ts';

type Fields = readonly (readonly [name: string, value: string])[];

/** Copies tell all there is to tell. */
const ALL_ISSUES = 1_000_000;

/** One file's check, with what it was asked to do beyond its report. */
export interface Preflight {
  readonly check: ImportPorts['check'];
  /** The file to send: the rows that were accepted, or the file itself. */
  readonly sent: (file: ProviderFile) => ProviderFile;
  readonly fields: () => Fields;
  readonly end: PreflightEnd;
}

interface State {
  sent?: ProviderFile;
  fields?: Fields;
  end: PreflightEnd;
}

/** Divides a file, keeps its refused rows, and answers with the report of what is sent. */
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
  // The rest is held against the layout once more: it is a file of its own.
  const { onProgress: _, formerRows: __, ...again } = checking;
  const rest = await checkProviderFile(accepted, again);
  const path = rejectsDir === undefined ? undefined : await keepBeside(refused, rejectsDir, signal);
  state.sent = accepted;
  state.fields = fields;
  state.end = { ...state.end, report, keptOut: { rows: report.rows - report.acceptedRows, path } };
  return rest;
}

/** The check of one file; `maxIssues` as for the check, by default its own. */
export function startPreflight(
  options: PreflightOptions,
  maxIssues: number | undefined,
): Preflight {
  const state: State = { end: {} };
  const {
    accept,
    acceptReason,
    allowRepeat,
    annotate,
    layouts,
    rejectRows,
    rowsBefore,
    taxTables,
  } = options;
  return {
    async check(file, provider, { accept: acceptedHere = [], onProgress, signal }) {
      const checking = {
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
      };
      // Only what is sent has to say what its rows count as.
      const sends = options.rejectsDir !== undefined;
      if (rejectRows || (sends && (await hasRowNotes(file, { inflate, signal })))) {
        return divide(file, checking, options, state);
      }
      const report = await checkProviderFile(file, checking);
      if (annotate && report.errors + report.warnings > 0) {
        const whole = await checkProviderFile(file, { ...checking, maxIssues: ALL_ISSUES });
        state.end = { annotated: await keepAnnotated(file, whole, annotate, signal) };
      }
      return report;
    },
    sent: (file) => state.sent ?? file,
    fields: () => [
      ...(state.fields ?? []),
      ...allowRepeat.map((row) => ['allow_repeat', row] as const),
      ...accept.map((rule) => ['accept', rule] as const),
      ...(acceptReason === undefined ? [] : [['accept_reason', acceptReason] as const]),
    ],
    get end() {
      return state.end;
    },
  };
}
