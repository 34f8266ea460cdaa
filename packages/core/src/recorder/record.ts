/**
 * The flight recorder: keeps the events of a run of a workflow, what it asked of its ports, what they answered
 * and what it showed, as lines of masked JSON. It listens to a run from outside, so a run that isn't recorded
 * costs nothing.
 */

import type { AnyActorRef, InspectionEvent } from 'xstate';
import type { Trace } from '../http/http.types.ts';
import type { MenuAccess } from '../permissions/index.ts';
import { createMasker, type Masker } from './mask.ts';
import type { RecordableRun, RecordOptions } from './record.types.ts';
import { type RecordingLog, recordingLog } from './recording-log.ts';
import { viewLines } from './view-lines.ts';

/** A recording that is being made. */
export interface Recorder {
  /**
   * Records a run from now on; call it right after the start, before anything is sent. Returns a function that
   * stops it.
   *
   * @param access what the account may do, for who replays it
   */
  run(this: void, run: RecordableRun, access?: MenuAccess): () => void;
  /** Records one attempt of an HTTP call: pass it as the client's `onTrace`. */
  trace(this: void, trace: Trace): void;
  /** Stops all runs and writes how the program ended. Nothing is recorded afterwards. */
  end(this: void, facts?: { readonly exitCode?: number; readonly message?: string }): void;
  /** Returns the lines so far, if they are kept in memory; '' with `write`. */
  text(this: void): string;
}

/**
 * Starts a recording of one or several runs. It is text of one JSON document a line, for `readRecording`,
 * `replay` and `forecourt runs show`; what a killed process wrote until then stays readable.
 *
 * @param options where each line is written, and what to hide besides secrets and card numbers
 * @returns the recorder
 * @example
 * const recorder = startRecording({ write: (line) => appendFileSync('run.jsonl', `${line}\n`) });
 * const client = createClient({ baseUrl, store, onTrace: recorder.trace });
 * const run = startWorkflow(workflow, { input });
 * recorder.run(run);
 */
export function startRecording(options: RecordOptions = {}): Recorder {
  const masker = createMasker(options.mask);
  for (const secret of options.secrets ?? []) masker.keepSecret(secret);
  const log = recordingLog(options, masker);
  const stops = new Set<() => void>();
  let runs = 0;
  return {
    run(run, access) {
      runs += 1;
      const stop = recordRun(log, masker, run, { number: runs, access });
      stops.add(stop);
      return () => {
        stop();
        stops.delete(stop);
      };
    },
    trace: (trace) => log.line({ kind: 'request', ...trace }),
    end(facts = {}) {
      for (const stop of stops) stop();
      stops.clear();
      log.end(facts);
    },
    text: log.text,
  };
}

/**
 * Records one run from now on, in memory. Call it right after `startWorkflow`.
 *
 * @param run the run, just started
 * @param options what to hide besides secrets and card numbers
 * @returns the recorder, whose `text` is the recording
 * @example
 * const run = startWorkflow(workflow, { input });
 * const recorder = record(run);
 * await run.until((view) => view.status !== 'pending');
 * recorder.end();
 * await writeFile('failed.jsonl', recorder.text());
 */
export function record(run: RecordableRun, options: RecordOptions = {}): Recorder {
  const recorder = startRecording(options);
  recorder.run(run);
  return recorder;
}

interface RunFacts {
  readonly number: number;
  readonly access: MenuAccess | undefined;
}

const DONE = 'xstate.done.actor.';
const FAILED = 'xstate.error.actor.';
const TIMER = 'xstate.after.';
/** Progress is kept at most once in this many ms, and once in a fiftieth of the time that has passed. */
const PROGRESS_EVERY = 500;
const PROGRESS_PART = 50;

const nameOf = ({ src }: { readonly src?: unknown }): string =>
  typeof src === 'string' ? src : 'call';

/** Writes what happens in one run. Returns a function that stops. */
function recordRun(
  log: RecordingLog,
  masker: Masker,
  run: RecordableRun,
  { access, number }: RunFacts,
): () => void {
  const { actor, workflow } = run;
  const line = (facts: Readonly<Record<string, unknown>>, at?: number) =>
    log.line({ run: number, ...facts }, at);
  const views = viewLines(log, number);
  const calls = new Map<string, AnyActorRef>();
  let lastProgress = Number.NEGATIVE_INFINITY;
  /** The latest progress, until something else happens or it is due. */
  let held: { readonly at: number; readonly event: object; view?: unknown } | undefined;

  const flush = () => {
    if (held === undefined) return;
    const { at, event, view } = held;
    held = undefined;
    lastProgress = at;
    line({ kind: 'event', event, from: 'progress' }, at);
    if (view !== undefined) views.write(view, at);
  };
  const isDue = (at: number) => at - lastProgress >= Math.max(PROGRESS_EVERY, at / PROGRESS_PART);

  const onCall = (child: AnyActorRef) => {
    flush();
    calls.set(child.id, child);
    const { input } = (child as { readonly options?: { readonly input?: unknown } }).options ?? {};
    line({ kind: 'call', id: child.id, name: nameOf(child as never), input });
  };
  const onEvent = (
    event: { readonly type: string; readonly output?: unknown; readonly error?: unknown },
    source: AnyActorRef | undefined,
  ) => {
    const { type } = event;
    if (type === 'progressed') {
      const at = log.at();
      if (held && isDue(held.at)) flush();
      held = { at, event };
      return;
    }
    flush();
    if (type.startsWith(DONE) || type.startsWith(FAILED)) {
      const id = type.slice(type.startsWith(DONE) ? DONE.length : FAILED.length);
      calls.delete(id);
      const { error, output } = event;
      line({ kind: 'answer', id, ...(type.startsWith(DONE) ? { output } : { error }) });
    } else if (type.startsWith(TIMER)) line({ kind: 'timer', event });
    else line({ kind: 'event', event, ...(source && source !== actor && { from: source.id }) });
  };
  const onInspected = (inspected: InspectionEvent) => {
    const child = inspected.actorRef as AnyActorRef & { readonly _parent?: unknown };
    if (inspected.type === '@xstate.actor' && child._parent === actor) onCall(child);
    if (inspected.type !== '@xstate.event' || child !== actor) return;
    if (/^xstate\.(?:init|stop)$/.test(inspected.event.type)) return;
    keepSecretNames(masker, run.view);
    onEvent(inspected.event, inspected.sourceRef as AnyActorRef | undefined);
  };
  const onView = (view: unknown) => {
    if (held) held.view = view;
    else views.write(view, log.at());
    const { children } = actor.getSnapshot() as { readonly children: Record<string, AnyActorRef> };
    for (const [id, child] of calls) {
      if (children[id] === child) continue;
      calls.delete(id);
      line({ kind: 'dropped', id });
    }
  };

  keepSecretNames(masker, run.view);
  line({
    ...{ kind: 'run', workflow: workflow.id, version: workflow.version },
    ...{ access, snapshot: snapshotOf(run) },
  });
  const { children } = actor.getSnapshot() as { readonly children: Record<string, AnyActorRef> };
  for (const child of Object.values(children)) onCall(child);
  views.write(run.view, log.at());
  const inspection = actor.system.inspect(onInspected);
  const unsubscribe = run.subscribe(onView);
  return () => {
    flush();
    inspection.unsubscribe();
    unsubscribe();
  };
}

/** Undefined for a machine with calls that have no name, which xstate can't keep. */
function snapshotOf({ actor }: RecordableRun): unknown {
  try {
    return actor.getPersistedSnapshot();
  } catch {
    return undefined;
  }
}

/** A need that is answered with a secret says so; its answer is an event with its name. */
function keepSecretNames(masker: Masker, view: unknown): void {
  const { needs = [] } = view as { readonly needs?: readonly { name: string; secret?: boolean }[] };
  for (const { name, secret } of needs) if (secret) masker.keepSecretName(name);
}
