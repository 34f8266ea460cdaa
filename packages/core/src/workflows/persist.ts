import { type AnyStateMachine, type SnapshotFrom, StateMachine } from 'xstate';
import type { Workflow, WorkflowRun } from './workflow.ts';

/** A run as it is kept and sent on: plain JSON, no secret, no file, no record of the service. */
export interface SavedRun {
  readonly workflow: string;
  readonly version: number;
  readonly state: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/** A saved run can't go on here. */
export class ResumeError extends Error {
  override readonly name = 'ResumeError';
  /** 'other_workflow': saved by another one; 'other_version': by another version; 'damaged': not a saved run. */
  readonly code: 'other_workflow' | 'other_version' | 'damaged';

  constructor(code: ResumeError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** The run as JSON, to go on in another process: see `resume`. */
export function persist<Machine extends AnyStateMachine, V>(
  run: Pick<WorkflowRun<Machine, V>, 'actor' | 'workflow'>,
): SavedRun {
  const { id, resume, version } = run.workflow;
  const { context, value } = run.actor.getSnapshot() as SnapshotFrom<AnyStateMachine>;
  const at = { state: String(value), context };
  // What a resumed run can't go on with is left out already: it would be in the file for nothing.
  const kept = resume ? resume(at) : at;
  return JSON.parse(JSON.stringify({ workflow: id, version, ...kept })) as SavedRun;
}

function checkSaved(workflow: Workflow<AnyStateMachine, unknown>, saved: SavedRun): void {
  const { id, machine, version } = workflow;
  if (typeof saved !== 'object' || saved === null || typeof saved.workflow !== 'string') {
    throw new ResumeError('damaged', 'This is no saved run of a workflow.');
  }
  if (saved.workflow !== id) {
    throw new ResumeError(
      'other_workflow',
      `This run was saved by the workflow ${saved.workflow}; it can't go on in ${id}.`,
    );
  }
  if (saved.version !== version) {
    throw new ResumeError(
      'other_version',
      `This run of ${id} was saved by version ${saved.version} and can't go on in version ${version}. Start it anew.`,
    );
  }
  if (!Object.hasOwn(machine.states, saved.state) || typeof saved.context !== 'object') {
    throw new ResumeError('damaged', `The saved run of ${id} has no state that is known here.`);
  }
}

/**
 * The workflow as it goes on from a saved run; start it as any other (its input is not looked at). Timers
 * and requests begin anew. Nothing is resumed into sending: what may have been sent is asked for under its
 * key. Secrets and files have to be given again. Throws a `ResumeError`.
 * @example
 * const saved = JSON.stringify(persist(run));
 * const again = startWorkflow(resume(workflow, JSON.parse(saved)), { input });
 */
export function resume<Machine extends AnyStateMachine, V>(
  workflow: Workflow<Machine, V>,
  saved: SavedRun,
): Workflow<Machine, V> {
  checkSaved(workflow as unknown as Workflow<AnyStateMachine, unknown>, saved);
  const { config, implementations } = workflow.machine;
  const machine = new StateMachine(
    { ...config, initial: saved.state, context: saved.context },
    implementations,
  );
  return { ...workflow, machine: machine as unknown as Machine };
}
