import {
  loadAccess,
  loginPorts,
  loginWorkflow,
  type SessionState,
  startWorkflow,
} from '@forecourt/core';
import { openClient } from '../client/client.ts';
import { usageError } from '../command-error.ts';
import { drive } from '../drive/drive.ts';
import { asking } from '../drive/prompts.ts';
import { readSecret } from '../input/secret.ts';
import { keychainRefused, type SessionFile, sessionFile } from '../settings/session-file.ts';
import { tokenOf } from '../settings/token.ts';
import { handler, type Work } from '../work.ts';

/** Signs in with credentials, or stores FORECOURT_TOKEN when none are given (AUTH-10). */
export const run = handler(async (work) => {
  const { options, runtime, settings, output, operation } = work;
  const token = tokenOf(runtime);
  sessionFile(settings, true).mustKeep();
  const byToken =
    token !== undefined && options.email === undefined && options.passwordStdin !== true;
  const { user, company } = byToken ? await keepToken(work, token) : await byCredentials(work);
  if (token !== undefined && !byToken) {
    output.warn('FORECOURT_TOKEN is set, and other commands still use it.');
  }
  const file = sessionFile(settings);
  const reason = file.noKeychain();
  if (reason !== undefined && file.signedInTo() === undefined) throw keychainRefused(reason);
  const keptIn = file.inKeychain() ? 'keychain' : file.path;
  const message = `Signed in to ${settings.baseUrl.value}${user ? ` as ${user.email}` : ''}`;
  output.result({
    document: {
      ok: true,
      operation,
      message: `${message}.`,
      email: user?.email,
      company: company?.name,
      profile: settings.profile.value,
      baseUrl: settings.baseUrl.value,
      keptIn,
    },
    text: () => `${message}${company?.name ? ` (${company.name})` : ''}.\n${keptText(file)}`,
  });
  return undefined;
});

function keptText(file: SessionFile): string {
  if (file.inKeychain()) return "The authorization is kept in the system's keychain.";
  const why = file.noKeychain();
  return `The authorization is kept in ${file.path}.${why ? ` The system's keychain refuses: ${why}` : ''}`;
}

type Known = Pick<SessionState, 'user' | 'company'>;

async function byCredentials(work: Work): Promise<Known> {
  const { options, runtime, settings, output, signal } = work;
  const fromStdin = options.passwordStdin === true;
  const email = (options.email as string | undefined) ?? settings.email.value;
  if (fromStdin && email === undefined) {
    throw usageError('--password-stdin needs the account: give --email.');
  }
  const password = fromStdin ? await readSecret(runtime.stdin) : undefined;
  const client = openClient(work, settings, output, { keep: true });
  const view = await drive(startWorkflow(loginWorkflow(loginPorts(client)), { input: {} }), {
    answers: {
      email: { flag: '--email', value: email },
      password: { flag: '--password-stdin', value: password },
    },
    ask: asking(work),
    signal,
    recording: work.recording,
  });
  if (view.status !== 'done') throw usageError('Email and password are needed.');
  return view.output.session;
}

async function keepToken(work: Work, authorization: string): Promise<Known> {
  const { settings, output, signal } = work;
  const session = await loadAccess(openClient(work, settings, output), signal);
  sessionFile(settings, true).save({ ...session, authorization });
  return session;
}
