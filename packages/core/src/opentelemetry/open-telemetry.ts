/**
 * Spans and metrics by OpenTelemetry's API, with the attribute names of its semantic conventions for HTTP. What is written
 * are names, codes, counts, times and request ids; no body, query, message or value that a person typed.
 */

import { metrics, trace } from '@opentelemetry/api';
import { callSpans } from './call-spans.ts';
import type { Telemetry, TelemetryOptions } from './telemetry.types.ts';
import { workflowSpans } from './workflow-spans.ts';

const NAME = '@forecourt/core';

/**
 * Connects clients and workflows to OpenTelemetry. Register an SDK first, or give its providers; without one, nothing is
 * recorded.
 *
 * @param options whose tracer and meter to use; by default those that are registered
 * @returns what clients and workflows are given
 * @example
 * const telemetry = openTelemetry();
 * const client = createClient({ baseUrl, store, onCall: telemetry.onCall });
 * const run = startWorkflow(telemetry.workflow(listWorkflow(listPorts(client, cards))), { input: {} });
 */
export function openTelemetry(options: TelemetryOptions = {}): Telemetry {
  const tracer = (options.tracerProvider ?? trace).getTracer(NAME);
  const meter = (options.meterProvider ?? metrics).getMeter(NAME);
  return {
    onCall: callSpans(tracer, meter, options.propagate === true),
    workflow: workflowSpans(tracer),
  };
}
