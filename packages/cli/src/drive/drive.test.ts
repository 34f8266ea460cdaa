import type { AnyView, Drivable, FieldIssue, Need } from '@forecourt/core';
import { describe, expect, it } from 'vitest';
import { drive } from './drive.ts';

type Event = { readonly type: string; readonly name?: string; readonly value?: unknown };

/** A workflow that needs one word of at least three letters and is then done. */
class WordFlow implements Drivable<AnyView> {
  readonly events: Event[] = [];
  #listener: (view: AnyView) => void = () => undefined;
  view: AnyView = asks(undefined);

  send(event: Event): void {
    this.events.push(event);
    if (event.type === 'field.changed') this.view = asks(String(event.value));
    if (event.type === 'submit') this.view = done(this.view.data);
    if (event.type === 'cancel') this.view = cancelled();
    this.#listener(this.view);
  }

  /** Finishes loading. */
  arrive(view: AnyView): void {
    this.events.push({ type: 'arrived' });
    this.view = view;
    this.#listener(view);
  }

  subscribe(listener: (view: AnyView) => void): () => void {
    this.#listener = listener;
    return () => undefined;
  }

  stop(): void {
    this.events.push({ type: 'stopped' });
  }
}

const commands = (submit: boolean) => ({
  submit: submit ? { allowed: true } : { allowed: false, reason: { code: 'no', message: 'No.' } },
  cancel: { allowed: true },
});

const TOO_SHORT: FieldIssue = { code: 'too_short', message: 'Three letters at least.' };

function asks(word: string | undefined): AnyView {
  const fits = word !== undefined && word.length > 2;
  const need: Need = {
    kind: 'field',
    name: 'word',
    label: 'Word',
    input: 'text',
    secret: false,
    required: true,
    answered: fits,
    issues: word === undefined || fits ? [] : [TOO_SHORT],
  };
  const base = { status: 'pending', step: 'asking', busy: false, data: word } as const;
  return { ...base, needs: [need], commands: commands(fits) } as AnyView;
}

const done = (output: unknown) =>
  ({ status: 'done', output, commands: commands(false), data: output }) as AnyView;
const cancelled = () => ({ status: 'cancelled', commands: {}, data: '' }) as AnyView;
const working = () =>
  ({ ...asks('long'), needs: [], busy: true, step: 'working' }) as unknown as AnyView;

const { signal } = new AbortController();
const flag = '--word';

describe('a need', () => {
  it('takes its value from its option', async () => {
    const flow = new WordFlow();
    const view = await drive(flow, { answers: { word: { flag, value: 'long' } }, signal });
    expect(view).toMatchObject({ status: 'done', output: 'long' });
    expect(flow.events.map(({ type }) => type)).toEqual(['field.changed', 'submit', 'stopped']);
  });

  it('USER-05 waits while its choices are loading', async () => {
    const flow = new WordFlow();
    const { view } = flow;
    if (view.status !== 'pending') throw new Error('It asks.');
    const [need] = view.needs;
    flow.view = {
      ...view,
      needs: [{ ...need, kind: 'choice', options: [], loading: true } as Need],
    };
    setTimeout(() => flow.arrive(view), 5);
    await drive(flow, { answers: { word: { flag, value: 'long' } }, signal });
    expect(flow.events.map(({ type }) => type)).toEqual([
      'arrived',
      'field.changed',
      'submit',
      'stopped',
    ]);
  });

  it('is prompted for without an option, until the answer is valid', async () => {
    const answers = ['a', 'long'];
    const asked: string[] = [];
    const ask = async (need: Need) => {
      asked.push(need.issues[0]?.message ?? need.label);
      return answers.shift();
    };
    const view = await drive(new WordFlow(), { answers: { word: { flag } }, ask, signal });
    expect(view).toMatchObject({ status: 'done', output: 'long' });
    expect(asked).toEqual(['Word', TOO_SHORT.message]);
  });

  it('is a usage error that names the option if nobody can be prompted', async () => {
    await expect(
      drive(new WordFlow(), { answers: { word: { flag } }, signal }),
    ).rejects.toMatchObject({
      exitCode: 2,
      message: 'Word is missing: give --word.',
    });
  });

  it('is a usage error if its option is invalid, without a second prompt', async () => {
    const ask = () => Promise.reject(new Error('asked'));
    const answers = { word: { flag, value: 'a' } };
    await expect(drive(new WordFlow(), { answers, ask, signal })).rejects.toMatchObject({
      exitCode: 2,
      message: 'Three letters at least. (--word)',
    });
  });
});

describe('several needs', () => {
  /** The first letter is wrong until the second one equals it. */
  class PairFlow extends WordFlow {
    readonly #words = new Map<string, string>();
    override view: AnyView = this.#asks();

    override send(event: Event): void {
      this.events.push(event);
      if (event.type === 'field.changed') this.#words.set(event.name ?? '', String(event.value));
      this.view = event.type === 'submit' ? done('sent') : this.#asks();
    }

    #asks(): AnyView {
      const [one, two] = [this.#words.get('one'), this.#words.get('two')];
      const differs = one !== undefined && one !== two;
      const need = (name: string, value: string | undefined, wrong: boolean): Need => ({
        ...{ kind: 'field', name, label: name, input: 'text', secret: false, required: true },
        ...{ answered: value !== undefined && !wrong },
        issues: wrong ? [{ code: 'differs', message: 'It differs from two.' }] : [],
      });
      const base = { status: 'pending', step: 'asking', busy: false, data: '' } as const;
      const needs = [need('one', one, differs), need('two', two, false)];
      return { ...base, needs, commands: commands(!differs) } as AnyView;
    }
  }

  it('INV-12 are checked once all options are set, in any order', async () => {
    const answers = { one: { flag: '--one', value: 'a' }, two: { flag: '--two', value: 'a' } };
    const view = await drive(new PairFlow(), { answers, signal });
    expect(view).toMatchObject({ status: 'done', output: 'sent' });
    const apart = { ...answers, two: { flag: '--two', value: 'b' } };
    await expect(drive(new PairFlow(), { answers: apart, signal })).rejects.toMatchObject({
      exitCode: 2,
      message: 'It differs from two. (--one)',
    });
  });
});

describe('an interrupt', () => {
  it('cancels a running workflow and waits for its end', async () => {
    const flow = new WordFlow();
    flow.view = working();
    await expect(drive(flow, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      exitCode: 130,
    });
    expect(flow.events.map(({ type }) => type)).toEqual(['cancel', 'stopped']);
  });

  it('leaves a workflow that cannot be cancelled', async () => {
    const flow = new WordFlow();
    flow.view = { ...working(), commands: {} } as AnyView;
    await expect(drive(flow, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      exitCode: 130,
    });
    expect(flow.events.map(({ type }) => type)).toEqual(['stopped']);
  });
});
