import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { EventObject } from 'xstate';
import { persist, resume } from '../workflows/persist.ts';
import { createRun, type Workflow, type WorkflowRun } from '../workflows/workflow.ts';

/**
 * Returns the current view of a run that was started elsewhere, and renders again when it changes. The run
 * goes on when the component unmounts.
 *
 * @param run a run of any workflow
 * @example
 * const view = useView(run);
 */
export function useView<View>(run: Pick<WorkflowRun<View, never>, 'view' | 'subscribe'>): View {
  const current = () => run.view;
  return useSyncExternalStore(run.subscribe, current, current);
}

const isStopped = ({ actor }: Pick<WorkflowRun<unknown, never>, 'actor'>): boolean =>
  actor.getSnapshot().status === 'stopped';

/**
 * Runs a workflow while the component is mounted. Returns its view, the function that sends it events, and
 * the run, for `persist`. Only the first render's workflow and input count: give the component a `key` to
 * start over.
 *
 * A render starts nothing, so one that React discards costs nothing. StrictMode's second mount continues the
 * first one's run: stopping it would abort its first request. A component that React hides and shows again
 * continues like a saved run: what may have been sent is asked for by its key, never sent anew.
 *
 * @param make creates the workflow; called once
 * @param input the workflow's input
 * @throws what `make` throws
 * @example
 * const [view, send] = useWorkflow(() => listWorkflow(listPorts(client, cards)), {
 *   query: { size: 25 },
 * });
 */
export function useWorkflow<View, Event extends EventObject, Input>(
  make: () => Workflow<View, Event, Input>,
  input: NoInfer<Input>,
): readonly [view: View, send: (event: Event) => void, run: WorkflowRun<View, Event>] {
  const [first] = useState(() => ({ workflow: make(), input }));
  const [run, setRun] = useState(() => createRun(first.workflow, { input: first.input }));
  const mounts = useRef(0);
  useEffect(() => {
    mounts.current += 1;
    if (isStopped(run)) {
      setRun(createRun(resume(first.workflow, persist(run)), { input: first.input }));
    } else run.start();
    return () => {
      mounts.current -= 1;
      // StrictMode mounts again before this runs.
      queueMicrotask(() => {
        if (mounts.current === 0) run.stop();
      });
    };
  }, [first, run]);
  return [useView(run), run.send, run];
}
