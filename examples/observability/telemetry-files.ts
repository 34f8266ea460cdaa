// The official SDK of OpenTelemetry, with exporters that append OTLP as JSON lines to files: what the collector's file exporter
// writes, without a collector.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { context, metrics, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { JsonMetricsSerializer, JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  MeterProvider,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';

/** The values of the SDK's ExportResultCode. */
const EXPORTED = 0;
const FAILED = 1;

/** Appends one request as a line; only the file's owner may read it. */
function append(file: string, request: Uint8Array | undefined): { code: number; error?: Error } {
  try {
    if (request) appendFileSync(file, `${new TextDecoder().decode(request)}\n`, { mode: 0o600 });
    return { code: EXPORTED };
  } catch (error) {
    return { code: FAILED, error: error as Error };
  }
}

const nothing = async () => undefined;

const spansTo = (file: string): SpanExporter => ({
  export: (spans, done) => done(append(file, JsonTraceSerializer.serializeRequest(spans))),
  forceFlush: nothing,
  shutdown: nothing,
});

const metricsTo = (file: string): PushMetricExporter => ({
  export: (figures, done) => done(append(file, JsonMetricsSerializer.serializeRequest(figures))),
  forceFlush: nothing,
  shutdown: nothing,
});

/**
 * Registers the SDK for this process; spans go to `traces.jsonl` and metrics to `metrics.jsonl` in the folder. Call it before
 * `openTelemetry()`. Returns a function that writes what is left, and stops.
 */
export function writeTelemetry(folder: string, serviceName: string): () => Promise<void> {
  const resource = resourceFromAttributes({ 'service.name': serviceName });
  const tracers = new TracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor({ exporter: spansTo(join(folder, 'traces.jsonl')) })],
  });
  const meters = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({ exporter: metricsTo(join(folder, 'metrics.jsonl')) }),
    ],
  });
  // Without a context manager, spans have no parents across an await.
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(tracers);
  metrics.setGlobalMeterProvider(meters);
  return async () => {
    await tracers.shutdown();
    await meters.shutdown();
  };
}
