/** What ends an attempt from outside: its budget of time, or the caller. */
export interface Deadline {
  readonly signal: AbortSignal;
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
  let why: 'timeout' | 'cancelled' | undefined;
  const end = (reason: 'timeout' | 'cancelled') => {
    why ??= reason;
    controller.abort();
  };
  const onCancel = () => end('cancelled');
  if (caller?.aborted) onCancel();
  caller?.addEventListener('abort', onCancel);
  const timer = setTimeout(end, Math.max(0, leftMs), 'timeout');
  const lift = () => clearTimeout(timer);
  return {
    signal: controller.signal,
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
