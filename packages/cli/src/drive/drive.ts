import type { FieldIssue, Need, View } from '@forecourt/core';
import { interrupted, usageError } from '../command-error.ts';
import { failed } from '../io/failures.ts';

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
interface Answer {
  /** The option to name where the need stays open: '--provider'. */
  readonly flag: string;
  readonly value?: unknown;
  /** The error for a value that does not fit; a usage error that names the flag by default. */
  readonly refuse?: (issue: FieldIssue) => Error;
}

/** Asks a person; undefined where nobody can be asked. */
export type Ask = (need: Need) => Promise<unknown>;

export interface DriveOptions<V> {
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly ask?: Ask | undefined;
  readonly signal: AbortSignal;
  readonly onView?: (view: V) => void;
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
  const used = new Set<string>();
  const unwatch = options.onView && run.subscribe(options.onView);
  try {
    for (;;) {
      const { view } = run;
      if (view.status === 'done') return view;
      if (view.status === 'failed') throw failed(view.error);
      if (view.status === 'cancelled') throw interrupted();
      if (view.busy) {
        await change(run, options.signal);
        continue;
      }
      const need = view.needs.find((candidate) => isOpen(candidate, options, used));
      if (need?.kind === 'choice' && need.loading) await change(run, options.signal);
      else if (need) run.send(await answer(need, options, used));
      else if (view.commands.submit?.allowed) run.send({ type: 'submit' });
      else return view;
    }
  } finally {
    unwatch?.();
    run.stop();
  }
}

/** Open: an option speaks of it and was not heard, or it is required and not answered well. */
function isOpen(
  need: Need,
  { answers }: DriveOptions<never> | DriveOptions<AnyView>,
  used: ReadonlySet<string>,
): boolean {
  if (answers?.[need.name]?.value !== undefined && !used.has(need.name)) return true;
  return (need.required && !need.answered) || need.issues.length > 0;
}

type FieldChanged = {
  readonly type: 'field.changed';
  readonly name: string;
  readonly value: unknown;
};

async function answer(
  need: Need,
  { answers = {}, ask }: Pick<DriveOptions<never>, 'answers' | 'ask'>,
  used: Set<string>,
): Promise<FieldChanged> {
  const { name, label } = need;
  const given = answers[name];
  const [issue] = need.issues;
  const changed = (value: unknown): FieldChanged => ({ type: 'field.changed', name, value });
  if (given?.value !== undefined) {
    if (!used.has(name)) {
      used.add(name);
      return changed(given.value);
    }
    if (issue && given.refuse) throw given.refuse(issue);
    throw usageError(`${issue?.message ?? `${label} is not valid.`} (${given.flag})`);
  }
  if (ask) return changed(await ask(need));
  const flag = given?.flag ?? `--${name}`;
  throw usageError(`${label} is missing: give ${flag}.`, choices(need));
}

const choices = (need: Need): string | undefined =>
  need.kind === 'choice' ? `One of: ${need.options.map(({ key }) => key).join(', ')}.` : undefined;

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
