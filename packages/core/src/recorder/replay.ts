/**
 * Replays a recorded run: the same machine gets the same events and the recorded answers, in their order, and
 * must show the same views. No port is called, no time passes, and it is over when the call returns.
 */

import {
  type AnyActorRef,
  type AnyStateMachine,
  type EventObject,
  fromPromise,
  SimulatedClock,
} from 'xstate';
import { createRun, type Workflow } from '../workflows/workflow.ts';
import { type Difference, differencesOf, outlineOf } from './differences.ts';
import { createMasker } from './mask.ts';
import type { Json, RecordedEvent, RecordedRun, RecordedStep } from './recording.types.ts';
import { RecordingError } from './recording-error.ts';
import { standIns } from './stand-ins.ts';

/** A place where a replay differs from its recording. */
export interface ReplayDifference {
  /** The recorded step, counted from 1. */
  readonly step: number;
  /** Its time in ms since the recording began. */
  readonly at: number;
  /** What led to it: 'event submit', 'answer of check'. */
  readonly after: string;
  /** Where: 'view.data.report.rows', 'call send input.key'. */
  readonly where: string;
  /** Both as JSON; undefined where there is nothing. */
  readonly recorded: unknown;
  readonly now: unknown;
  /** The above as one sentence. */
  readonly text: string;
}

/** What a replay found. */
export interface ReplayReport {
  /** True if nothing differs. */
  readonly same: boolean;
  /** The first ones, 20 at most; the first is the one to look at. */
  readonly differences: readonly ReplayDifference[];
  /** Number of views that were compared. */
  readonly views: number;
  /** Number of calls that were answered from the recording. */
  readonly calls: number;
  /** What could be compared only in outline, and that the rights differ, as sentences. */
  readonly remarks: readonly string[];
}

const MOST = 20;
const never = fromPromise(() => new Promise<never>(() => undefined));

/** Each of the machine's calls waits for its recorded answer. */
const withoutPorts = (machine: AnyStateMachine): AnyStateMachine =>
  machine.provide({
    actors: Object.fromEntries(
      Object.keys(machine.implementations.actors).map((name) => [name, never]),
    ),
  } as never);

function checkFits(recorded: RecordedRun, workflow: Workflow<unknown, never>): void {
  if (recorded.workflow !== workflow.id) {
    throw new RecordingError(
      'other_workflow',
      `Run ${recorded.number} is one of the workflow ${recorded.workflow}; ${workflow.id} can't replay it. Give the workflow ${recorded.workflow}.`,
    );
  }
  if (recorded.version > workflow.version) {
    throw new RecordingError(
      'other_version',
      `Run ${recorded.number} was recorded with version ${recorded.version} of ${workflow.id}; this is version ${workflow.version}. Replay it with that version.`,
    );
  }
  if (typeof recorded.snapshot !== 'object' || recorded.snapshot === null) {
    throw new RecordingError(
      'incomplete',
      `Run ${recorded.number} can't be replayed: the state in which it began is not in the recording. Record it from its start, with maxBytes large enough, and with named actors in its machine.`,
    );
  }
}

/** What the machine did since the last recorded step was given to it. */
interface Produced {
  /** What stopped the machine, or its view. */
  error?: unknown;
  readonly views: unknown[];
  readonly calls: { readonly id: string; readonly name: string; readonly input: unknown }[];
}

/**
 * Replays one run of a recording and reports where it differs. Secrets and card numbers, which a recording
 * doesn't have, get others in their place. Give a workflow with ports of the same shape and the same rights as
 * the recorded one (`recorded.access`): they are asked what the account may do, and nothing else. Throws a
 * `RecordingError` for another workflow, a newer version, or a run without its begin.
 *
 * @param recorded one of the recording's runs
 * @param workflow the same workflow, with any ports of its shape
 * @returns the differences, none if it runs as it did
 * @example
 * for (const recorded of readRecording(text).runs)
 *   expect(replay(recorded, importWorkflow(ports)).differences).toEqual([]);
 */
export function replay<View, Event extends EventObject, Input>(
  recorded: RecordedRun,
  workflow: Workflow<View, Event, Input>,
): ReplayReport {
  checkFits(recorded, workflow as never);
  const masker = createMasker();
  const { original } = standIns(masker);
  const produced: Produced = { views: [], calls: [] };
  const run = createRun(
    {
      ...workflow,
      machine: withoutPorts(workflow.machine),
      view: (snapshot) => {
        try {
          return workflow.view(snapshot);
        } catch (error) {
          produced.error ??= error;
          return undefined as View;
        }
      },
    } as Workflow<View, RecordedEvent>,
    {
      input: undefined,
      snapshot: migratedSnapshot(recorded, workflow as never, original) as never,
      clock: new SimulatedClock(),
      inspect: (inspected) => {
        const child = inspected.actorRef as AnyActorRef & {
          readonly _parent?: unknown;
          readonly src?: unknown;
          readonly options?: { readonly input?: unknown };
        };
        if (inspected.type !== '@xstate.actor' || child._parent === undefined) return;
        const name = typeof child.src === 'string' ? child.src : 'call';
        produced.calls.push({ id: child.id, name, input: child.options?.input });
      },
    },
  );
  run.subscribe((view) => produced.views.push(view));
  run.actor.subscribe({
    error: (error) => {
      produced.error ??= error;
    },
  });
  run.start();
  return new Comparison(recorded, { run: run as never, produced, masker, original }).report();
}

const tooOld = (id: string, version: number, present: number): RecordingError =>
  new RecordingError(
    'other_version',
    `This run was recorded with version ${version} of ${id}; this is version ${present}, and the workflow has no migration from ${version}. Add one, or replay it with that version.`,
  );

/** The recorded snapshot, at the workflow's present version. */
function migratedSnapshot(
  { snapshot, version }: RecordedRun,
  { id, migrations = {}, version: present }: Workflow<unknown, never>,
  original: (value: unknown) => unknown,
): object {
  const whole = original(snapshot) as { readonly value: unknown; readonly context: unknown };
  let at = { state: String(whole.value), context: whole.context };
  for (let from = version; from < present; from += 1) {
    const migrate = migrations[from];
    if (migrate === undefined) throw tooOld(id, version, present);
    at = migrate(at);
  }
  return { ...whole, value: at.state, context: at.context };
}

interface Replayed {
  readonly run: ReturnType<typeof createRun<unknown, RecordedEvent, undefined>>;
  readonly produced: Produced;
  readonly masker: ReturnType<typeof createMasker>;
  readonly original: (value: unknown) => unknown;
}

const DESCRIBED: Readonly<Partial<Record<RecordedStep['kind'], string>>> = {
  event: 'event',
  timer: 'timer',
  answer: 'answer of',
};

const cause = (step: RecordedStep): string =>
  `${DESCRIBED[step.kind] ?? step.kind} ${'event' in step ? step.event.type : 'id' in step ? step.id : ''}`.trim();

/** Gives the recorded steps to the machine, one after the other, and compares what follows each. */
class Comparison {
  readonly #differences: ReplayDifference[] = [];
  readonly #known = new Map<string, string>();
  readonly #remarks: string[] = [];
  readonly #counts = { views: 0, calls: 0 };
  readonly #recorded: RecordedRun;
  readonly #now: Replayed;
  #after = 'the begin';
  #inOutline = false;
  #view: unknown;
  #viewsHere = 0;
  #last: { readonly step: number; readonly at: number } = { step: 0, at: 0 };

  constructor(recorded: RecordedRun, now: Replayed) {
    this.#recorded = recorded;
    this.#now = now;
    this.#view = now.run.view;
  }

  report(): ReplayReport {
    const { produced, run } = this.#now;
    const { steps } = this.#recorded;
    // The calls under way at the begin were restored with the snapshot.
    const atBegin = new Set(steps.slice(0, steps.findIndex(({ kind }) => kind === 'view') + 1));
    produced.views.splice(0);
    for (const [index, step] of steps.entries()) {
      this.#last = { step: index + 1, at: step.at };
      if (this.#differences.length >= MOST || !this.#goesOn()) break;
      if (step.kind === 'view') this.#compareView(step);
      else if (step.kind === 'call') {
        if (atBegin.has(step)) produced.calls.shift();
        else this.#compareCall(step);
      } else if (step.kind !== 'dropped' && !this.#give(step)) break;
    }
    if (this.#differences.length < MOST && this.#goesOn()) this.#leaveNothing();
    run.stop();
    return {
      same: this.#differences.length === 0,
      differences: this.#differences.slice(0, MOST),
      ...this.#counts,
      remarks: this.#differences.some(isOfRights)
        ? [OTHER_RIGHTS, ...this.#remarks]
        : this.#remarks,
    };
  }

  /** Returns false if the machine can't take the step. */
  #give(step: RecordedStep): boolean {
    this.#leaveNothing();
    this.#after = cause(step);
    this.#viewsHere = 0;
    if (step.kind === 'answer') return this.#answer(step);
    const { original, run } = this.#now;
    if ('event' in step) run.send(original(step.event) as RecordedEvent);
    return true;
  }

  #answer(step: RecordedStep & { kind: 'answer' }): boolean {
    const { original, run } = this.#now;
    const { children } = run.actor.getSnapshot() as { readonly children: Record<string, unknown> };
    if (!children[step.id]) {
      this.#differ(`call ${step.id}`, [{ path: '', recorded: 'answered', now: 'not made' }]);
      return false;
    }
    if (step.cut && !this.#inOutline) {
      this.#inOutline = true;
      this.#remarks.push(
        `From step ${this.#last.step} on, only the outline is compared: ${this.#after} was too large to be kept whole.`,
      );
    }
    const isError = step.error !== undefined;
    run.send({
      type: `xstate.${isError ? 'error' : 'done'}.actor.${step.id}`,
      actorId: step.id,
      ...(isError ? { error: original(step.error) } : { output: original(step.output) }),
    } as never);
    return true;
  }

  #compareView(step: RecordedStep & { kind: 'view' }): void {
    const { views } = this.#now.produced;
    this.#counts.views += 1;
    this.#viewsHere += 1;
    if (this.#viewsHere > 1 || views.length > 0) {
      if (views.length === 0) {
        const none = { path: '', recorded: 'another view', now: 'no further view' };
        this.#differ('view', [none]);
        return;
      }
      this.#view = views.shift();
    }
    const isOutline = this.#inOutline || step.cut === true;
    const [was, is] = [step.view as Json, this.#json(this.#view)].map((one) =>
      isOutline ? outlineOf(one) : one,
    );
    this.#differ('view', differencesOf(was, is, { known: this.#known }));
  }

  #compareCall(step: RecordedStep & { kind: 'call' }): void {
    this.#counts.calls += 1;
    const made = this.#now.produced.calls.shift();
    const where = `call ${step.name}`;
    if (made?.name !== step.name) {
      const now = made ? `call ${made.name}` : 'not made';
      this.#differ(where, [{ path: '', recorded: 'made', now }]);
      return;
    }
    if (this.#inOutline || step.cut) return;
    const how = { known: this.#known, byName: true };
    this.#differ(`${where} input`, differencesOf(step.input ?? null, this.#json(made.input), how));
  }

  /** Returns false after an error of the machine or its view. */
  #goesOn(): boolean {
    const { error } = this.#now.produced;
    if (error === undefined) return true;
    const now = `an error: ${error instanceof Error ? error.message : error}`;
    this.#differ('machine', [{ path: '', recorded: 'went on', now }]);
    return false;
  }

  /** Nothing that the machine did may be missing from the recording. */
  #leaveNothing(): void {
    const { calls, views } = this.#now.produced;
    for (const { name } of calls.splice(0)) {
      this.#differ(`call ${name}`, [{ path: '', recorded: 'not made', now: 'made' }]);
    }
    for (const _ of views.splice(0)) {
      this.#differ('view', [{ path: '', recorded: 'no further view', now: 'another view' }]);
    }
  }

  #differ(where: string, found: readonly Difference[]): void {
    const after = this.#after;
    for (const { now, path, recorded } of found) {
      const place = [where, path]
        .filter((part) => part !== '')
        .join(path.startsWith('[') ? '' : '.');
      const text = `Step ${this.#last.step}, after ${after}: ${place} was ${textOf(recorded)}, and is now ${textOf(now)}.`;
      this.#differences.push({ ...this.#last, after, where: place, recorded, now, text });
    }
  }

  #json(value: unknown): Json {
    return this.#now.masker.json(value, { left: Number.POSITIVE_INFINITY, cut: false }) ?? null;
  }
}

const RIGHTS: readonly unknown[] = [
  'not_signed_in',
  'rights_not_loaded',
  'missing_right',
  'staff_only',
];
const OTHER_RIGHTS =
  "The ports' account may do other things than the recorded one. Give them the recorded rights: memoryStore(signedInState({ access: run.access })), with signedInState of @forecourt/core/testing.";

/** Whether the ports refuse what the recorded account was allowed, or the other way round. */
const isOfRights = ({ now, recorded }: ReplayDifference): boolean =>
  [now, recorded].some((reason) => RIGHTS.includes((reason as { code?: unknown } | null)?.code));

const SHOWN = 200;

function textOf(value: unknown): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
