import {
  type Attributes,
  context,
  type Meter,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { CallWatch, StartedCall, Trace } from '../http/http.types.ts';
import { ApiError } from '../http/outcome.ts';
import { addressOf } from './addresses.ts';

/** In seconds, as the conventions for HTTP advise. */
const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

const REQUEST_ID = 'http.response.header.x-request-id';

/** 'cancelled' is no fault: the caller didn't want the answer any more. */
const isFault = (type: string | undefined): type is string =>
  type !== undefined && type !== 'cancelled';

/** The status of a refusal, the code of any other failure, never a message: it may name people. */
function errorType(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  if (!(error instanceof ApiError)) return error instanceof Error ? error.name : '_OTHER';
  return error.status !== undefined && error.status >= 400 ? String(error.status) : error.code;
}

/** Attributes without those that have no value. */
const known = (attributes: Readonly<Record<string, Attributes[string]>>): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));

/** What an attempt was answered; the request id finds it in the service's log. */
const answered = (last: Pick<Trace, 'status' | 'requestId'> | undefined) => ({
  'http.response.status_code': last?.status,
  [REQUEST_ID]: last?.requestId === undefined ? undefined : [last.requestId],
});

/** W3C Trace Context, by hand: a propagator of the program's might send baggage along. */
function traceHeaders(span: Span): Readonly<Record<string, string>> | undefined {
  const { spanId, traceFlags, traceId, traceState } = span.spanContext();
  if (!trace.isSpanContextValid(span.spanContext())) return undefined;
  const flags = (traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0');
  const state = traceState?.serialize();
  return { traceparent: `00-${traceId}-${spanId}-${flags}`, ...(state && { tracestate: state }) };
}

function instruments(meter: Meter) {
  const seconds = { unit: 's', advice: { explicitBucketBoundaries: BOUNDARIES } };
  return {
    request: meter.createHistogram('http.client.request.duration', {
      ...seconds,
      description: 'Duration of HTTP client requests.',
    }),
    call: meter.createHistogram('forecourt.client.call.duration', {
      ...seconds,
      description: 'Duration of calls of the service, retries and waits included.',
    }),
    resends: meter.createCounter('forecourt.client.resends', {
      unit: '{request}',
      description: 'Requests that were sent again.',
    }),
  };
}

/** Returns what makes a client span and metrics of each call; `propagate` sends the span's context with it. */
export function callSpans(tracer: Tracer, meter: Meter, propagate: boolean) {
  const { call: calls, request: requests, resends } = instruments(meter);
  return (started: StartedCall): CallWatch => {
    const { method, operation } = started;
    const { full, host, port, template } = addressOf(started);
    const to = known({
      ...{ 'http.request.method': method, 'server.address': host, 'server.port': port },
      'url.template': template,
    });
    const span = tracer.startSpan(`${method} ${template}`, {
      kind: SpanKind.CLIENT,
      attributes: { ...to, 'url.full': full, 'forecourt.operation': operation },
    });
    // Metrics may keep the trace as an example of their figure.
    const within = trace.setSpan(context.active(), span);
    const startedAt = performance.now();
    const headers = propagate ? traceHeaders(span) : undefined;
    let last: Trace | undefined;
    return {
      ...(headers && { headers }),
      attempted(attempt, error, waitMs) {
        last = attempt;
        const type = errorType(error);
        const facts = known({
          ...to,
          'http.response.status_code': attempt.status,
          'error.type': type,
        });
        requests.record(attempt.ms / 1000, facts, within);
        if (waitMs === undefined) return;
        resends.add(1, known({ 'forecourt.operation': operation, 'error.type': type }), within);
        span.addEvent(
          'forecourt.resend',
          known({
            ...{
              'http.request.resend_count': attempt.attempt,
              'error.type': type,
              ...answered(attempt),
            },
            'forecourt.wait_ms': Math.round(waitMs),
          }),
        );
      },
      ended(error) {
        const type = errorType(error);
        const outcome = error instanceof ApiError ? error.outcome : undefined;
        const resent = last && last.attempt > 1 ? last.attempt - 1 : undefined;
        const ending = known({ 'error.type': type, 'forecourt.outcome': outcome });
        span.setAttributes({
          ...known({ ...answered(last), 'http.request.resend_count': resent }),
          ...ending,
        });
        if (isFault(type)) span.setStatus({ code: SpanStatusCode.ERROR });
        calls.record(
          (performance.now() - startedAt) / 1000,
          { 'forecourt.operation': operation, ...ending },
          within,
        );
        span.end();
      },
    };
  };
}
