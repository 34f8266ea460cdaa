/**
 * Workflows: state machines with a pure view, one folder each, and what they share (needs, failures,
 * persistence, repeated calls). They get effects through ports and definitions as input, so they import
 * neither a client nor a resource.
 */

import {
  type ActorOptions,
  type AnyActor,
  type AnyStateMachine,
  createActor,
  type EventFromLogic,
  type EventObject,
  type InputFrom,
  type SnapshotFrom,
} from 'xstate';
import type { Need } from './view.ts';

/**
 * A workflow, ready to run: what it shows, the events that it takes, and what it starts with. Run it with
 * `startWorkflow`, or with `useWorkflow` of `@forecourt/core/react`.
 */
export interface Workflow<View, Event extends EventObject = EventObject, Input = unknown> {
  readonly id: string;
  /**
   * Incremented when a saved run of the previous version can't be resumed as it is; `migrations` then may turn it
   * into one that can.
   */
  readonly version: number;
  /** The machine with its effects, for diagrams and for tests of its paths. Surfaces use a run's view. */
  readonly machine: AnyStateMachine;
  readonly view: (snapshot: SnapshotFrom<AnyStateMachine>) => View;
  /**
   * Returns the state in which a saved run resumes, and its context: never a sending state, and without
   * what belongs to a process (files, secrets, loaded records). Absent: resumes in the same state with the
   * same context.
   */
  readonly resume?: (at: StateAndContext) => StateAndContext;
  /**
   * Turns what an earlier version saved into what the next version would have saved, by the version that is
   * read: `{ 1: … }` reads version 1 and returns version 2. Without one, a run of that version can't resume.
   */
  readonly migrations?: RunMigrations;
  /** Carries the types of events and input to the compiler. It is never set. */
  readonly types?: { readonly event: Event; readonly input: Input };
}

/** A flat machine's state name and context. */
export interface StateAndContext<Machine extends AnyStateMachine = AnyStateMachine> {
  readonly state: string;
  readonly context: SnapshotFrom<Machine>['context'];
}

/** RunMigrations of saved runs, by the version that they read; each leads to the next version. */
export type RunMigrations = Readonly<Record<number, (at: StateAndContext) => StateAndContext>>;

/** What a workflow is made of, in the types of its machine. */
export interface WorkflowParts<Machine extends AnyStateMachine, View> {
  readonly id: string;
  /** Of the saved state; a higher one after each change that earlier runs don't fit. */
  readonly version: number;
  readonly machine: Machine;
  readonly view: (snapshot: SnapshotFrom<Machine>) => View;
  readonly resume?: (at: StateAndContext<Machine>) => StateAndContext<Machine>;
  readonly migrations?: RunMigrations;
}

/**
 * Makes a workflow of a machine and its view. `Event` lists the events for surfaces; those that the machine
 * sends to itself stay inside.
 *
 * @param parts id, machine, view, and how saved runs are migrated and resumed
 * @returns the workflow, for `startWorkflow`
 * @example
 * const tanks = defineWorkflow<typeof machine, TanksView, TanksEvent, TanksInput>({
 *   id: 'tanks',
 *   version: 1,
 *   machine,
 *   view: ({ context }) => ({ status: 'done', output: context.tanks }),
 * });
 */
export function defineWorkflow<
  Machine extends AnyStateMachine,
  View,
  Event extends EventFromLogic<Machine>,
  Input extends InputFrom<Machine>,
>(parts: WorkflowParts<Machine, View>): Workflow<View, Event, Input> {
  return parts as unknown as Workflow<View, Event, Input>;
}

/** A running workflow as seen by a surface: it reads views and sends events. */
export interface WorkflowRun<View, Event extends EventObject = EventObject> {
  /** The same object until something changes. */
  readonly view: View;
  readonly workflow: Pick<Workflow<View>, 'id' | 'version' | 'machine' | 'view' | 'resume'>;
  readonly actor: AnyActor;
  /**
   * Sends an event. One that the view's commands refuse changes nothing, nor does one to a run that has ended or was
   * stopped: the view stays the same object.
   */
  send(this: void, event: Event): void;
  /** Calls the listener after each change, but not initially. Returns a function that unsubscribes. */
  subscribe(this: void, listener: (view: View) => void): () => void;
  /**
   * Resolves to the first view that matches, including the current one. Never rejects; stays pending if the
   * run stops.
   */
  until(this: void, fits: (view: View) => boolean): Promise<View>;
  /** Ends the run and aborts pending requests. */
  stop(this: void): void;
}

/** A workflow's input, and any options of an xstate actor: a clock, an inspector. */
export type StartOptions<Input> = Omit<ActorOptions<AnyStateMachine>, 'input'> & {
  readonly input: Input;
};

/** Creates a run whose effects wait for `start`. */
export function createRun<View, Event extends EventObject, Input>(
  workflow: Workflow<View, Event, Input>,
  options: StartOptions<NoInfer<Input>>,
): WorkflowRun<View, Event> & { start(this: void): void } {
  const actor = createActor(workflow.machine, options);
  const listeners = new Set<(view: View) => void>();
  let snapshot = actor.getSnapshot();
  let view = workflow.view(snapshot);
  actor.subscribe((next) => {
    if (next === snapshot) return;
    snapshot = next;
    view = workflow.view(next);
    for (const listener of [...listeners]) listener(view);
  });
  const subscribe = (listener: (view: View) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get view() {
      return view;
    },
    workflow,
    actor,
    start: () => void actor.start(),
    send(event) {
      // XState would fail later, where no caller can catch it.
      if (typeof event?.type !== 'string') {
        throw new TypeError("An event has a type: run.send({ type: 'submit' }).");
      }
      actor.send(event);
    },
    subscribe,
    until: (fits) =>
      new Promise((resolve) => {
        if (fits(view)) return resolve(view);
        const stop = subscribe((next) => {
          if (!fits(next)) return;
          stop();
          resolve(next);
        });
      }),
    stop: () => void actor.stop(),
  };
}

/**
 * Starts a workflow; its effects start at once, so call it outside React's render, and only once.
 *
 * @param workflow a workflow with its ports
 * @param options the workflow's `input`, and any options of an xstate actor
 * @returns the run, which `stop` ends
 * @example
 * const run = startWorkflow(loginWorkflow(ports), { input: { email: 'clerk@example.com' } });
 * run.send({ type: 'field.changed', name: 'password', value: secret });
 * run.send({ type: 'submit' });
 * const end = await run.until((view) => view.status !== 'pending');
 */
export function startWorkflow<View, Event extends EventObject, Input>(
  workflow: Workflow<View, Event, Input>,
  options: StartOptions<NoInfer<Input>>,
): WorkflowRun<View, Event> {
  const run = createRun(workflow, options);
  run.start();
  return run;
}

const isWaiting = (view: object): boolean => 'busy' in view && view.busy === false;

function waitingText(id: string, view: object): string {
  const needs = 'needs' in view ? (view.needs as readonly Need[]) : [];
  const names = needs.filter(({ answered }) => !answered).map(({ name }) => name);
  const what = names.length > 0 ? names.join(', ') : 'a command';
  return `runWorkflow: ${id} waits for ${what}. Start it with startWorkflow and send it events.`;
}

/**
 * Runs a workflow that asks for nothing, and resolves to the first view that isn't pending: what it did, or
 * why not. A failure is a view. Rejects with an Error if the workflow waits for an answer or a command: that takes
 * `startWorkflow` and events.
 *
 * @param workflow a workflow with its ports: an export, a download
 * @param input the workflow's input
 * @returns the view it ended with
 * @example
 * const end = await runWorkflow(downloadWorkflow(exportPorts(client, cards, keep)), {
 *   request: { filters: [] },
 * });
 */
export async function runWorkflow<
  View extends { readonly status: string },
  Event extends EventObject,
  Input,
>(
  workflow: Workflow<View, Event, Input>,
  input: NoInfer<Input>,
): Promise<Exclude<View, { readonly status: 'pending' }>> {
  const run = startWorkflow(workflow, { input });
  const end = await run.until((view) => view.status !== 'pending' || isWaiting(view));
  run.stop();
  if (end.status === 'pending') throw new Error(waitingText(workflow.id, end));
  return end as Exclude<View, { readonly status: 'pending' }>;
}
