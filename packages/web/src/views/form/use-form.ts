import {
  type AnyResource,
  type Failure,
  type Need,
  persist,
  type RecordInput,
  type RecordView,
  recordPorts,
  recordWorkflow,
  type SavedRun,
} from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { usePortal } from '../../platform/portal-context.ts';
import { useToast } from '../../shell/Toasts.tsx';
import { continued } from './use-draft.ts';

export type AnyDetail = Readonly<Record<string, unknown>>;
export type FormView = RecordView<AnyDetail>;

/** Shows the result of each save once (FORM-03). */
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
    // An error while loading shows on the page instead.
    else if (error && loaded) toast('bad', error.message, error.detail);
  }, [result, error, loaded, toast]);
}

/**
 * Runs a record's form; returns its view, the function to send events, the run to keep when the session
 * ends, and whether it continues such a run.
 */
export function useForm(definition: AnyResource, input: RecordInput, saved?: SavedRun) {
  const { client } = usePortal();
  const [view, send, run] = useWorkflow(() => {
    const ports = recordPorts(client, definition, { routed: true });
    return continued(recordWorkflow<AnyDetail>(ports as never), saved);
  }, input);
  useOutcomeToast(view);
  return { view, send, save: () => persist(run), restored: saved !== undefined };
}

export type Form = ReturnType<typeof useForm>;

/** Why there is nothing to fill in. What was typed for a record that was deleted meanwhile stays, without the record. */
export function loadFailure({ view }: Form): Failure | undefined {
  const isLoading = view.data.mode === 'edit' && view.data.record === undefined;
  return view.status === 'failed' && isLoading && view.error.code !== 'gone'
    ? view.error
    : undefined;
}

/** Focuses the first control with an error and scrolls to it. */
function focusFault(element: HTMLElement | null): void {
  const faulty = element?.querySelector<HTMLElement>('[aria-invalid="true"]');
  faulty?.focus({ preventScroll: true });
  faulty?.scrollIntoView({ block: 'center' });
}

/** Whether the wizard has another step; while the last one is being sent, too, it has none. */
export const hasNext = ({ view }: Form): boolean => {
  const { step, steps } = view.data;
  return steps !== undefined && steps.at(-1)?.name !== step;
};

/** Goes to the next step, or shows what prevents it (USER-03); on the last step, submits. */
function advance(form: Form): void {
  const { send, view } = form;
  const mending = hasNext(form) && !view.commands.next.allowed && 'needs' in view;
  if (!mending) send({ type: hasNext(form) ? 'next' : 'submit' });
  else for (const { name } of view.needs) send({ type: 'field.left', name });
}

/**
 * Submits on click or Enter; shows the first error of a refused form, including one found by the
 * service (FORM-06).
 */
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
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // Blur the field being typed in, so that its error shows too.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    advance(form);
    setAttempt(attempt + 1);
  };
  return { element, onSubmit };
}

/** Keeps the fields visible after the view no longer asks for them. */
export function useKeptNeeds({ view }: Form): readonly Need[] {
  const asked = 'needs' in view ? view.needs : [];
  const [kept, setKept] = useState(asked);
  // A conflict has its own dialog.
  const elsewhere = view.status === 'pending' && view.step === 'conflict';
  const asks = !elsewhere && asked.some(({ kind }) => kind !== 'confirmation');
  if (asks && asked !== kept) setKept(asked);
  return asks ? asked : kept;
}
