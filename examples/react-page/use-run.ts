import { startWorkflow, type Workflow } from '@forecourt/core';
import { useEffect, useState, useSyncExternalStore } from 'react';

// biome-ignore lint/suspicious/noExplicitAny: any workflow
type AnyWorkflow = Workflow<any, any>;
type ViewOf<W> =
  W extends Workflow<never, infer V> ? V : ReturnType<W extends AnyWorkflow ? W['view'] : never>;

/** Binds a workflow to React: its view, and a function that sends it events. */
export function useRun<W extends AnyWorkflow>(make: () => W, input: unknown) {
  const [run] = useState(() => startWorkflow(make(), { input }));
  useEffect(() => () => run.stop(), [run]);
  const view = useSyncExternalStore(run.subscribe, () => run.view) as ViewOf<W>;
  return [view, run.send] as const;
}
