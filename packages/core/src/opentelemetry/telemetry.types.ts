import type { MeterProvider, TracerProvider } from '@opentelemetry/api';
import type { EventObject } from 'xstate';
import type { CallWatch, StartedCall } from '../http/http.types.ts';
import type { Workflow } from '../workflows/workflow.ts';

/** Options of `openTelemetry`. */
export interface TelemetryOptions {
  /** Default: the provider that the program registered with `@opentelemetry/api`. */
  readonly tracerProvider?: TracerProvider;
  /** Default: the provider that the program registered with `@opentelemetry/api`. */
  readonly meterProvider?: MeterProvider;
  /**
   * Sends `traceparent` and `tracestate` (W3C Trace Context) with each call, so that the service's spans join the trace;
   * default false. No baggage is sent. In a browser, a service on another origin has to allow both headers.
   */
  readonly propagate?: boolean;
}

/** Spans and metrics of clients and workflows. */
export interface Telemetry {
  /** Makes a span and metrics of each call: pass it as the client's `onCall`. */
  onCall(this: void, call: StartedCall): CallWatch;
  /**
   * Returns the same workflow, each of whose runs is a span, with a span for each step (what its machine calls: 'fetchPage',
   * 'send'). Calls of the service within a step are its children, if the program registered a context manager. A run's span
   * ends when the run is done or stopped. To go on with a saved run, resume it first: `workflow(resume(…))`.
   */
  workflow<View, Event extends EventObject, Input>(
    this: void,
    workflow: Workflow<View, Event, Input>,
  ): Workflow<View, Event, Input>;
}
