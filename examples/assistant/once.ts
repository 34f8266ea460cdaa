import { isSettled, toFailure } from '@forecourt/core';
import { failureText } from './failure-text.ts';
import { type Change, isSame, type Journal, type Kept, type Values } from './journal.ts';
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
    return {
      said: `This was done already, at ${at}, and nothing was sent now. Its outcome was: ${said} If a person wants another one of the same, they give it a value that differs (such as its reference), or enter it in the portal.`,
    };
  }
}

/** A change of one kind to one record, which takes effect once however often it is called. */
export interface Once {
  /**
   * Settles what an earlier call left open, and looks for the same call. Returns the answer to give instead of doing
   * anything; undefined if the way is free.
   */
  before(): Promise<Answer | undefined>;
  /** Throws `AlreadyMade` if these values were sent before and took effect. */
  check(values: Values): Promise<void>;
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
  /** The values that the model gave. */
  readonly asked: Values;
  /** Repeating it is harmless once its outcome is known: an update, which finds nothing to change. */
  readonly repeatable: boolean;
  /** Sends a kept change again, under its key; resolves to what to say of it. */
  readonly again: (kept: Kept) => Promise<string>;
  /** What to say of a change that was made. */
  readonly said: (answer: unknown) => string;
}

/** Opens the door through which a change of one kind to one record is sent. */
export function openOnce(
  journal: Journal,
  { again, asked, repeatable, said, target, tool }: OnceOptions,
): Once {
  let values: Values = asked;
  let inDoubt = false;
  const finish = (kept: Kept, text: string) => {
    if (repeatable) journal.drop(kept);
    else journal.made(kept, text);
  };

  /** Asks the service for the outcome; undefined if it says that there was none. */
  async function settle(kept: Kept): Promise<string | undefined> {
    try {
      const text = await again(kept);
      finish(kept, text);
      return text;
    } catch (error) {
      const failure = toFailure(error);
      if (isSettled(failure)) {
        journal.drop(kept);
        return undefined;
      }
      throw new Refusal(
        `An earlier call of ${tool} lost its answer, and its outcome is still not known, so nothing new was sent. Call again later: it is asked for under its key. (${failureText(failure)})`,
      );
    }
  }

  return {
    async before() {
      for (const kept of journal.of({ tool, target })) {
        if (kept.state === 'made') {
          const isRepeat = Object.keys(asked).length > 0 && isSame(kept.asked, asked);
          if (isRepeat) return new AlreadyMade(kept).answer;
          continue;
        }
        const outcome = await settle(kept);
        if (outcome === undefined) continue;
        return {
          said: `An earlier call of ${tool} had lost its answer. It was asked for under its key, and this is its outcome: ${outcome} Nothing else was sent now.`,
        };
      }
      return undefined;
    },
    async check(full) {
      values = full;
      const kept = journal.of({ tool, target }).find((one) => isSame(one.values, full));
      if (kept === undefined) return;
      const settled = kept.state === 'open' ? await settle(kept) : kept.said;
      if (settled !== undefined) throw new AlreadyMade({ ...kept, said: settled });
    },
    async send({ key, payload }, send) {
      const kept = journal.begin({ tool, target, asked, values, key, payload });
      if (kept.state === 'made') throw new AlreadyMade(kept);
      // Another process sent it: only the service's word about its key counts.
      inDoubt ||= kept.key !== key;
      try {
        const answer = await send(kept);
        finish(kept, said(answer));
        return answer;
      } catch (error) {
        const failure = toFailure(error);
        if (inDoubt ? isSettled(failure) : failure.outcome === 'none') journal.drop(kept);
        else inDoubt = true;
        throw error;
      }
    },
  };
}
