/**
 * Workflows: state machines with a pure view, one folder each, and what they share (needs, failures,
 * persistence, repeated calls). They get effects through ports and definitions as input, so they import
 * neither a client nor a resource.
 */

import {
  type Actor,
  type ActorOptions,
  type AnyStateMachine,
  createActor,
  type EventFromLogic,
  type InputFrom,
  type SnapshotFrom,
} from 'xstate';

/** A machine with its effects provided, and its pure view: the public form of every workflow. */
export interface Workflow<Machine extends AnyStateMachine, V> {
  readonly id: string;
  /** Incremented when a saved run of the previous version can no longer be resumed. */
  readonly version: number;
  readonly machine: Machine;
  readonly view: (snapshot: SnapshotFrom<Machine>) => V;
  /**
   * Returns the state in which a saved run resumes, and its context: never a sending state, and without
   * what belongs to a process (files, secrets, loaded records). Absent: resumes in the same state with the
   * same context.
   */
  readonly resume?: (at: StateAndContext<Machine>) => StateAndContext<Machine>;
}

/** A flat machine's state name and context. */
export interface StateAndContext<Machine extends AnyStateMachine> {
  readonly state: string;
  readonly context: SnapshotFrom<Machine>['context'];
}

/** A running workflow as seen by a surface: it reads views and sends events. */
export interface WorkflowRun<Machine extends AnyStateMachine, V> {
  /** The same object until something changes. */
  readonly view: V;
  readonly workflow: Workflow<Machine, V>;
  readonly actor: Actor<Machine>;
  send(event: EventFromLogic<Machine>): void;
  /** Calls the listener after each change, but not initially. Returns a function that unsubscribes. */
  subscribe(listener: (view: V) => void): () => void;
  /**
   * Resolves to the first view that matches, including the current one. Never rejects; stays pending if the
   * run stops.
   */
  until(fits: (view: V) => boolean): Promise<V>;
  /** Ends the run and aborts pending requests. */
  stop(): void;
}

/**
 * Starts a workflow; its effects start at once, so call it outside React's render, and only once.
 *
 * @param options the workflow's `input`, and any options of an xstate actor
 */
export function startWorkflow<Machine extends AnyStateMachine, V>(
  workflow: Workflow<Machine, V>,
  options: Omit<ActorOptions<Machine>, 'input'> & { readonly input: InputFrom<Machine> },
): WorkflowRun<Machine, V> {
  const actor = createActor(workflow.machine, options as ActorOptions<Machine>);
  const listeners = new Set<(view: V) => void>();
  let snapshot = actor.getSnapshot();
  let view = workflow.view(snapshot as SnapshotFrom<Machine>);
  actor.subscribe((next) => {
    if (next === snapshot) return;
    snapshot = next;
    view = workflow.view(next as SnapshotFrom<Machine>);
    for (const listener of [...listeners]) listener(view);
  });
  actor.start();
  const subscribe = (listener: (view: V) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get view() {
      return view;
    },
    workflow,
    actor: actor as Actor<Machine>,
    send: (event) => actor.send(event as never),
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
    stop: () => actor.stop(),
  };
}
