/**
 * Imports the files of a command. This folder runs core's import workflow over files, shows its
 * progress and formats its result. The check's options belong in `preflight/`, the record of past
 * imports in `journal/`, runs over an inbox in `night/`.
 */
import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError, interrupted } from '../command-error.ts';
import type { Ask } from '../drive/drive.ts';
import { EXIT } from '../exit-codes.ts';
import { openProviderFile } from '../files/provider-file.ts';
import { count } from '../output/progress.ts';
import type { Work } from '../work.ts';
import {
  exitOf,
  exitOfAll,
  type FileResult,
  fileDocument,
  reportedIssues,
} from './import-document.ts';
import { type FileEnd, type ImportRun, importFile } from './import-file.ts';
import { createImportProgress } from './import-progress.ts';
import { endText, fileText } from './import-text.ts';
import { refusedRows, withoutCompany } from './refused-rows.ts';

/** How many files run at once, and why no further one may start. */
export interface Schedule {
  readonly concurrency: number;
  readonly mayStart?: () => CommandError | undefined;
  /** A file's display name; undefined to use its path. */
  readonly nameOf?: (path: string) => string | undefined;
}

/** Imports a command's files, reports each result and returns the exit code for all. */
export async function importFiles(
  work: Work,
  common: Omit<ImportRun, 'signal' | 'onProgress' | 'ask'> & { readonly ask: Ask | undefined },
  { concurrency, mayStart, nameOf }: Schedule,
): Promise<number> {
  const { args, output, operation, signal } = work;
  const paths = args[0] as readonly string[];
  // Opens all files before sending any: a wrong name stops the run before anything has happened.
  const files = await Promise.all(paths.map((path) => openProviderFile(path, nameOf?.(path))));
  const bytes = files.reduce((sum, { blob }) => sum + blob.size, 0);
  const size = { files: files.length, bytes };
  const progress = createImportProgress(work, size, common.journal !== undefined);
  const run: ImportRun = {
    ...common,
    ask: common.ask && once(common.ask),
    signal,
    onProgress: ({ name }, phase, rows) => progress.step(name, phase, rows),
    onAwaited: ({ name }) => progress.awaits(name),
  };
  const results = await inTurn(files, concurrency, async (file, index): Promise<FileResult> => {
    const reason = signal.aborted ? interrupted() : mayStart?.();
    const end: FileEnd = reason
      ? { report: undefined, output: undefined, error: reason }
      : await importFile({ ...run, from: realpathSync(dirname(paths[index] ?? '')) }, file);
    const refused = await refusedOf(end);
    const kept = await withoutCompany(end);
    progress.ended(file, endText(end));
    const path = nameOf?.(paths[index] ?? '') ?? paths[index] ?? file.name;
    return { ...end, file, path, exitCode: exitOf(end), refused, withoutCompany: kept };
  }).finally(() => progress.end());

  const exitCode = exitOfAll(results.map((result) => result.exitCode));
  const message = messageOf(results);
  output.result({
    document: { ok: exitCode === EXIT.done, operation, message, files: results.map(fileDocument) },
    text: () => results.map((result) => fileText(output, result)).join('\n\n'),
  });
  if (exitCode === EXIT.done || exitCode === EXIT.partlyDone) return exitCode;
  throw failureOf(results, exitCode, message, output.terminal);
}

/** Asks the same question only once for all files. */
function once(ask: Ask): Ask {
  const asked = new Map<string, Promise<unknown>>();
  return (need) => {
    const answer = asked.get(need.name) ?? ask(need);
    asked.set(need.name, answer);
    return answer;
  };
}

export async function inTurn<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await work(items[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, lane));
  return results;
}

/** Also used after an interrupt: the report covers everything that was done. */
const refusedOf = ({ output }: FileEnd) =>
  output?.result && (output.record?.rejected ?? 0) > 0
    ? refusedRows(output.result.location, new AbortController().signal)
    : [];

function messageOf(results: readonly FileResult[]): string {
  const [only] = results;
  if (only && results.length === 1) return only.output?.message ?? only.error?.message ?? '';
  const good = results.filter(({ exitCode }) => exitCode === EXIT.done).length;
  return `${good} of ${count(results.length, ['file', 'files'])} without a fault.`;
}

/** The run's failure; on a terminal the result has already shown it. */
function failureOf(
  results: readonly FileResult[],
  exitCode: FileResult['exitCode'],
  message: string,
  reported: boolean,
): CommandError {
  const first = results.find((result) => result.exitCode === exitCode)?.error;
  const issues = reportedIssues(results);
  return new CommandError(exitCode, first?.code ?? 'check_failed', message, {
    ...first?.particulars,
    ...(issues.length > 0 && { issues }),
    reported,
  });
}
