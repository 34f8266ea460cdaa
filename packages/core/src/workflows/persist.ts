import { type AnyStateMachine, type EventObject, StateMachine } from 'xstate';
import type { Workflow, WorkflowRun } from './workflow.ts';

/** A saved run: plain JSON, without secrets, files or records of the service. */
export interface SavedRun {
  readonly workflow: string;
  /** The workflow's version when it was saved. */
  readonly version: number;
  readonly state: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/** Thrown when a saved run can't be resumed here. */
export class ResumeError extends Error {
  override readonly name = 'ResumeError';
  /** 'other_workflow' or 'other_version': saved by another one; 'damaged': not a saved run. */
  readonly code: 'other_workflow' | 'other_version' | 'damaged';

  /**
   * @param code what is wrong with the saved run
   * @param message the same in a sentence
   */
  constructor(code: ResumeError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Returns the run as JSON, to be resumed in another process with `resume`.
 *
 * @param run a run of any workflow
 * @example
 * const saved = JSON.stringify(persist(run));
 * const again = startWorkflow(resume(loginWorkflow(loginPorts(client)), JSON.parse(saved)), { input: {} });
 */
export function persist(run: Pick<WorkflowRun<unknown, never>, 'actor' | 'workflow'>): SavedRun {
  const { id, resume, version } = run.workflow;
  const { context, value } = run.actor.getSnapshot();
  const at = { state: String(value), context };
  // Drops what a resumed run would ignore, so that it doesn't end up in the file.
  const kept = resume ? resume(at) : at;
  return JSON.parse(JSON.stringify({ workflow: id, version, ...kept })) as SavedRun;
}

/** Takes a run of an earlier version through the workflow's migrations; undefined if one is missing. */
function migratedRun(
  { migrations = {}, version }: Workflow<unknown>,
  saved: SavedRun,
): SavedRun | undefined {
  let now = saved;
  for (let from = saved.version; from < version; from += 1) {
    const migrate = migrations[from];
    if (migrate === undefined) return undefined;
    now = { ...now, ...migrate({ state: now.state, context: now.context }), version: from + 1 };
  }
  return now;
}

function checkSaved({ id }: Workflow<unknown>, saved: SavedRun): void {
  if (typeof saved !== 'object' || saved === null || typeof saved.workflow !== 'string') {
    throw new ResumeError(
      'damaged',
      'This is no saved run of a workflow: resume(workflow, saved) takes what persist(run) returned.',
    );
  }
  if (saved.workflow !== id) {
    throw new ResumeError(
      'other_workflow',
      `This run was saved by the workflow ${saved.workflow}; it can't go on in ${id}.`,
    );
  }
  const isWhole = typeof saved.state === 'string' && isObject(saved.context);
  if (!Number.isInteger(saved.version) || !isWhole) throw noState(id);
}

/** Returns the saved run at the workflow's present version. */
function presentRun(workflow: Workflow<unknown>, saved: SavedRun): SavedRun {
  checkSaved(workflow, saved);
  const { id, machine, version } = workflow;
  const present = saved.version > version ? undefined : migratedRun(workflow, saved);
  if (present === undefined) {
    throw new ResumeError(
      'other_version',
      `This run of ${id} was saved by version ${saved.version} and can't go on in version ${version}. Start again.`,
    );
  }
  if (!Object.hasOwn(machine.states, present.state)) throw noState(id);
  return present;
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

const noState = (id: string): ResumeError =>
  new ResumeError('damaged', `The saved run of ${id} has no state that is known here.`);

/**
 * Returns the workflow that continues a saved run. Start it like any other (its input is ignored). Timers and
 * requests start anew. A run of an earlier version is migrated, if the workflow has `migrations` for it. A run is
 * never resumed into sending: if it may have been sent, it asks for the outcome by key. Secrets and files must be
 * given again. Throws a `ResumeError`, and a TypeError without a workflow. A run that was sending fails with 'unknown'
 * if the outcome can't be asked for.
 *
 * @param workflow the same workflow, with ports of this process
 * @param saved what `persist` returned
 * @example
 * const saved = JSON.stringify(persist(run));
 * const again = startWorkflow(resume(workflow, JSON.parse(saved)), { input });
 */
export function resume<View, Event extends EventObject, Input>(
  workflow: Workflow<View, Event, Input>,
  saved: SavedRun,
): Workflow<View, Event, Input> {
  if (workflow?.machine === undefined) {
    throw new TypeError(
      'The workflow of resume(workflow, saved) is one such as loginWorkflow(loginPorts(client)).',
    );
  }
  const { context, state } = presentRun(workflow, saved);
  const { config, implementations } = workflow.machine;
  const machine: AnyStateMachine = new StateMachine(
    { ...config, initial: state, context },
    implementations,
  );
  return { ...workflow, machine };
}
