/**
 * The driver: runs a workflow of core from options and prompts until it ends. This folder turns
 * command-line values into answers to a workflow's needs and saves, uploads or acts. Rules and
 * texts of a form belong in core; parsing of option syntax belongs in `input/`.
 */

import type { AnyView, Drivable, FieldIssue, Need } from '@forecourt/core';
import type { RecordableRun } from '@forecourt/core/recorder';
import { interrupted, usageError } from '../command-error.ts';
import type { CommandRecording } from '../invocation.ts';
import { failed, type Subject } from '../output/failures.ts';
import { choicesText, isSameValue, valueFor } from './provided-value.ts';

/** An option's answer to a need; `value` is undefined when the option is absent. */
export interface Answer {
  /** The option to name when the need is unanswered: '--provider'. */
  readonly flag: string;
  readonly value?: unknown;
  /** Makes the error for an invalid value; by default a usage error that names the flag. */
  readonly refuse?: (issue: FieldIssue) => Error;
}

/** Keyed by the needs' names. */
export type Answers = Readonly<Record<string, Answer>>;

/** Prompts a person; undefined when nobody can be prompted. */
export type Ask = (need: Need) => Promise<unknown>;

export interface DriveOptions<V> {
  /** A function is called once, with the first view that waits for answers. */
  readonly answers?: Answers | ((view: V) => Answers);
  readonly ask?: Ask | undefined;
  readonly signal: AbortSignal;
  /** What the service may not have when it answers 404; by default only the call itself. */
  readonly subject?: Subject;
  readonly onView?: (view: V) => void;
  /** Records the run, with `--record`. */
  readonly recording?: CommandRecording | undefined;
  /** Decides whether to submit; when false, the driver returns without sending. */
  readonly submits?: (view: V) => boolean;
}

/**
 * Drives a workflow until it ends or has nothing more to do, and returns that view. Answers needs
 * from options, else by prompts, else throws a usage error. Throws the error of a failed view. An
 * interrupt cancels the workflow and waits for its end.
 */
export async function drive<V extends AnyView>(
  run: Drivable<V>,
  options: DriveOptions<V>,
): Promise<V> {
  const { ask, onView, recording, signal, subject, submits } = options;
  const used = new Set<string>();
  const secrets = new Set<string>();
  const unwatch = onView && run.subscribe(onView);
  const stopRecording =
    'actor' in run ? recording?.run(run as unknown as RecordableRun) : undefined;
  let answers: Answers | undefined;
  try {
    for (;;) {
      const { view } = run;
      if (view.status === 'done') return view;
      if (view.status === 'failed') {
        throw failed(view.error, withoutSecrets(answers, secrets), subject);
      }
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
        // The option lists all flags that are on, so clear those of before.
        if (need.kind === 'flags') run.send({ ...event, value: [] } as FieldChanged);
        run.send(event);
      } else if (!view.commands.submit?.allowed || submits?.(view) === false) return view;
      else run.send({ type: 'submit' });
    }
  } finally {
    unwatch?.();
    stopRecording?.();
    run.stop();
  }
}

/** The options as errors may show them: without secrets. */
const withoutSecrets = (answers: Answers = {}, secrets: ReadonlySet<string>): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([name, { flag, value }]) => [
      name,
      secrets.has(name) ? { flag } : { flag, value },
    ]),
  );

const isLoading = (need: Need): boolean => need.kind === 'choice' && need.loading === true;

/** A need is open when it is required and has no answer, or when its answer is wrong. */
const isOpen = ({ answered, issues, required }: Need): boolean =>
  (required && !answered) || issues.length > 0;

/**
 * The next need to answer. Options go first, in the order of the needs: one value may be valid only
 * with a later one (a status with its amount). Locked needs wait, because another answer (a
 * country) may unlock them.
 */
function nextNeed(
  needs: readonly Need[],
  answers: Answers | undefined,
  used: ReadonlySet<string>,
): Need | undefined {
  const unused = needs.filter(
    ({ name }) => answers?.[name]?.value !== undefined && !used.has(name),
  );
  const waiting = [...unused, ...needs.filter(isOpen)];
  return waiting.find((need) => need.locked === undefined || isLoading(need)) ?? waiting[0];
}

/**
 * Accepts an option for a locked need only if it repeats the present value; otherwise throws with
 * the reason.
 */
function passLocked(need: Need, answers: Answers | undefined, used: Set<string>): void {
  const { label, locked, name } = need;
  if (need.kind === 'choice' && need.failure) throw failed(need.failure);
  const { flag, value } = answers?.[name] ?? { flag: `--${name}`, value: undefined };
  if (value === undefined || !isSameValue(need, value)) {
    throw usageError(`${label} can't be set: ${locked} (${flag})`);
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
  if (need.kind === 'confirmation') throw usageError(`${need.message} Confirm with ${flag}.`);
  if (issue && issue.code !== 'required') throw usageError(`${issue.message} (${flag})`);
  const choices = need.kind === 'choice' ? choicesText(need.options) : undefined;
  throw usageError(`${label} is missing: give ${flag}.`, choices);
}

/** Resolves on the next view; rejects on an interrupt when the workflow can't be cancelled. */
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
