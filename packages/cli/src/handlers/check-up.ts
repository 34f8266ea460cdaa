import { accessSync, constants, existsSync, statSync } from 'node:fs';
import {
  type Client,
  explainAll,
  type Failure,
  loadAccess,
  NOT_THE_SERVICE,
  type SessionState,
  toFailure,
} from '@forecourt/core';
import { openClient } from '../client/client.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { makeDir } from '../files/safe-file.ts';
import { isOpen, readJournals } from '../journal/journal.ts';
import { diskText, exitCodeOf, folderAdvice, plainText } from '../output/failures.ts';
import { count } from '../output/progress.ts';
import { sessionFile } from '../settings/session-file.ts';
import { tokenOf } from '../settings/token.ts';
import type { Work } from '../work.ts';

/** The result of one check. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'failed';
  /** What is true and, if something is wrong, what to do. */
  readonly message: string;
  readonly exitCode?: ExitCode;
}

const OTHERS = 0o077;

/** Checks of this computer: Node, the folder and its mode, the effective settings. */
export function machineChecks({ settings }: Work): Finding[] {
  const { profile, baseUrl, paths } = settings;
  return [
    { check: 'node', state: 'ok', message: `Node ${process.versions.node}` },
    folderCheck(paths.dir),
    {
      check: 'settings',
      state: 'ok',
      message: `profile ${profile.value} (${profile.source}), service ${baseUrl.value} (${baseUrl.source})`,
    },
  ];
}

function folderCheck(dir: string): Finding {
  const check = 'folder';
  try {
    makeDir(dir, 0o700);
    accessSync(dir, constants.W_OK);
    if (process.platform !== 'win32' && statSync(dir).mode & OTHERS) {
      return { check, state: 'warning', message: `${dir} is open to other users: chmod 700 it.` };
    }
    return { check, state: 'ok', message: dir };
  } catch (error) {
    const why = diskText(error) ?? String(error);
    const works = existsSync(dir)
      ? ' Commands that only read work; signing in, changes, imports and settings do not.'
      : '';
    const message = `${why}.${works} ${folderAdvice(dir)}`;
    return { check, state: 'failed', message, exitCode: EXIT.unexpected };
  }
}

/** Checks of the service: is it there, does it know this account, and what may the account do. */
export async function serviceChecks(work: Work): Promise<Finding[]> {
  const { settings, output, signal } = work;
  const where = settings.baseUrl.value;
  const client = openClient(work, settings, output);
  const answers: Finding = { check: 'service', state: 'ok', message: `${where} answers` };
  try {
    if (client.session.current === undefined) {
      await knock(client, signal);
      return [answers, signInFinding(work, undefined, EXIT.notSignedIn)];
    }
    return [answers, ...accountFindings(work, await loadAccess(client, signal))];
  } catch (error) {
    const failure = toFailure(error);
    const exitCode = exitCodeOf(failure);
    if (exitCode !== EXIT.serviceFailed) {
      return [answers, signInFinding(work, failure.message, exitCode)];
    }
    const detail = failure.detail ? `: ${failure.detail}` : '';
    const why = plainText(failure) ?? `${failure.message}${detail}`;
    const message = `${where} answers unexpectedly: ${why}`;
    return [{ check: 'service', state: 'failed', message, exitCode }];
  }
}

/** Any call will do: a service that refuses an anonymous call is up. */
async function knock({ http }: Client, signal: AbortSignal): Promise<void> {
  try {
    const call = { operation: 'doctor', method: 'GET', path: 'screens' } as const;
    const { body, contentType = '' } = await http.download({ ...call, anonymous: true, signal });
    await body.cancel();
    if (/\bhtml\b/i.test(contentType)) throw WEB_PAGE;
  } catch (error) {
    if (toFailure(error).status !== 401) throw error;
  }
}

/** The failure for a network's sign-in page; the service would have refused in JSON. */
const WEB_PAGE: Failure = {
  code: 'unreadable',
  message: "The service's answer can't be read",
  detail: NOT_THE_SERVICE.page,
  outcome: 'none',
  retryable: false,
};

const sourceOf = ({ runtime }: Work): string =>
  tokenOf(runtime) === undefined ? 'kept in this profile' : 'FORECOURT_TOKEN';

function accountFindings(work: Work, { user, access, screens }: SessionState): Finding[] {
  const answers = explainAll(access, screens);
  const allowed = answers.filter(({ decision }) => decision.allowed).length;
  return [
    {
      check: 'sign-in',
      state: 'ok',
      message: `${user?.email ?? 'signed in'}, ${sourceOf(work)}`,
    },
    {
      check: 'rights',
      state: allowed === 0 ? 'warning' : 'ok',
      message: `${allowed} of ${answers.length} actions; see \`forecourt access list\``,
    },
  ];
}

function signInFinding(work: Work, refusal: string | undefined, exitCode: ExitCode): Finding {
  const other = sessionFile(work.settings).signedInTo();
  const elsewhere = other === undefined ? '' : ` This profile is signed in to ${other}.`;
  const message = refusal ? `${refusal} (${sourceOf(work)})` : `Nobody is signed in.${elsewhere}`;
  return {
    check: 'sign-in',
    state: 'failed',
    message: `${message} Run \`forecourt login\`.`,
    exitCode,
  };
}

/** Imports with an unrecorded outcome. */
export function journalCheck({ settings }: Work): Finding {
  const entries = readJournals(settings);
  const open = entries.filter(isOpen);
  const all = count(entries.length, ['import', 'imports']);
  if (open.length === 0) return { check: 'journal', state: 'ok', message: `${all}, none open` };
  const names = open.map(({ fileName, provider }) => `${fileName} (${provider})`).join(', ');
  return {
    check: 'journal',
    state: 'warning',
    message: `${open.length} of ${all} with an open outcome: ${names}. Run their import again, or \`forecourt imports resolve --all\`.`,
  };
}
