import {
  type AnyView,
  type Drivable,
  type FormField,
  type Need,
  type Option,
  parseTyped,
} from '@forecourt/core';
import type { Asker, Known } from './asker.ts';
import { failureText } from './failure-text.ts';
import type { Values } from './journal.ts';
import { Refusal } from './tool.ts';

interface DriveOptions<V> {
  /** What the model gave, by need. */
  readonly answers: Readonly<Record<string, string>>;
  readonly asker: Asker;
  /** Ends the run while nothing has been sent; what was sent is followed to its outcome. */
  readonly signal: AbortSignal;
  /** What a person who completes the form must know: which record it is, and what was given. */
  readonly known: (view: V) => Omit<Known, 'title'>;
  /** Called once, before anything is sent; throws to send nothing. */
  readonly confirm: (view: V) => Promise<void>;
}

/** How often a person is asked in one call: answers that are never right end it. */
const MAX_ROUNDS = 5;
const UNANSWERED = `It was asked ${MAX_ROUNDS} times without a valid answer. Nothing was done.`;

/**
 * Drives a workflow until it ends or has nothing to send, and returns that view: the third driver beside the portal's
 * forms and the command's options. Needs are answered by what the model gave, else by a person; nothing is invented.
 * Throws a `Refusal`.
 */
export async function drive<V extends AnyView>(
  run: Drivable<V>,
  { answers, asker, confirm, known, signal }: DriveOptions<V>,
): Promise<V> {
  const unused = new Map(Object.entries(answers));
  let rounds = 0;
  let agreed = false;
  try {
    for (;;) {
      const { view } = run;
      if (view.status === 'done') return view;
      if (view.status === 'failed') throw new Refusal(failureText(view.error, agreed));
      if (view.status === 'cancelled') throw new Refusal('Nothing was done.');
      if (view.busy || view.needs.some(isLoading)) {
        await change(run, agreed ? undefined : signal);
        continue;
      }
      if (signal.aborted && !agreed) throw new Refusal('The call was cancelled; nothing was done.');
      const need = view.needs.find(({ locked, name }) => unused.has(name) && locked === undefined);
      if (need) {
        const value = valueFor(need, unused.get(need.name) ?? '');
        unused.delete(need.name);
        changeNeed(run, need, value);
        continue;
      }
      passLocked(view.needs, unused);
      // Both sides of a conflict are a matter for the portal, which shows them side by side.
      if (view.step === 'conflict') return view;
      const open = view.needs.filter(isOpen);
      if (open.length > 0 && ++rounds > MAX_ROUNDS) throw new Refusal(UNANSWERED);
      if (open.length > 0)
        await askFor(run, open, {
          answers,
          asker,
          known: { ...known(view), title: titleOf(view) },
        });
      else if (!view.commands.submit?.allowed) return view;
      else {
        if (!agreed) await confirm(view);
        if (!agreed && signal.aborted) continue;
        agreed = true;
        run.send({ type: 'submit' });
      }
    }
  } finally {
    run.stop();
  }
}

const titleOf = ({ data }: AnyView): string => String((data as { title?: string }).title ?? '');

const isLoading = (need: Need): boolean => need.kind === 'choice' && need.loading === true;

const isOpen = ({ answered, issues, locked, required }: Need): boolean =>
  locked === undefined && ((required && !answered) || issues.length > 0);

function changeNeed<V extends AnyView>(run: Drivable<V>, { name }: Need, value: unknown): void {
  run.send({ type: 'field.changed', name, value } as { type: string });
}

/** Asks a person for what is open. What the model gave wrongly is refused instead: it can give it better. */
async function askFor<V extends AnyView>(
  run: Drivable<V>,
  open: readonly Need[],
  { answers, asker, known }: Pick<DriveOptions<V>, 'answers' | 'asker'> & { readonly known: Known },
): Promise<void> {
  const wrong = open.find(({ issues, name }) => Object.hasOwn(answers, name) && issues.length > 0);
  if (wrong) {
    const text = wrong.issues[0]?.message ?? `${wrong.label} is not valid.`;
    throw new Refusal(`${text} ('${wrong.name}') Nothing was done.`);
  }
  const question = open.find((need) => need.kind === 'confirmation');
  if (question?.kind === 'confirmation') {
    await asker.toConfirm(question.label, [question.message]);
    changeNeed(run, question, true);
    return;
  }
  const given = await asker.forNeeds(known, open);
  for (const need of open) {
    const value = given[need.name];
    if (value !== undefined) changeNeed(run, need, value);
  }
}

/** A locked field takes only its present value: what is taken from the invoice can't be another one. */
function passLocked(needs: readonly Need[], unused: Map<string, string>): void {
  for (const [name, value] of unused) {
    const need = needs.find((one) => one.name === name);
    if (need === undefined) {
      throw new Refusal(`There is no '${name}' to give here now. Nothing was done.`);
    }
    const now = 'value' in need ? String(need.value ?? '') : '';
    if (plainValue(inputOf(need), value) !== plainValue(inputOf(need), now)) {
      throw new Refusal(`${need.label} can't be set: ${need.locked} ('${name}') Nothing was done.`);
    }
    unused.delete(name);
  }
}

const inputOf = (need: Need): string => (need.kind === 'field' ? need.input : need.kind);

const NUMBERS: readonly string[] = ['decimal', 'integer'];

/** A value in the one form that all its spellings share: '1,000' and '1000.00' are '1000'. */
export function plainValue(input: string, value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value ?? '').trim();
  if (NUMBERS.includes(input)) {
    const number = parseTyped(text)?.toString() ?? text;
    return number.includes('.') ? number.replace(/\.?0+$/, '') : number;
  }
  return input === 'card' ? text.replace(/[\s-]/g, '') : text;
}

/** The values that a person could have typed otherwise, in one form each; locked ones follow from the record. */
export const valuesOf = (
  fields: readonly FormField[],
  draft: Readonly<Record<string, unknown>>,
): Values =>
  Object.fromEntries(
    fields
      .filter(({ locked, secret }) => locked === undefined && !secret)
      .map(({ input, name }) => [name, plainValue(input, draft[name])]),
  );

const fits = (typed: string) => {
  const wanted = typed.trim().toLowerCase();
  return ({ key, value }: Option) =>
    key.toLowerCase() === wanted || value.trim().toLowerCase() === wanted;
};

function choiceFor(need: Need & { readonly kind: 'choice' }, typed: string): string {
  if (typed.trim() === '') return '';
  const exact = need.options.filter(({ key }) => key === typed);
  const found = exact.length > 0 ? exact : need.options.filter(fits(typed));
  if (found.length === 1 && found[0]) return found[0].key;
  const offered = (found.length > 1 ? found : need.options)
    .slice(0, 20)
    .map(({ key, value }) => (key === value ? key : `${key} (${value})`));
  const why = found.length > 1 ? 'means several choices' : 'is no choice';
  throw new Refusal(
    `${need.label}: '${typed.slice(0, 60)}' ${why}. Choices: ${offered.join(', ')}. Nothing was done.`,
  );
}

/** Converts what the model gave to what the need takes. */
function valueFor(need: Need, typed: string): unknown {
  switch (need.kind) {
    case 'choice':
      return choiceFor(need, typed);
    case 'flag':
      if (typed === 'true' || typed === 'false') return typed === 'true';
      throw new Refusal(`${need.label} is 'true' or 'false'. Nothing was done.`);
    case 'flags': {
      const names = typed.split(',').map((name) => name.trim());
      return names.filter(Boolean).map((name) => {
        const found = need.options.find(fits(name));
        if (found) return found.key;
        throw new Refusal(`${need.label} has no '${name.slice(0, 60)}'. Nothing was done.`);
      });
    }
    default:
      return typed;
  }
}

/** Resolves on the next view; rejects when the call is cancelled. */
function change<V extends AnyView>(run: Drivable<V>, signal: AbortSignal | undefined) {
  return new Promise<void>((resolve, reject) => {
    const onAbort = () => {
      leave();
      reject(new Refusal('The call was cancelled; nothing was done.'));
    };
    const stop = run.subscribe(() => {
      leave();
      resolve();
    });
    const leave = () => {
      stop();
      signal?.removeEventListener('abort', onAbort);
    };
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
  });
}
