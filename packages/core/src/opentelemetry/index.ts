/**
 * Public entry of @forecourt/core/opentelemetry: spans and metrics of a client's calls and of runs of workflows. Needs
 * `@opentelemetry/api`, an optional peer dependency that nothing else of this package loads.
 *
 * @module
 */

export { openTelemetry } from './open-telemetry.ts';
export type { Telemetry, TelemetryOptions } from './telemetry.types.ts';
