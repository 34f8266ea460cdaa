import {
  type AnyResource,
  persist,
  type RecordInput,
  type RecordView,
  recordPorts,
  recordWorkflow,
  resume,
  type SavedRun,
} from '@forecourt/core';
import { useEffect, useRef } from 'react';
import { usePortal } from '../../platform/portal-context.ts';
import { useToast } from '../../shell/Toasts.tsx';
import { useWorkflowRun } from '../../workflow/use-workflow.ts';

export type AnyDetail = Readonly<Record<string, unknown>>;
export type FormView = RecordView<AnyDetail>;

/** Starts the record's workflow, or goes on with a run that was kept. */
function start(ports: ReturnType<typeof recordPorts>, input: RecordInput, saved?: SavedRun) {
  const workflow = recordWorkflow<AnyDetail>(ports as never);
  if (saved === undefined) return { workflow, input };
  try {
    return { workflow: resume(workflow, saved), input };
  } catch {
    // Kept by a former version: what was typed then can't be placed any more.
    return { workflow, input };
  }
}

/** Says how a save ended, once each (FORM-03). */
function useOutcomeToast(view: FormView): void {
  const toast = useToast();
  const { result } = view.data;
  const error = view.status === 'failed' ? view.error : undefined;
  const told = useRef<unknown>(undefined);
  const loaded = view.data.record !== undefined || view.data.mode === 'create';
  useEffect(() => {
    const news = result ?? error;
    if (news === undefined || told.current === news) return;
    told.current = news;
    if (result) toast('good', result.message, result.meanwhile);
    // A record that can't be loaded is told on the page.
    else if (error && loaded) toast('bad', error.message, error.detail);
  }, [result, error, loaded, toast]);
}

/** A record's form: its view, how to tell it something, and the run to keep when the session ends. */
export function useForm(definition: AnyResource, input: RecordInput, saved?: SavedRun) {
  const { client } = usePortal();
  const { view, send, run } = useWorkflowRun(() =>
    start(recordPorts(client, definition), input, saved),
  );
  useOutcomeToast(view);
  return { view, send, save: () => persist(run) };
}

export type Form = ReturnType<typeof useForm>;
