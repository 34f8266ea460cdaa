import type { CheckReport, ImportPorts, ImportTables, ProviderFile } from '@forecourt/core';
import { inWorker } from '../../platform/in-worker.ts';

/** The worker's task. */
export type CheckTask =
  | {
      readonly kind: 'check';
      readonly file: ProviderFile;
      readonly provider: string;
      /** Accepted guards. */
      readonly accept: readonly string[];
      readonly tables: ImportTables;
    }
  | { readonly kind: 'digest'; readonly file: ProviderFile };

const newWorker = () =>
  new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' });

/** Runs the command line's preflight in a worker, so that the page stays responsive (TXN-12). */
export const checkInWorker =
  (tables: ImportTables): ImportPorts['check'] =>
  (file, provider, { accept = [], onProgress, signal }) => {
    const task: CheckTask = { kind: 'check', file, provider, accept, tables };
    return inWorker<CheckReport>(newWorker(), task, signal, onProgress);
  };

export const digestInWorker: ImportPorts['digest'] = (file, signal) => {
  const task: CheckTask = { kind: 'digest', file };
  return inWorker<string>(newWorker(), task, signal);
};
