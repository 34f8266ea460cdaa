import { startWorkflow, type Workflow } from '@forecourt/core';
import { useActorRef, useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import type { Actor, AnyStateMachine, EventFromLogic, InputFrom, SnapshotFrom } from 'xstate';

/**
 * Runs a workflow while the component is mounted. Returns its view, the function to send events,
 * and the run, which can be kept. Calls `make` once: give the component a `key` to start over.
 */
export function useWorkflowRun<Machine extends AnyStateMachine, V>(
  make: () => { workflow: Workflow<Machine, V>; input: InputFrom<Machine> },
) {
  const [{ workflow, input }] = useState(make);
  const actor = useActorRef(workflow.machine, { input } as never);
  const snapshot = useSelector(actor, (state) => state) as SnapshotFrom<Machine>;
  const view = useMemo(() => workflow.view(snapshot), [workflow, snapshot]);
  return {
    view,
    send: actor.send as (event: EventFromLogic<Machine>) => void,
    run: { workflow, actor: actor as unknown as Actor<Machine> },
  };
}

/** Like `useWorkflowRun`, without the run. */
export function useWorkflow<Machine extends AnyStateMachine, V>(
  make: () => { workflow: Workflow<Machine, V>; input: InputFrom<Machine> },
): [view: V, send: (event: EventFromLogic<Machine>) => void] {
  const { view, send } = useWorkflowRun(make);
  return [view, send];
}

/** Runs a workflow outside of any screen and resolves to the first view that isn't pending. */
export async function runWorkflow<
  Machine extends AnyStateMachine,
  V extends { readonly status: string },
>(
  workflow: Workflow<Machine, V>,
  input: InputFrom<Machine>,
): Promise<Exclude<V, { status: 'pending' }>> {
  const run = startWorkflow(workflow, { input });
  const end = await run.until((view) => view.status !== 'pending');
  run.stop();
  return end as Exclude<V, { status: 'pending' }>;
}
