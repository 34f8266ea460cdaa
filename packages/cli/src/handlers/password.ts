import {
  changePassword,
  loadAccess,
  MESSAGES,
  type Need,
  newPasswordIssues,
} from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { usageError } from '../command-error.ts';
import { asking } from '../drive/prompts.ts';
import { readSecret } from '../input/secret.ts';
import { handler, type Work } from '../work.ts';

/** Changes the user's own password, which ends all other sessions (USER-08). No option takes a secret. */
export const run = handler(async (work) => {
  const { operation, output, settings, signal } = work;
  const client = openSignedIn(work, settings, output);
  const { user } = await loadAccess(client, signal);
  const passwords = work.options.passwordStdin === true ? await piped(work) : await asked(work);
  const [issue] = Object.values(newPasswordIssues(passwords, user?.email ?? ''));
  if (issue) throw usageError(`${issue.message}.`);
  await changePassword(client, passwords, { signal });
  const message = MESSAGES.password.changed;
  output.result({ document: { ok: true, operation, message }, text: () => message });
  return undefined;
});

/** Reads the current password from the first line and the new one from the second. */
async function piped({ runtime }: Work) {
  const [current = '', password = '', ...more] = (await readSecret(runtime.stdin)).split(/\r?\n/);
  if (current !== '' && password !== '' && more.length === 0) return { current, password };
  throw usageError('--password-stdin reads two lines: the current password, then the new one.');
}

async function asked(work: Work) {
  const ask = asking(work);
  if (ask === undefined) {
    throw usageError(
      'There is no terminal to ask for the passwords on.',
      'Give --password-stdin, and two lines: the current password, then the new one.',
    );
  }
  const secret = async (name: string, label: string): Promise<string> => {
    const need: Need = {
      ...{ kind: 'field', input: 'password', secret: true, required: true },
      ...{ name, label, value: '', answered: false, issues: [] },
    };
    return String(await ask(need));
  };
  const current = await secret('current', 'Current Password');
  const password = await secret('password', 'New Password');
  if ((await secret('verify', 'Verify Password')) !== password) {
    throw usageError('Passwords do not match');
  }
  return { current, password };
}
