import { isSettled, toFailure } from '@forecourt/core';
import type { Asker } from './asker.ts';
import { failureText } from './failure-text.ts';
import {
  type Change,
  isLate,
  isSame,
  type Journal,
  type Kept,
  REPEAT_MS,
  type Values,
} from './journal.ts';
import { type Answer, Refusal } from './tool.ts';

/** The same change was made before; nothing was sent now. */
export class AlreadyMade extends Error {
  override readonly name = 'AlreadyMade';
  readonly outcome = 'none';
  readonly kept: Kept;

  constructor(kept: Kept) {
    super('The same change was made already.');
    this.kept = kept;
  }

  /** What it answered then, and what to do if another one is really meant. */
  get answer(): Answer {
    const { at, said = '' } = this.kept;
    const then = new Date(Date.parse(at) + REPEAT_MS).toISOString();
    return {
      said: `This was done already, at ${at}, and nothing was sent now. ${namedIn(this.kept)}Its outcome was: ${said} If a person wants it once more, call again after ${then}: they are asked then.`,
    };
  }
}

/** What was sent, by name: 'Sent was: Amount Paid: 500. '. */
const namedIn = ({ entered }: Kept): string => (entered === '' ? '' : `Sent was: ${entered}. `);

/** A change of one kind to one record, which takes effect once however often it is called. */
export interface Once {
  /**
   * Has a person decide what an earlier call left open, and looks for the same call. Returns the answer to give instead
   * of doing anything; undefined if the way is free. Throws a `Refusal` if nothing was decided.
   */
  before(): Promise<Answer | undefined>;
  /** When the model's call was made before but a repeat of it is a new change now, in a sentence; '' if it wasn't. */
  earlier(): string;
  /**
   * Takes what a person is about to agree to. Throws `AlreadyMade` if these values were sent just now; returns
   * what else the person must know of an earlier time.
   */
  check(values: Values, question: Pick<Kept, 'entered' | 'question'>): Promise<readonly string[]>;
  /**
   * Sends the change as it is in the journal: its key and content are those of whoever sent it first. Throws
   * `AlreadyMade`.
   */
  send<T>(
    sent: Pick<Kept, 'key' | 'payload'>,
    send: (kept: Pick<Kept, 'key' | 'payload'>) => Promise<T>,
  ): Promise<T>;
}

interface OnceOptions extends Pick<Change, 'tool' | 'target'> {
  readonly asker: Asker;
  /** The values that the model gave. */
  readonly asked: Values;
  /** The records that it changes: 'invoice 1042'. */
  readonly records: readonly string[];
  /** Records that came of it. */
  readonly madeOf?: (answer: unknown) => readonly string[];
  /** Repeating it is harmless once its outcome is known: an update, which finds nothing to change. */
  readonly repeatable: boolean;
  /** Sends a kept change again, under its key; resolves to the service's answer. */
  readonly again: (kept: Kept) => Promise<unknown>;
  /** What to say of a change that was made. */
  readonly said: (answer: unknown) => string;
  /** How its record is now, for the person who decides about an open change. Only reads. */
  readonly now: (kept: Kept) => Promise<readonly string[]>;
  /** The number of the invoice it is about, which is no card number. */
  readonly invoice?: string | undefined;
}

const SEND = { key: 'send', value: 'Send it now, once' };
const GIVE_UP = { key: 'give_up', value: 'Give it up: it is never sent again' };

/** Opens the door through which a change of one kind to one record is sent. */
export function openOnce(journal: Journal, options: OnceOptions): Once {
  const { again, asked, asker, invoice, madeOf, now, records, repeatable, said, target, tool } =
    options;
  let values: Values = asked;
  let agreedTo: Pick<Kept, 'entered' | 'question'> = { entered: '', question: [] };
  let earlier: Kept | undefined;
  let over: string | undefined;
  let inDoubt = false;
  let begun: string | undefined;
  const finish = (kept: Kept, answer: unknown): string => {
    const text = said(answer);
    if (repeatable) journal.drop(kept);
    else journal.made(kept, text, madeOf?.(answer));
    return text;
  };
  const factsOf = ({ question, values: sent }: Kept): readonly string[] =>
    question.length > 0
      ? question
      : Object.entries(sent).map(([name, value]) => `${name}: ${value}`);

  /** Sends what a person decided to send. */
  async function sendAgain(kept: Kept): Promise<Answer> {
    const named = namedIn(kept);
    try {
      const text = finish(kept, await again(kept));
      return {
        said: `An earlier call of ${tool}, of ${kept.at}, had lost its answer. The person had it sent, under its key. ${named}This is its outcome: ${text} Nothing else was sent now.`,
      };
    } catch (error) {
      const failure = toFailure(error);
      if (!isSettled(failure)) {
        throw new Refusal(
          `An earlier call of ${tool} was sent again under its key, and its outcome is still not known. ${named}Nothing new was sent. Call again later: the person is asked about it first. (${failureText(failure)})`,
        );
      }
      journal.drop(kept);
      throw new Refusal(
        `An earlier call of ${tool} was sent again as the person decided, and had no effect: ${failureText(failure)} ${named}Call again for a new one.`,
      );
    }
  }

  /** Nothing of an open change is sent before a person saw it and how its record is now. */
  async function decide(kept: Kept): Promise<Answer> {
    const late = isLate(kept);
    const seen = await now(kept);
    const choice = await asker.toChoose(
      `An earlier call of ${tool}, of ${kept.at}, lost its answer: nobody knows whether it took effect.`,
      [
        ...factsOf(kept),
        'How it is now:',
        ...seen,
        late
          ? 'It is too old to be sent under its key. Look at the record, and give it up.'
          : 'Sent now, it takes effect once, also if it did before. Given up, it is never sent again.',
      ],
      {
        ...{ invoice, label: 'What becomes of the earlier call' },
        options: late ? [GIVE_UP] : [SEND, GIVE_UP],
        declined: `An earlier call of ${tool}, of ${kept.at}, is open, and the person decided nothing about it. It was: ${kept.entered}. Nothing was sent, neither of it nor of this call. Call again when they want to decide: they are asked first whether to send the earlier one or give it up.`,
      },
    );
    const still = journal.of({ tool, target }).find(({ key }) => key === kept.key);
    if (still?.state !== 'open') {
      throw new Refusal(
        `The earlier call of ${tool}, of ${kept.at}, was settled elsewhere meanwhile. Nothing was sent now. Look at the record, and call again.`,
      );
    }
    if (choice === SEND.key) {
      if (isLate(still)) {
        throw new Refusal(
          `The earlier call of ${tool}, of ${kept.at}, became too old to be sent while the person decided. Nothing was sent and nothing is decided. Call again: they are asked anew.`,
        );
      }
      if (JSON.stringify(await now(still)) !== JSON.stringify(seen)) {
        throw new Refusal(
          'The record changed while the person decided, so nothing was sent and nothing is decided. Call again: they are asked with how it is now.',
        );
      }
      return sendAgain(still);
    }
    journal.giveUp(still);
    throw new Refusal(
      `The person gave up the earlier call of ${tool}, of ${kept.at}: it is never sent again. ${namedIn(kept)}It may have taken effect when it was first sent. Nothing was sent now. Look at the record, and call again for what is still wanted: it begins anew.`,
    );
  }

  return {
    async before() {
      const all = journal.of({ tool, target });
      const isRepeat = (kept: Kept) => Object.keys(asked).length > 0 && isSame(kept.asked, asked);
      if (all.some(({ state }) => state === 'open')) {
        const answer = await journal.alone({ tool, target }, async () => {
          // Whoever sent it may have heard of its outcome meanwhile.
          const still = journal.of({ tool, target }).find(({ state }) => state === 'open');
          return still && decide(still);
        });
        if (answer) return answer;
      }
      const made = journal.of({ tool, target }).find(isRepeat);
      if (made && journal.isRepeat(made)) return new AlreadyMade(made).answer;
      earlier = made;
      return undefined;
    },
    earlier: () =>
      earlier
        ? `The same was done at ${earlier.at} by this assistant: ${earlier.said ?? ''}`.trim()
        : '',
    async check(full, question) {
      values = full;
      agreedTo = question;
      const kept = journal.of({ tool, target }).find((one) => isSame(one.values, full));
      if (kept === undefined) return [];
      if (kept.state === 'open') {
        throw new Refusal(
          `The same call of ${tool} is under way elsewhere. Nothing was sent now. Call again: the person is asked about it.`,
        );
      }
      if (journal.isRepeat(kept)) throw new AlreadyMade(kept);
      over = kept.key;
      return [`This was done at ${kept.at} by this assistant already. Do it again?`];
    },
    send: ({ key, payload }, send) =>
      journal.alone({ tool, target }, async () => {
        if (begun && !journal.of({ tool, target }).some((one) => one.key === begun)) {
          throw new Refusal(
            'This call was given up or settled in another session of this assistant, so it is not sent again. Look at the record.',
          );
        }
        const kept = journal.begin(
          { ...agreedTo, tool, target, asked, values, key, payload, records },
          over,
        );
        if (kept.state === 'made') throw new AlreadyMade(kept);
        // Another process sent it: only the service's word about its key counts.
        inDoubt ||= kept.key !== key;
        begun = kept.key;
        try {
          const answer = await send(kept);
          finish(kept, answer);
          return answer;
        } catch (error) {
          const failure = toFailure(error);
          if (inDoubt ? isSettled(failure) : failure.outcome === 'none') journal.drop(kept);
          else inDoubt = true;
          throw error;
        }
      }),
  };
}
