/**
 * Public entry of @forecourt/core/recorder: the flight recorder. Records runs of workflows as masked JSON, reads
 * recordings, and replays them as tests.
 *
 * @module
 */

export { readRecording } from './read-recording.ts';
export { type Recorder, record, startRecording } from './record.ts';
export type { RecordableRun, RecordOptions } from './record.types.ts';
export type {
  Json,
  RecordedEnd,
  RecordedEvent,
  RecordedRequest,
  RecordedRun,
  RecordedStep,
  RecordedView,
  Recording,
} from './recording.types.ts';
export { RecordingError } from './recording-error.ts';
export { type ReplayDifference, type ReplayReport, replay } from './replay.ts';
