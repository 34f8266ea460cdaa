import {
  type AnyResource,
  type Need,
  persist,
  type RecordInput,
  type RecordView,
  recordPorts,
  recordWorkflow,
  resume,
  type SavedRun,
} from '@forecourt/core';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
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
  const reported = useRef<unknown>(undefined);
  const loaded = view.data.record !== undefined || view.data.mode === 'create';
  useEffect(() => {
    const news = result ?? error;
    if (news === undefined || reported.current === news) return;
    reported.current = news;
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

/** The first control that something is wrong with takes the focus, and comes into sight. */
function focusFault(element: HTMLElement | null): void {
  const faulty = element?.querySelector<HTMLElement>('[aria-invalid="true"]');
  faulty?.focus({ preventScroll: true });
  faulty?.scrollIntoView({ block: 'center' });
}

/** Is there a step of the wizard behind this one? */
export const hasNext = ({ view }: Form): boolean => {
  const { next } = view.commands;
  return view.data.steps !== undefined && (next.allowed || next.reason.code !== 'last_step');
};

/** On to the next step, or what keeps it from that is shown (USER-03); else it is sent. */
function advance(form: Form): void {
  const { send, view } = form;
  const mending = hasNext(form) && !view.commands.next.allowed && 'needs' in view;
  if (!mending) send({ type: hasNext(form) ? 'next' : 'submit' });
  else for (const { name } of view.needs) send({ type: 'field.left', name });
}

/** Submits by button or Enter; a refused form shows its first fault (FORM-06), also one the service found. */
export function useSubmit(form: Form): {
  readonly element: RefObject<HTMLFormElement | null>;
  readonly onSubmit: (event: FormEvent) => void;
} {
  const { view } = form;
  const element = useRef<HTMLFormElement>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (attempt > 0) focusFault(element.current);
  }, [attempt]);
  const refused =
    view.status === 'failed' && view.error.fields !== undefined ? view.error : undefined;
  useEffect(() => {
    if (refused) focusFault(element.current);
  }, [refused]);
  const from = useRef<HTMLElement>(null);
  const inConflict = view.status === 'pending' && view.step === 'conflict';
  useEffect(() => {
    if (!inConflict) return;
    // The browser gives the focus back to what had it as the dialog opened: to nothing, while it was sent.
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) from.current?.focus();
      });
    };
  }, [inConflict]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (document.activeElement instanceof HTMLElement) from.current = document.activeElement;
    // Left, so that what is wrong with the field being typed in is said too.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    advance(form);
    setAttempt(attempt + 1);
  };
  return { element, onSubmit };
}

/** The fields stay in sight after the view has stopped asking for them. */
export function useKeptNeeds({ view }: Form): readonly Need[] {
  const asked = 'needs' in view ? view.needs : [];
  const [kept, setKept] = useState(asked);
  // A conflict's choices have a dialog of their own.
  const elsewhere = view.status === 'pending' && view.step === 'conflict';
  const asks = !elsewhere && asked.some(({ kind }) => kind !== 'confirmation');
  if (asks && asked !== kept) setKept(asked);
  return asks ? asked : kept;
}
