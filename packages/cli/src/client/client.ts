/**
 * Opens core's client for the service in the settings. This folder connects the command line to the
 * service: address, session, permissions, transport. Nothing about a single resource or command
 * belongs here.
 */
import {
  type Call,
  type Client,
  type ClientOptions,
  createClient,
  memoryStore,
  type Trace,
} from '@forecourt/core';
import { CommandError } from '../command-error.ts';
import type { Crashes } from '../crashes.ts';
import { EXIT } from '../exit-codes.ts';
import type { Invocation } from '../invocation.ts';
import type { Output } from '../output/output.ts';
import { sleepOf } from '../runtime.ts';
import { serviceNow, withServiceClock } from '../service-clock.ts';
import { sessionFile } from '../settings/session-file.ts';
import type { Settings } from '../settings/settings.ts';
import { tokenOf } from '../settings/token.ts';
import { VERSION } from '../version.ts';
import { withBasePath } from './base-path.ts';
import { quickFetch } from './quick-fetch.ts';

/** One attempt as `--verbose` shows it. */
export const traceText = ({ method, path, attempt, status, ms, requestId, note }: Trace): string =>
  [
    `${method} ${path}`,
    status === undefined ? 'no answer' : String(status),
    `${Math.round(ms)} ms`,
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(requestId ? [`request ${requestId}`] : []),
    ...(note ? [note] : []),
  ].join('  ');

interface ClientSettings extends Pick<Partial<ClientOptions>, 'sleep'> {
  readonly keep?: boolean;
}

/** Opens a client; `keep` stores the session even when the environment provides a token. */
export function openClient(
  invocation: Invocation,
  settings: Settings,
  output: Output,
  { keep = false, ...more }: ClientSettings = {},
): Client {
  const token = keep ? undefined : tokenOf(invocation.runtime);
  const sleep = sleepOf(invocation.runtime);
  const client = createClient({
    baseUrl: settings.baseUrl.value,
    fetch: withServiceClock(
      withBasePath(settings.baseUrl.value, quickFetch, output),
      invocation.runtime,
      output,
    ),
    now: () => serviceNow(invocation.runtime),
    store:
      token === undefined ? sessionFile(settings, keep) : memoryStore({ authorization: token }),
    timeoutMs: settings.timeoutMs.value,
    idleMs: settings.timeoutMs.value,
    imports: {
      // The default of 30 seconds suits ready answers, not imports whose rows are still being
      // entered.
      ...(settings.timeoutMs.source !== 'default' && { waitMs: settings.timeoutMs.value }),
      wholeMs: settings.importTimeoutMs.value,
    },
    userAgent: `forecourt/${VERSION}`,
    onTrace: (trace) => {
      output.trace(traceText(trace));
      invocation.recording?.trace(trace);
    },
    onAnomaly: ({ operation, path, message }) =>
      output.trace(`unexpected answer of ${operation}: ${path}: ${message}`),
    ...(sleep && { sleep }),
    ...more,
  });
  invocation.recording?.signedIn(client.session);
  return watched(client, invocation.runtime.crashes, output);
}

/**
 * Wraps calls that change something, so that a crash during one reports an unknown outcome and
 * output knows that something was changed.
 */
function watched(client: Client, crashes: Crashes | undefined, output: Output): Client {
  const { http } = client;
  const changes = ({ anonymous, method, safe }: Call) => method !== 'GET' && !safe && !anonymous;
  const sending = async <T>(call: Call, send: () => Promise<T>): Promise<T> => {
    if (!changes(call)) return send();
    const answer = await (crashes ? crashes.sending(send) : send());
    output.changed();
    return answer;
  };
  return {
    ...client,
    http: {
      json: (call, schema) => sending(call, () => http.json(call, schema)),
      download: (call) => sending(call, () => http.download(call)),
    },
  };
}

/**
 * Like `openClient`, but ends the run when nobody is signed in to this service, naming the service
 * where somebody is.
 */
export function openSignedIn(
  invocation: Invocation,
  settings: Settings,
  output: Output,
  more: ClientSettings = {},
): Client {
  const client = openClient(invocation, settings, output, more);
  if (client.session.current !== undefined) return client;
  const other = sessionFile(settings).signedInTo();
  const { baseUrl, profile } = settings;
  throw new CommandError(
    EXIT.notSignedIn,
    'not_signed_in',
    other === undefined
      ? `Nobody is signed in to ${baseUrl.value} (profile ${profile.value}).`
      : `Profile ${profile.value} is signed in to ${other}, not to ${baseUrl.value}.`,
    { detail: 'Sign in with `forecourt login`, or set FORECOURT_TOKEN.' },
  );
}

/** A client for commands that need no service: signed out, and nothing is stored. */
export const offlineClient = ({ baseUrl }: Settings): Client =>
  createClient({ baseUrl: baseUrl.value, store: memoryStore() });
