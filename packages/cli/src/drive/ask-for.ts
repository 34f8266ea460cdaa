import type { Need } from '@forecourt/core';
import { CommandError, usageError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import type { Ask } from './drive.ts';

const isSecret = (need: Need): boolean => need.kind === 'field' && need.secret;

/** Asks for a secret once: a form that wants it repeated gets the same value. */
export function askSecretOnce(ask: Ask | undefined, onSecret: () => void): Ask | undefined {
  if (ask === undefined) return undefined;
  let provided: unknown;
  return async (need) => {
    if (!isSecret(need)) return ask(need);
    onSecret();
    // Ask again after a refused answer.
    if (provided === undefined || need.issues.length > 0) provided = await ask(need);
    return provided;
  };
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
