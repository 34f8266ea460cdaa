import type { Call, Trace } from './http.types.ts';
import { maskSecrets } from './mask-secrets.ts';

/** Times one attempt, and tells of it when called. */
export function tracer(call: Call, attempt: number, onTrace: ((trace: Trace) => void) | undefined) {
  const started = performance.now();
  return (
    end: { readonly status?: number | undefined; readonly requestId?: string | undefined },
    note?: string,
  ): void =>
    onTrace?.({
      operation: call.operation,
      method: call.method,
      path: maskSecrets(call.path),
      attempt,
      ms: Math.round(performance.now() - started),
      ...(end.status !== undefined && { status: end.status }),
      ...(end.requestId !== undefined && { requestId: end.requestId }),
      ...(note !== undefined && { note }),
    });
}
