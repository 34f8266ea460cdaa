import type { CheckReport, ImportPorts, ProviderFile } from '@forecourt/core';

/** What the worker is asked for; one task a worker. */
export type CheckTask =
  | { readonly kind: 'check'; readonly file: ProviderFile; readonly provider: string }
  | { readonly kind: 'digest'; readonly file: ProviderFile };

export type CheckAnswer =
  | { readonly kind: 'progress'; readonly rows: number }
  | { readonly kind: 'checked'; readonly report: CheckReport }
  | { readonly kind: 'digested'; readonly digest: string }
  | {
      readonly kind: 'failed';
      readonly name: string;
      readonly message: string;
      readonly code: string | undefined;
    };

type Outcome = Exclude<CheckAnswer, { kind: 'progress' } | { kind: 'failed' }>;

function inWorker(
  task: CheckTask,
  signal: AbortSignal,
  onProgress: (rows: number) => void = () => undefined,
): Promise<Outcome> {
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  worker.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) => {
    if (data.kind === 'progress') return onProgress(data.rows);
    if (data.kind !== 'failed') return resolve(data);
    const { name, message, code } = data;
    reject(Object.assign(new Error(message), { name, code }));
  });
  worker.addEventListener('error', ({ message }) => {
    reject(new Error(message || 'The file check could not be started. Reload the page.'));
  });
  worker.postMessage(task);
  return promise.finally(() => {
    signal.removeEventListener('abort', stop);
    worker.terminate();
  });
}

/** The preflight of the command line, off the page's thread: the page stays quick (TXN-12). */
export const checkInWorker: ImportPorts['check'] = async (file, provider, tools) => {
  const outcome = await inWorker({ kind: 'check', file, provider }, tools.signal, tools.onProgress);
  if (outcome.kind !== 'checked') throw new TypeError('The worker gave no report.');
  return outcome.report;
};

export const digestInWorker: ImportPorts['digest'] = async (file, signal) => {
  const outcome = await inWorker({ kind: 'digest', file }, signal);
  if (outcome.kind !== 'digested') throw new TypeError('The worker gave no digest.');
  return outcome.digest;
};
