import type { Need } from '@forecourt/core';
import {
  type ConformAccount,
  type ConformReport,
  conform,
  conformBadge,
  conformJunit,
  findingLines,
  listPromises,
  type PromiseResult,
} from '@forecourt/core/testing';
import { withBasePath } from '../client/base-path.ts';
import { openSignedIn, traceText } from '../client/client.ts';
import { quickFetch } from '../client/quick-fetch.ts';
import { usageError } from '../command-error.ts';
import { asking } from '../drive/prompts.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { writeChosen } from '../files/safe-file.ts';
import { readSecret } from '../input/secret.ts';
import { words } from '../input/words.ts';
import { refuseSecondDocument } from '../output/out-file.ts';
import { oneLine, type Style } from '../output/output.ts';
import { count } from '../output/progress.ts';
import { keepSecret } from '../redact.ts';
import { VERSION } from '../version.ts';
import { handler, type Work } from '../work.ts';

/** Holds the service against the HTTP contract (WIRE-07). */
export const run = handler(async (work) => {
  const { operation, options, output, settings, signal } = work;
  const only = promisesIn(options.only);
  const junit = options.junit === undefined ? undefined : String(options.junit);
  refuseSecondDocument(options, '--junit', junit);
  const { account, limited } = await accountsOf(work);
  const checks = conform({
    ...{ baseUrl: settings.baseUrl.value, account, limited, only, signal },
    allowWrites: options.allowWrites === true,
    timeoutMs: settings.timeoutMs.value,
    fetch: withBasePath(settings.baseUrl.value, quickFetch, output),
    userAgent: `forecourt/${VERSION}`,
    onTrace: (trace) => output.trace(traceText(trace)),
  });
  const report = await reported(work, checks);
  if (junit !== undefined) writeChosen(junit, conformJunit(report));
  const badge = conformBadge(report);
  const message = messageOf(report);
  output.result({
    document: {
      ...{ ok: report.broken === 0, operation, message, baseUrl: report.baseUrl },
      ...{ allowWrites: report.allowWrites, kept: report.kept, broken: report.broken },
      ...{ unchecked: report.unchecked, leftovers: report.leftovers, badge },
      promises: report.results,
    },
    text: () => `${badge.label}: kept ${badge.message}`,
  });
  output.note(message);
  for (const left of report.leftovers) output.warn(`Not removed: ${left}`);
  return exitCodeOf(report);
});

function exitCodeOf({ broken, interrupted, leftovers }: ConformReport): ExitCode {
  if (interrupted) return EXIT.interrupted;
  if (broken > 0) return EXIT.inputRefused;
  return leftovers.length > 0 ? EXIT.partlyDone : EXIT.done;
}

function messageOf({ broken, interrupted, kept, leftovers, results, unchecked }: ConformReport) {
  const names = results.filter(({ state }) => state === 'broken').map(({ id }) => id);
  return [
    interrupted ? 'Interrupted.' : undefined,
    `${count(kept, ['promise', 'promises'])} kept, ${broken} broken${broken > 0 ? ` (${names.join(', ')})` : ''}, ${unchecked} not checked.`,
    leftovers.length > 0
      ? `${count(leftovers.length, ['record', 'records'])} could not be removed.`
      : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
}

function promisesIn(value: unknown): readonly string[] | undefined {
  const only = words(value);
  const known = listPromises().map(({ id }) => id);
  const unknown = only?.find((id) => !known.includes(id));
  if (unknown === undefined && only?.length !== 0) return only;
  const what =
    unknown === undefined
      ? '--only names no promise.'
      : `There is no promise '${unknown}' (--only).`;
  throw usageError(what, `Promises: ${known.join(', ')}`);
}

const STATES: Readonly<Record<PromiseResult['state'], Style>> = {
  kept: 'green',
  broken: 'red',
  unchecked: 'yellow',
};

function resultText({ output }: Work, result: PromiseResult): string {
  const { findings, id, notes, reason, state, title } = result;
  const said = state === 'unchecked' ? (reason ?? '') : title;
  const lines = [
    `${output.paint(STATES[state], state.padEnd(9))}  ${id.padEnd(19)}  ${said}`,
    ...notes.map((note) => `           note      ${note}`),
    ...findings.flatMap((finding) => [
      ...findingLines(finding).map((line) => `           ${line}`),
      '',
    ]),
  ];
  return `${lines.map(oneLine).join('\n')}\n`;
}

/** Prints each result as it comes; the signal ends the run, which then removes what it created. */
async function reported(
  work: Work,
  checks: AsyncGenerator<PromiseResult, ConformReport>,
): Promise<ConformReport> {
  for (;;) {
    const { done, value } = await checks.next();
    if (done) return value;
    if (!work.output.json) {
      try {
        await work.output.part(resultText(work, value));
      } catch (error) {
        // Nobody reads any more: what was created is removed all the same.
        await checks.return(undefined as never);
        throw error;
      }
    }
  }
}

interface Accounts {
  readonly account: ConformAccount;
  readonly limited: ConformAccount | undefined;
}

/** The profile's sign-in, or the accounts of the options; these are signed out again at the end. */
async function accountsOf(work: Work): Promise<Accounts> {
  const { options, output, settings } = work;
  const emails = [options.email, options.limitedEmail].filter((email) => typeof email === 'string');
  if (options.passwordStdin === true && emails.length === 0) {
    throw usageError('--password-stdin needs an account: give --email or --limited-email.');
  }
  const passwords = await passwordsFor(work, emails);
  const named = (email: unknown): ConformAccount | undefined =>
    typeof email === 'string'
      ? { email, password: passwords[emails.indexOf(email)] ?? '' }
      : undefined;
  return { account: named(options.email) ?? signedIn(work), limited: named(options.limitedEmail) };

  function signedIn(of: Work): ConformAccount {
    const { session } = openSignedIn(of, settings, output);
    return { authorization: session.authorization() ?? '' };
  }
}

async function passwordsFor(work: Work, emails: readonly string[]): Promise<readonly string[]> {
  if (emails.length === 0) return [];
  const lines =
    emails.length === 1
      ? 'its password'
      : 'two lines: the passwords of --email and --limited-email';
  if (work.options.passwordStdin === true) {
    const passwords = (await readSecret(work.runtime.stdin)).split(/\r?\n/);
    for (const password of passwords) keepSecret(password);
    if (passwords.length === emails.length && passwords.every(Boolean)) return passwords;
    throw usageError(`--password-stdin reads ${lines}.`);
  }
  const ask = asking(work);
  if (ask === undefined) {
    throw usageError(
      'There is no terminal to ask for a password on.',
      `Give --password-stdin, and ${lines}.`,
    );
  }
  const passwords: string[] = [];
  for (const email of emails) {
    const need: Need = {
      ...{ kind: 'field', input: 'password', secret: true, required: true },
      ...{
        name: 'password',
        label: `Password of ${email}`,
        value: '',
        answered: false,
        issues: [],
      },
    };
    passwords.push(String(await ask(need)));
  }
  return passwords;
}
