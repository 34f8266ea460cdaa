import {
  type Actor,
  type ActorOptions,
  type AnyStateMachine,
  createActor,
  type EventFromLogic,
  type InputFrom,
  type SnapshotFrom,
} from 'xstate';

/** A machine with its effects handed in, and its pure view: the public form of every flow. */
export interface Workflow<Machine extends AnyStateMachine, V> {
  readonly id: string;
  /** Raised when a stored snapshot of the former version can no longer go on. */
  readonly version: number;
  readonly machine: Machine;
  readonly view: (snapshot: SnapshotFrom<Machine>) => V;
  /**
   * Where a saved run goes on, and with what: nothing goes on into sending, and nothing that stays with a
   * process (files, secrets, fetched records) is counted on. Absent: where it was, with all of it.
   */
  readonly resume?: (at: StateAndContext<Machine>) => StateAndContext<Machine>;
}

/** A flat machine's state by name, and its context. */
export interface StateAndContext<Machine extends AnyStateMachine> {
  readonly state: string;
  readonly context: SnapshotFrom<Machine>['context'];
}

/** A running workflow as a surface holds it: views come out, events go in. */
export interface WorkflowRun<Machine extends AnyStateMachine, V> {
  /** The same object until something changes. */
  readonly view: V;
  readonly workflow: Workflow<Machine, V>;
  readonly actor: Actor<Machine>;
  send(event: EventFromLogic<Machine>): void;
  /** Told after each change, not at once; gives back how to stop listening. */
  subscribe(listener: (view: V) => void): () => void;
  /** The first view, from now on, that fits. Rejects never; stops with the run. */
  until(fits: (view: V) => boolean): Promise<V>;
  /** Ends the run and aborts what is under way. */
  stop(): void;
}

/** Starts a workflow. Outside React's render, and once: effects begin at once. */
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
