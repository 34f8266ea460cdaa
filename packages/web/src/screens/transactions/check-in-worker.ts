import type {
  CheckReport,
  CorrectedFile,
  Correction,
  ImportPorts,
  ImportTables,
  ProviderFile,
} from '@forecourt/core';
import { inWorker } from '../../platform/in-worker.ts';
import { serviceDay } from '../../platform/service-day.ts';

/** The worker's task. */
export type CheckTask =
  | {
      readonly kind: 'check';
      readonly file: ProviderFile;
      readonly provider: string;
      /** Accepted guards. */
      readonly accept: readonly string[];
      readonly tables: ImportTables;
      /** YYYY-MM-DD. */
      readonly today: string;
    }
  | { readonly kind: 'recognise'; readonly file: ProviderFile; readonly tables: ImportTables }
  | {
      readonly kind: 'correct';
      readonly file: ProviderFile;
      readonly corrections: readonly Correction[];
      readonly sheets: CheckReport['sheets'];
    }
  | { readonly kind: 'digest'; readonly file: ProviderFile };

const newWorker = () =>
  new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' });

/** Runs the command line's preflight in a worker, so that the page stays responsive (TXN-12), on the service's day (TXN-17). */
export const checkInWorker =
  (tables: ImportTables): ImportPorts['check'] =>
  (file, provider, { accept = [], onProgress, signal }) => {
    const today = serviceDay();
    const task: CheckTask = { kind: 'check', file, provider, accept, tables, today };
    return inWorker<CheckReport>(newWorker(), task, signal, onProgress);
  };

/** Recognises a file's provider by its headers; a headline that fits several providers fits none. */
export const recogniseInWorker =
  (tables: ImportTables): NonNullable<ImportPorts['recognise']> =>
  (file, signal) => {
    const task: CheckTask = { kind: 'recognise', file, tables };
    return inWorker<string | undefined>(newWorker(), task, signal);
  };

/** Makes a corrected copy, which can be saved under its address. */
export const correctInWorker: NonNullable<ImportPorts['correct']> = async (
  file,
  corrections,
  { sheets, signal },
) => {
  const task: CheckTask = { kind: 'correct', file, corrections, sheets };
  const made = await inWorker<CorrectedFile>(newWorker(), task, signal);
  return { ...made, location: URL.createObjectURL(made.file.blob) };
};

export const digestInWorker: ImportPorts['digest'] = (file, signal) => {
  const task: CheckTask = { kind: 'digest', file };
  return inWorker<string>(newWorker(), task, signal);
};
