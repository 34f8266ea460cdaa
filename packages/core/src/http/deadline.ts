/** What ends an attempt from outside: its budget of time, or the caller. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Rejects when the attempt is ended, also where what runs below does not listen to the signal. */
  readonly stopped: Promise<never>;
  /** The whole call's budget in ms, for messages. */
  readonly budgetMs: number;
  ended(): 'timeout' | 'cancelled' | undefined;
  /** No bound on time any more; the caller may still cancel. */
  lift(): void;
  /** Lets go of timer and caller; an attempt that isn't complete is aborted. */
  close(complete: boolean): void;
}

export function startDeadline(
  leftMs: number,
  budgetMs: number,
  caller: AbortSignal | undefined,
): Deadline {
  const controller = new AbortController();
  const stop = Promise.withResolvers<never>();
  // Heard or not: an attempt that is over has nobody waiting.
  stop.promise.catch(() => undefined);
  let why: 'timeout' | 'cancelled' | undefined;
  const end = (reason: 'timeout' | 'cancelled') => {
    why ??= reason;
    controller.abort();
    stop.reject(controller.signal.reason);
  };
  const onCancel = () => end('cancelled');
  if (caller?.aborted) onCancel();
  caller?.addEventListener('abort', onCancel);
  const timer = setTimeout(end, Math.max(0, leftMs), 'timeout');
  const lift = () => clearTimeout(timer);
  return {
    signal: controller.signal,
    stopped: stop.promise,
    budgetMs,
    ended: () => why,
    lift,
    close(complete) {
      lift();
      caller?.removeEventListener('abort', onCancel);
      if (!complete) controller.abort();
    },
  };
}
