/** Why a body ended before its end. */
type BodyFault =
  | { readonly reason: 'silence' }
  | { readonly reason: 'cut_off'; readonly detail: string }
  | { readonly reason: 'stopped' };

export interface BodyGuard {
  /** Longest silence, in ms. */
  readonly idleMs: number;
  /** Bytes that have to come, where known. */
  readonly length?: number | undefined;
  readonly signal: AbortSignal;
  readonly toError: (fault: BodyFault) => Error;
  /** Told once, when the body has ended, failed or been let go: the connection can be closed. */
  readonly onEnd: (complete: boolean) => void;
}

/**
 * The same bytes, watched: errors when they stop coming, break off, or when fewer or more come than
 * were announced. Silence counts only while someone waits for bytes.
 */
export function guardBody(
  body: ReadableStream<Uint8Array> | null,
  guard: BodyGuard,
): ReadableStream<Uint8Array> {
  const source: ReadableStream<Uint8Array> = body ?? new Blob([]).stream();
  const reader = source.getReader();
  let bytes = 0;
  let fault: BodyFault | undefined;

  const interrupt = (reason: 'silence' | 'stopped') => {
    fault ??= { reason };
    // A pending read settles with this, also where the body does not listen to the call's signal.
    reader.cancel().catch(() => undefined);
  };
  const onAbort = () => interrupt('stopped');
  guard.signal.addEventListener('abort', onAbort);

  const end = (complete: boolean) => {
    guard.signal.removeEventListener('abort', onAbort);
    guard.onEnd(complete);
  };
  const next = async () => {
    const timer = setTimeout(interrupt, guard.idleMs, 'silence');
    try {
      return await reader.read();
    } catch (error) {
      fault ??= { reason: 'cut_off', detail: `${describe(error)} after ${bytes} bytes` };
      return { done: true, value: undefined } as const;
    } finally {
      clearTimeout(timer);
    }
  };
  const fail = (controller: ReadableStreamDefaultController, found: BodyFault) => {
    reader.cancel().catch(() => undefined);
    end(false);
    controller.error(guard.toError(found));
  };

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (guard.signal.aborted) interrupt('stopped');
        const { done, value } = await next();
        if (fault) return fail(controller, fault);
        if (!done) bytes += value.byteLength;
        const wrong =
          guard.length !== undefined && (done ? bytes !== guard.length : bytes > guard.length);
        if (wrong) {
          const detail = `${bytes} bytes came, ${guard.length} were announced`;
          return fail(controller, { reason: 'cut_off', detail });
        }
        if (!done) return controller.enqueue(value);
        end(true);
        controller.close();
      },
      async cancel(reason) {
        // Letting go never fails: there is nobody left to tell.
        await reader.cancel(reason).catch(() => undefined);
        end(false);
      },
    },
    { highWaterMark: 0 },
  );
}

const describe = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : 'broken off';

/** All of a body as text; rejects as the body does. */
export async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
  }
}

/** The beginning of a body as text, never rejecting: what can't be read is left out. */
export async function readAtMost(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  idleMs: number,
): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const letGo = () => void reader.cancel().catch(() => undefined);
  const timer = setTimeout(letGo, idleMs);
  let text = '';
  let left = maxBytes;
  try {
    while (left > 0) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value.subarray(0, left), { stream: true });
      left -= value.byteLength;
    }
  } catch {
    // The status alone makes an error; its body is a bonus.
  }
  clearTimeout(timer);
  letGo();
  return text;
}
