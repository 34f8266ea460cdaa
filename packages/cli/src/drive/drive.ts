import type { FieldIssue, Need, View } from '@forecourt/core';
import { interrupted, usageError } from '../command-error.ts';
import { failed } from '../output/failures.ts';
import { choicesText, isSameValue, valueFor } from './provided-value.ts';

// biome-ignore lint/suspicious/noExplicitAny: the driver looks at what all views have in common
export type AnyView = View<string, any, any, any>;

/** A running workflow, as far as the driver holds it. */
export interface Drivable<V extends AnyView> {
  readonly view: V;
  send(event: { readonly type: string }): void;
  subscribe(listener: (view: V) => void): () => void;
  stop(): void;
}

/** What an option says about a need; `value` is undefined where it was not given. */
export interface Answer {
  /** The option to name where the need stays open: '--provider'. */
  readonly flag: string;
  readonly value?: unknown;
  /** The error for a value that does not fit; a usage error that names the flag by default. */
  readonly refuse?: (issue: FieldIssue) => Error;
}

/** By the needs' names. */
export type Answers = Readonly<Record<string, Answer>>;

/** Asks a person; undefined where nobody can be asked. */
export type Ask = (need: Need) => Promise<unknown>;

export interface DriveOptions<V> {
  /** A function is asked once, with the first view that waits for answers. */
  readonly answers?: Answers | ((view: V) => Answers);
  readonly ask?: Ask | undefined;
  readonly signal: AbortSignal;
  readonly onView?: (view: V) => void;
  /** Is there a reason to submit? Where not, it comes to rest unsent. */
  readonly submits?: (view: V) => boolean;
}

/**
 * Drives a workflow as far as it goes: needs are answered from options, else asked, else they are a
 * usage error. Gives the view at which it ended or has nothing more to do; a failed view is thrown as
 * its error. An interrupt cancels the workflow and waits for how that ends.
 */
export async function drive<V extends AnyView>(
  run: Drivable<V>,
  options: DriveOptions<V>,
): Promise<V> {
  const { ask, onView, signal, submits } = options;
  const used = new Set<string>();
  const secrets = new Set<string>();
  const unwatch = onView && run.subscribe(onView);
  let answers: Answers | undefined;
  try {
    for (;;) {
      const { view } = run;
      if (view.status === 'done') return view;
      if (view.status === 'failed') throw failed(view.error, reported(answers, secrets));
      if (view.status === 'cancelled') throw interrupted();
      if (view.busy) {
        await change(run, signal);
        continue;
      }
      answers ??= typeof options.answers === 'function' ? options.answers(view) : options.answers;
      const need = nextNeed(view.needs, answers, used);
      if (need && isLoading(need)) await change(run, signal);
      else if (need?.locked !== undefined) passLocked(need, answers, used);
      else if (need) {
        if (need.kind === 'field' && need.secret) secrets.add(need.name);
        const event = await answer(need, { answers, ask }, used);
        // All of them are given at once: none stays on from before.
        if (need.kind === 'flags') run.send({ ...event, value: [] } as FieldChanged);
        run.send(event);
      } else if (!view.commands.submit?.allowed || submits?.(view) === false) return view;
      else run.send({ type: 'submit' });
    }
  } finally {
    unwatch?.();
    run.stop();
  }
}

/** The options as an error may tell them: without secrets. */
const reported = (answers: Answers = {}, secrets: ReadonlySet<string>): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([name, { flag, value }]) => [
      name,
      secrets.has(name) ? { flag } : { flag, value },
    ]),
  );

const isLoading = (need: Need): boolean => need.kind === 'choice' && need.loading === true;

/** Open: an option speaks of it and was not heard, or it is required and not answered well. */
function isOpen(need: Need, answers: Answers | undefined, used: ReadonlySet<string>): boolean {
  if (answers?.[need.name]?.value !== undefined && !used.has(need.name)) return true;
  return (need.required && !need.answered) || need.issues.length > 0;
}

/** The first that can be answered; what is locked waits, for another answer may open it: a country. */
function nextNeed(
  needs: readonly Need[],
  answers: Answers | undefined,
  used: ReadonlySet<string>,
): Need | undefined {
  const open = needs.filter((need) => isOpen(need, answers, used));
  return open.find((need) => need.locked === undefined || isLoading(need)) ?? open[0];
}

/** Nothing can be said about it: fine where an option says what holds anyway, else told with the reason. */
function passLocked(need: Need, answers: Answers | undefined, used: Set<string>): void {
  const { label, locked, name } = need;
  if (need.kind === 'choice' && need.failure) throw failed(need.failure);
  const { flag, value } = answers?.[name] ?? { flag: `--${name}`, value: undefined };
  if (value === undefined || !isSameValue(need, value)) {
    throw usageError(`${label} can not be given: ${locked} (${flag})`);
  }
  used.add(name);
}

type FieldChanged = {
  readonly type: 'field.changed';
  readonly name: string;
  readonly value: unknown;
};

async function answer(
  need: Need,
  { answers = {}, ask }: { readonly answers: Answers | undefined; readonly ask: Ask | undefined },
  used: Set<string>,
): Promise<FieldChanged> {
  const { name, label } = need;
  const provided = answers[name];
  const [issue] = need.issues;
  const flag = provided?.flag ?? `--${name}`;
  const changed = (value: unknown): FieldChanged => ({ type: 'field.changed', name, value });
  if (provided?.value !== undefined) {
    if (!used.has(name)) {
      used.add(name);
      return changed(valueFor(need, provided.value, flag));
    }
    if (issue && provided.refuse) throw provided.refuse(issue);
    throw usageError(`${issue?.message ?? `${label} is not valid.`} (${flag})`);
  }
  if (ask) return changed(await ask(need));
  if (need.kind === 'confirmation') throw usageError(`${need.message} Give ${flag} to say so.`);
  if (issue && issue.code !== 'required') throw usageError(`${issue.message} (${flag})`);
  const choices = need.kind === 'choice' ? choicesText(need.options) : undefined;
  throw usageError(`${label} is missing: give ${flag}.`, choices);
}

/** The next view, or the end by an interrupt where the workflow cannot be cancelled. */
function change<V extends AnyView>(run: Drivable<V>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      if (run.view.commands.cancel?.allowed) return run.send({ type: 'cancel' });
      leave();
      reject(interrupted());
    };
    const stop = run.subscribe(() => {
      leave();
      resolve();
    });
    const leave = () => {
      stop();
      signal.removeEventListener('abort', onAbort);
    };
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
}
