import type { Need } from '@forecourt/core';
import { CommandError, usageError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import type { Work } from '../work.ts';
import type { Ask } from './drive.ts';
import { asking } from './prompts.ts';

const isSecret = (need: Need): boolean => need.kind === 'field' && need.secret;

/** Asks for a secret once: a form that wants it repeated gets the same value. */
export function askSecretOnce(ask: Ask | undefined, onSecret: () => void): Ask | undefined {
  if (ask === undefined) return undefined;
  let typed: unknown;
  return async (need) => {
    if (!isSecret(need)) return ask(need);
    onSecret();
    // Ask again after a refused answer.
    if (typed === undefined || need.issues.length > 0) typed = await ask(need);
    return typed;
  };
}

/** Whether somebody is asked before a change: on a terminal, without --yes. */
export const isAsked = (work: Work): boolean =>
  work.options.yes !== true && asking(work) !== undefined;

/**
 * Asks for a confirmation, on a terminal and without --yes; a script is never asked. Declining ends the run
 * with nothing done. The question is only built when somebody is asked.
 */
export async function confirmed(
  work: Work,
  question: () => Promise<{
    readonly label: string;
    readonly message: string;
    readonly accept: string;
  }>,
): Promise<void> {
  const ask = asking(work);
  if (ask === undefined || !isAsked(work)) return;
  await askToConfirm(
    ask,
    'Nothing was done.',
  )?.({
    ...(await question()),
    kind: 'confirmation',
    name: 'confirm',
    reject: 'Cancel',
    required: true,
    answered: false,
    issues: [],
  });
}

/** Ends the run, with nothing done, when the confirmation is declined. */
export const askToConfirm = (ask: Ask | undefined, declined: string): Ask | undefined =>
  ask &&
  (async (need) => {
    const answer = await ask(need);
    if (need.kind === 'confirmation' && answer !== true) {
      throw new CommandError(EXIT.interrupted, 'cancelled', declined);
    }
    return answer;
  });

/**
 * Asks for a value that is needed before any workflow starts. Throws a usage error naming its
 * option when nobody can be asked.
 */
export async function askFor(
  ask: Ask | undefined,
  { flag, label, name }: { readonly flag: string; readonly label: string; readonly name: string },
): Promise<string> {
  if (ask === undefined) throw usageError(`${label} is missing: give ${flag}.`);
  const base = { name, label, required: true, answered: false, issues: [] };
  return String(await ask({ ...base, kind: 'field', input: 'text', secret: false }));
}
