/** A worker's message: progress, and finally its result. Each worker runs one task. */
type WorkerAnswer<Value> =
  | { readonly kind: 'progress'; readonly rows: number }
  | { readonly kind: 'done'; readonly value: Value }
  | {
      readonly kind: 'failed';
      readonly name: string;
      readonly message: string;
      readonly code: string | undefined;
    };

/** Runs a task in a worker, which terminates at the end or on abort. */
export function inWorker<Value>(
  worker: Worker,
  task: unknown,
  signal: AbortSignal,
  onProgress: (rows: number) => void = () => undefined,
): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer<Value>>) => {
    if (data.kind === 'progress') return onProgress(data.rows);
    if (data.kind === 'done') return resolve(data.value);
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

/** Runs in the worker: handles the task. */
export function serveTask<Task>(
  run: (task: Task, onProgress: (rows: number) => void) => Promise<unknown>,
): void {
  const answer = (message: WorkerAnswer<unknown>) => postMessage(message);
  addEventListener('message', ({ data }: MessageEvent<Task>) => {
    run(data, (rows) => answer({ kind: 'progress', rows })).then(
      (value) => answer({ kind: 'done', value }),
      (error: unknown) => {
        const { name, message, code } = error as Error & { code?: unknown };
        const known = typeof code === 'string' ? code : undefined;
        answer({ kind: 'failed', name, message, code: known });
      },
    );
  });
}
